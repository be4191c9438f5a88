import type { ReactNode } from "react";
import { useLanguage, useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { isPictureName, Picture, pictureAddress } from "../../parts/pictures/Picture.tsx";
import { useIsPhone } from "../../parts/screen/useIsPhone.ts";
import { FieldName, Value } from "../../parts/Value.tsx";
import classes from "./AnswerView.module.css";
import { columnsOf, columnsOfPhone, isNumber, type Row, titleOf } from "./columns.ts";
import { linkOfRow } from "./links.ts";
import { LinkTo, ThingOf } from "./ThingOf.tsx";

interface RowsProps {
  rows: readonly Row[];
  /** The operation whose list this is; "": a list within something else. */
  operation: string;
}

/** Of things that have a screen of their own, the table says so much. */
const MAX_COLUMNS = 6;

/** A list: a table, on phones a row for each with what matters most; the rest unfolds. */
export function Rows({ rows, operation }: RowsProps) {
  const { language } = useLanguage();
  const isPhone = useIsPhone();
  const columns = columnsOf(rows, language);
  const hasScreen = rows[0] !== undefined && operation !== "" && linkOfRow(operation, rows[0]) !== undefined;
  return isPhone ? (
    <PhoneRows rows={rows} columns={columns} operation={operation} />
  ) : (
    <RowsTable rows={rows} columns={hasScreen ? columns.slice(0, MAX_COLUMNS) : columns} operation={operation} />
  );
}

function RowsTable({ rows, columns, operation }: RowsProps & { columns: readonly string[] }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" data-number={isNumber(rows, name) || undefined}>
                <FieldName name={name} operation={operation} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of any operation; not all have an id
            <tr key={index}>
              {columns.map((name, column) => (
                <td key={name} data-number={isNumber(rows, name) || undefined} data-title={column === 0 || undefined}>
                  {column === 0 && operation !== "" ? (
                    <LinkTo link={linkOfRow(operation, row)}>
                      <Cell name={name} value={row[name]} />
                    </LinkTo>
                  ) : (
                    <ThingOf name={name} value={row[name]}>
                      <Cell name={name} value={row[name]} />
                    </ThingOf>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PhoneRows({ rows, columns, operation }: RowsProps & { columns: readonly string[] }) {
  const { operations } = useTexts();
  const { title, end, facts } = columnsOfPhone(columns, rows);
  return (
    <ul className={classes.phone}>
      {rows.map((row, index) => {
        const link = operation === "" ? undefined : linkOfRow(operation, row);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of any operation; not all have an id
          <li key={index}>
            <details>
              <summary>
                <span className={classes.title}>
                  <Cell name={title} value={row[title]} />
                </span>
                {end && (
                  <span className={classes.end}>
                    <Cell name={end} value={row[end]} />
                  </span>
                )}
                <span className={classes.facts}>
                  {facts.map((name, fact) => (
                    <span key={name}>
                      {fact > 0 && " · "}
                      <Cell name={name} value={row[name]} />
                    </span>
                  ))}
                </span>
              </summary>
              <dl className={classes.fields}>
                {columns.map((name) => (
                  <div key={name}>
                    <dt>
                      <FieldName name={name} operation={operation} />
                    </dt>
                    <dd>
                      <ThingOf name={name} value={row[name]}>
                        <Cell name={name} value={row[name]} />
                      </ThingOf>
                    </dd>
                  </div>
                ))}
              </dl>
              {link && (
                <p>
                  <LinkTo link={link}>
                    {operations.result.open} <Icon name="open" size={16} />
                  </LinkTo>
                </p>
              )}
            </details>
          </li>
        );
      })}
    </ul>
  );
}

/** A value in a table: a thing is named, lists of things are counted, pictures are shown, long texts are cut. */
function Cell({ name, value }: { name: string; value: unknown }): ReactNode {
  const { language, texts } = useLanguage();
  const { operations } = texts;
  const title = typeof value === "object" && value !== null ? titleOf(Object.keys(value), language) : undefined;
  if (title !== undefined) return <Cell name={title} value={(value as Row)[title]} />;
  if (Array.isArray(value) && typeof value[0] === "object") return operations.result.lines(value.length);
  const picture = isPictureName(name) ? pictureAddress(value) : undefined;
  if (picture) return <Picture src={picture} />;
  if (value === null || value === undefined || value === "") return <span className={classes.none}>—</span>;
  return (
    <span className={classes.cell}>
      <Value name={name} value={value} />
    </span>
  );
}
