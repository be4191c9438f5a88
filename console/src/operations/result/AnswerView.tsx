import { useTexts } from "../../messages/TextsContext.tsx";
import { isPictures, Picture } from "../../parts/pictures/Picture.tsx";
import { FieldName, Value } from "../../parts/Value.tsx";
import classes from "./AnswerView.module.css";
import { isForPrograms, isShown, type Row } from "./columns.ts";
import { Rows } from "./Rows.tsx";
import { Sheet } from "./Sheet.tsx";
import { ThingOf } from "./ThingOf.tsx";

/** What an operation answered: its fields, and its lists as tables. `operation`: which, for the links of its rows. */
export function AnswerView({ answer, operation }: { answer: Row; operation: string }) {
  const { change } = useTexts();
  const entries = Object.entries(answer).filter(([name]) => isShown(name));
  if (entries.length === 0) return <p>{change.empty}</p>;
  return <Members entries={entries} operation={operation} />;
}

type Entry = [string, unknown];

/** The members of an object: short ones as a list of definitions, then each that holds more under its own title. */
function Members({ entries, operation }: { entries: Entry[]; operation: string }) {
  const shown = entries.filter(([name]) => !isForPrograms(name));
  const plain = shown.filter(([name, value]) => !isPart(name, value));
  const parts = shown.filter(([name, value]) => isPart(name, value));
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
                <ThingOf name={name} value={value}>
                  <Value name={name} value={value} />
                </ThingOf>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {parts.map(([name, value]) => (
        <section key={name}>
          <h2>
            <FieldName name={name} />
          </h2>
          <Part name={name} value={value} operation={operation} />
        </section>
      ))}
    </div>
  );
}

function Part({ name, value, operation }: { name: string; value: unknown; operation: string }) {
  if (typeof value === "string") return <Sheet csv={value} name={operation} />;
  if (isPictures(value)) {
    return (
      <div className={classes.pictures}>
        {value.map(({ url, alt }) => (
          <Picture key={url} src={url} alt={alt ?? ""} size={96} />
        ))}
      </div>
    );
  }
  if (isTable(value)) return <Rows rows={value} operation={name === "data" ? operation : ""} />;
  return <Members entries={Object.entries(value as object)} operation={operation} />;
}

const isPart = (name: string, value: unknown): boolean =>
  name === "csv" ||
  isTable(value) ||
  (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 2);

const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === "object" && one !== null && !Array.isArray(one));
