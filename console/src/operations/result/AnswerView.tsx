import { useTexts } from "../../messages/TextsContext.tsx";
import { FieldName, Value } from "../../parts/Value.tsx";
import classes from "./AnswerView.module.css";

type Row = Record<string, unknown>;

/** What is part of the transport, not of the answer. */
const HIDDEN = ["change_id", "job_id", "next_cursor", "total_is_partial"];

/** What an operation answered: its fields, and its lists as tables. */
export function AnswerView({ answer }: { answer: Row }) {
  const { change } = useTexts();
  const entries = Object.entries(answer).filter(([name]) => !HIDDEN.includes(name));
  const tables = entries.filter((entry): entry is [string, Row[]] => isTable(entry[1]));
  const plain = entries.filter(([, value]) => !isTable(value));
  return (
    <div className={classes.answer}>
      {plain.length > 0 && (
        <dl className={classes.fields}>
          {plain.map(([name, value]) => (
            <div key={name}>
              <dt>
                <FieldName name={name} />
              </dt>
              <dd>
                <Value name={name} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {tables.map(([name, rows]) => (
        <section key={name}>
          {name !== "data" && (
            <h2>
              <FieldName name={name} />
            </h2>
          )}
          <AnswerTable rows={rows} />
        </section>
      ))}
      {entries.length === 0 && <p>{change.empty}</p>}
    </div>
  );
}

const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === "object" && one !== null && !Array.isArray(one));

/** Rows as a table; on phones each row is a list of its fields. */
function AnswerTable({ rows }: { rows: Row[] }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" data-number={isNumber(rows, name) || undefined}>
                <FieldName name={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of any operation; not all have an id
            <tr key={index}>
              {names.map((name) => (
                <td key={name} data-number={isNumber(rows, name) || undefined}>
                  <span className={classes.label}>
                    <FieldName name={name} />
                  </span>
                  <Value name={name} value={row[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isNumber = (rows: Row[], name: string): boolean => rows.some((row) => typeof row[name] === "number");
