import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { csvOf } from "../parts/files/csv.ts";
import { downloadText } from "../parts/files/download.ts";
import { Icon } from "../parts/Icon.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { localDay } from "../parts/writing/dates.ts";
import { FIRST_REPORT, REPORTS, type ReportDefinition } from "./definitions.ts";
import { Headline } from "./Headline.tsx";
import { PeriodChoice } from "./PeriodChoice.tsx";
import { daysOf, stepFor } from "./periods.ts";
import classes from "./Report.module.css";
import { ReportNavigation, useReportName } from "./ReportNavigation.tsx";
import { ReportPlot } from "./ReportPlot.tsx";
import { ReportTable } from "./ReportTable.tsx";
import { type Report, useReport } from "./useReport.ts";
import { cellText } from "./write.ts";

const route = getRouteApi("/stores/$store/reports");

/** The reports: which, of what period, its main figure, a plot and a table. All that is chosen stands in the address. */
export function ReportScreen() {
  const { texts } = useLanguage();
  const { report = FIRST_REPORT } = route.useSearch();
  const { data: operations } = useQuery(operationsQuery(useApi()));
  const definition = REPORTS[report];
  if (!definition) return <Empty icon="search" title={texts.reports.unknown} />;
  if (operations && !operations.some(({ name }) => name === "analytics_report")) {
    return <Empty icon="chart" title={texts.reports.notAllowed} />;
  }
  return <OneReport key={report} name={report} definition={definition} />;
}

function OneReport({ name, definition }: { name: string; definition: ReportDefinition }) {
  const { language, texts } = useLanguage();
  const { time_zone: timeZone } = useStore();
  const title = useReportName();
  const search = route.useSearch();
  const today = localDay(new Date(), timeZone);
  const period = search.period ?? (definition.isOfAllTime ? "all" : "30");
  const days = daysOf({ ...search, period }, today);
  const by =
    search.by ?? (definition.plot.kind === "time" ? stepFor(days ?? { from: today, to: today }) : definition.by?.[0]);
  const asked = { ...search, period, ...(by !== undefined && { by }) };
  const { first, rows, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useReport(
    name,
    definition,
    asked,
    days,
  );
  const shown = rowsOfTable(rows, asked, definition);
  const writing = { texts, language, timeZone };

  const save = () => {
    const { columns } = definition;
    const raw = (row: (typeof rows)[number], { name: column, kind }: (typeof columns)[number]) => {
      const value = row[column === "step" ? (by ?? "day") : column];
      return typeof value === "number" || kind === "text" || kind === "code" || kind === "date"
        ? (value as string | number | null)
        : cellText(kind, column, value, writing);
    };
    const head = columns.map(({ name: column }) => texts.reports.columns[column] ?? column);
    const csv = csvOf([head, ...shown.map((row) => columns.map((column) => raw(row, column)))], language);
    downloadText(`${[name, days?.from, days?.to].filter(Boolean).join("_")}.csv`, csv, "text/csv");
  };

  return (
    <>
      <PageHead
        title={title(name)}
        actions={
          rows.length > 0 && (
            <>
              <Button
                variant="default"
                visibleFrom="sm"
                leftSection={<Icon name="download" size={18} />}
                onClick={save}
              >
                CSV
              </Button>
              <ActionIcon hiddenFrom="sm" aria-label={texts.reports.saveCsv} onClick={save}>
                <Icon name="download" />
              </ActionIcon>
            </>
          )
        }
      />
      <ReportNavigation />
      <div className={classes.page}>
        <PeriodChoice search={asked} definition={definition} today={today} />
        {error && <Problem error={error} onRetry={refetch} />}
        {!first && isFetching && <LoadingRows />}
        {first && (
          <div
            aria-busy={isFetching}
            data-old={(isFetching && !isFetchingNextPage) || undefined}
            className={classes.report}
          >
            <Headline name={name} definition={definition} report={first} days={days} />
            {rows.length === 0 || isOfNothing(definition, first) ? (
              <Empty
                icon="chart"
                title={texts.reports.empty[name] ?? texts.reports.nothing}
                text={texts.reports.empty[name] ? undefined : texts.reports.nothingHint}
              />
            ) : (
              <>
                <ReportPlot definition={definition} report={first} rows={rows} by={by} isOpen={days?.to === today} />
                <ReportTable
                  definition={definition}
                  report={first}
                  rows={shown}
                  search={asked}
                  isOpen={days?.to === today}
                />
              </>
            )}
            {hasNextPage && (
              <Button
                variant="default"
                className={classes.next}
                disabled={isFetchingNextPage}
                onClick={() => fetchNextPage()}
              >
                {isFetchingNextPage ? texts.change.reading : texts.operations.result.next}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
}

/** Over time the newest comes first, unless another order is asked for. */
const rowsOfTable = <T,>(rows: readonly T[], { sort }: { sort?: string }, { plot }: ReportDefinition): readonly T[] =>
  plot.kind === "time" && sort === undefined ? rows.toReversed() : rows;

/** Whether steps of time, or rates, are there for nothing: all is zero, in the period before as well. */
const isOfNothing = ({ plot }: ReportDefinition, { totals, totals_before }: Report): boolean =>
  plot.kind !== "ranks" &&
  [totals, totals_before].every((one) =>
    Object.values(one ?? {}).every((value) => !value || typeof value === "object"),
  );
