import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useStore } from "../api/api.ts";
import { REFERENCES, type Reference } from "../api/things.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { changeText, currencySign, numberText, percentText } from "../parts/numbers.ts";
import { isStatus, Status } from "../parts/Status.tsx";
import { useIsPhone } from "../parts/useIsPhone.ts";
import { inWords } from "../parts/writing/words.ts";
import type { Column, ReportDefinition } from "./definitions.ts";
import type { ReportSearch } from "./periods.ts";
import classes from "./Report.module.css";
import { numberAt, type Report, type Row } from "./useReport.ts";
import { cellText } from "./write.ts";

interface ReportTableProps {
  definition: ReportDefinition;
  report: Report;
  rows: readonly Row[];
  search: ReportSearch;
  /** Whether the newest step of time is not over. */
  isOpen: boolean;
}

const route = getRouteApi("/stores/$store/reports");
const NUMBERS = ["count", "money", "ratio", "days"];
const isNumber = ({ kind }: Column): boolean => NUMBERS.includes(kind);

/** The rows of a report, below their totals. A head sorts by its column. */
export function ReportTable({ definition, report, rows, search, isOpen }: ReportTableProps) {
  const { texts } = useLanguage();
  const isPhone = useIsPhone();
  const [title, ...others] = definition.columns;
  if (!title) return null;
  const columns = isPhone ? others.filter(({ name }) => definition.onPhone.includes(name)) : others;
  const compared = comparedColumn(definition, search);
  const isCompared =
    report.totals_before !== undefined &&
    compared !== undefined &&
    (!isPhone || columns.some(({ name }) => name === compared));
  const hasTotals = columns.some(({ name }) => numberAt(report.totals, name) !== null);
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <Head column={title} search={search} />
            {columns.map((column) => (
              <Head key={column.name} column={column} search={search} />
            ))}
            {isCompared && (
              <th scope="col" data-number="">
                {texts.reports.change}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {hasTotals && rows.length > 1 && (
            <tr className={classes.totals}>
              <th scope="row">{texts.reports.inAll}</th>
              {columns.map((column) => (
                <td key={column.name} data-number={isNumber(column) || undefined}>
                  <Total column={column} report={report} />
                </td>
              ))}
              {isCompared && (
                <td data-number="">
                  <Change percent={numberAt(report.totals_change_percent, compared)} />
                </td>
              )}
            </tr>
          )}
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: not all rows have an id
            <tr key={index}>
              <th scope="row">
                <Cell column={title} row={row} by={search.by} definition={definition} />
                {title.kind === "date" && isOpen && isNewest(rows, row, search.by) && (
                  <small>{texts.reports.notOverShort}</small>
                )}
              </th>
              {columns.map((column) => (
                <td
                  key={column.name}
                  data-number={isNumber(column) || undefined}
                  data-strong={column.name === compared || undefined}
                >
                  <Cell column={column} row={row} by={search.by} definition={definition} />
                </td>
              ))}
              {isCompared && (
                <td data-number="">
                  <Change percent={numberAt(row.change_percent, compared)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The column whose change is shown: that of the plot. */
function comparedColumn({ plot, columns }: ReportDefinition, { by }: ReportSearch): string | undefined {
  if (plot.kind === "rates") return "orders";
  return plot.kind === "ranks" && columns.some(({ name }) => name === by) ? by : plot.of;
}

const isNewest = (rows: readonly Row[], row: Row, by = "day"): boolean =>
  rows.every((other) => String(other[by]) <= String(row[by]));

function Head({ column, search }: { column: Column; search: ReportSearch }) {
  const { reports } = useTexts();
  const { currency } = useStore();
  const { store } = route.useParams();
  const isSorted = search.sort === column.name;
  const next = isSorted && search.order !== "asc" ? "asc" : "desc";
  const name = column.name === "step" ? reports.steps[search.by ?? "day"] : reports.columns[column.name];
  return (
    <th
      scope="col"
      data-number={isNumber(column) || undefined}
      aria-sort={isSorted ? (search.order === "asc" ? "ascending" : "descending") : undefined}
    >
      <Link
        to="/stores/$store/reports"
        params={{ store }}
        search={{ ...search, sort: column.name, order: next }}
        replace
      >
        {name ?? inWords(column.name)}
        {column.kind === "money" && `, ${currencySign(currency)}`}
        {isSorted && <span aria-hidden="true">{search.order === "asc" ? " ↑" : " ↓"}</span>}
      </Link>
    </th>
  );
}

function Total({ column: { name, kind }, report }: { column: Column; report: Report }) {
  const value = numberAt(report.totals, name);
  if (value === null) return null;
  return <Island>{kind === "ratio" ? percentText(value) : numberText(value)}</Island>;
}

function Change({ percent }: { percent: number | null }) {
  return percent === null ? "—" : <Island>{changeText(percent)}</Island>;
}

interface CellProps {
  column: Column;
  row: Row;
  by: string | undefined;
  definition: ReportDefinition;
}

function Cell({ column: { name, kind }, row, by, definition: { thing, columns } }: CellProps): ReactNode {
  const { texts, language } = useLanguage();
  const { time_zone: timeZone } = useStore();
  const { store } = route.useParams();
  const value = row[name === "step" ? (by ?? "day") : name];
  const isTitle = columns[0]?.name === name;
  if (isTitle && (value === null || value === undefined)) return texts.reports.unnamed;
  const text = cellText(kind, name, value, { texts, language, timeZone });
  if (kind === "status" && isStatus(name, String(value))) return <Status value={String(value)} word={text} />;
  if (isNumber({ name, kind }) || kind === "code") return <Island>{text}</Island>;
  if (kind !== "text") return text;
  const reference: Reference | undefined = thing && REFERENCES[thing.is];
  const sent = thing && row[thing.by];
  if (!isTitle || !reference?.shows || typeof sent !== "string") return <Typed>{text}</Typed>;
  const { operation, argument } = reference.shows;
  return (
    <Link
      to="/stores/$store/operations/$name"
      params={{ store, name: operation }}
      search={{ [argument]: sent }}
      className={classes.rowLink}
    >
      <Typed>{text}</Typed>
    </Link>
  );
}
