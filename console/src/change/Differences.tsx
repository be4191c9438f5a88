import { Fragment } from "react";
import { useTexts } from "../messages/TextsContext.tsx";
import { Typed } from "../parts/Island.tsx";
import { FieldName, Value } from "../parts/Value.tsx";
import { inWords } from "../parts/writing/words.ts";
import classes from "./Differences.module.css";
import { type Row, rowsOf } from "./rows.ts";
import type { Difference } from "./run.ts";

interface DifferencesProps {
  changes: readonly Difference[];
  /** How many there are in all, where not all are shown. */
  count: number;
  /** Whether they have happened: then the columns are Before and Now. */
  isDone?: boolean;
  /** Those that a person has seen already; the others are marked as new. */
  seen?: readonly Difference[] | undefined;
}

const MAX_SHOWN = 100;

/** What differs: a part for each thing, a row for each of its fields with the value now and after. */
export function Differences({ changes, count, isDone = false, seen }: DifferencesProps) {
  const { change } = useTexts();
  const shown = changes.slice(0, MAX_SHOWN);
  const areNumbers = shown.flatMap(rowsOf).every(({ before, after }) => isNumber(before ?? 0) && isNumber(after ?? 0));
  return (
    <>
      <table className={classes.table} data-numbers={areNumbers || undefined}>
        <thead>
          <tr>
            <th scope="col">{change.field}</th>
            <th scope="col">{isDone ? change.before : change.now}</th>
            <th scope="col">{isDone ? change.now : change.after}</th>
          </tr>
        </thead>
        {shown.map((difference) => (
          <Thing key={`${difference.entity} ${difference.id}`} difference={difference} seen={seen} />
        ))}
      </table>
      {shown.length < count && <p className={classes.more}>{change.notAll(shown.length, count)}</p>}
    </>
  );
}

function Thing({ difference, seen }: { difference: Difference; seen: DifferencesProps["seen"] }) {
  const { change, fields } = useTexts();
  const { entity, id, label, before, after } = difference;
  const known = seen?.find((one) => one.entity === entity && one.id === id);
  const knownRows = known ? new Set(rowsOf(known).map(textOf)) : new Set();
  const isNew = (row: Row) => seen !== undefined && !knownRows.has(textOf(row));
  return (
    <tbody>
      <tr className={classes.thing}>
        <th scope="rowgroup" colSpan={3}>
          <span>{fields.things[entity] ?? inWords(entity)}</span> <Typed>{label}</Typed>
          {before === null && <em>{change.created}</em>}
          {after === null && <em>{change.deleted}</em>}
        </th>
      </tr>
      {rowsOf(difference).map((row) => (
        <tr key={textOf(row)} data-new={isNew(row) || undefined}>
          <th scope="row">
            <Path path={row.path} />
            {isNew(row) && <em>{change.newMark}</em>}
          </th>
          <td className={classes.old} data-number={isNumber(row.before) || undefined}>
            <Side row={row} value={row.before} />
          </td>
          <td className={classes.next} data-number={isNumber(row.after) || undefined}>
            <Side row={row} value={row.after} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

const isNumber = (value: unknown): boolean => typeof value === "number";

const textOf = (row: Row): string => JSON.stringify(row);

function Side({ row: { path }, value }: { row: Row; value: unknown }) {
  const name = path.findLast((step) => typeof step === "string") ?? "";
  return value === undefined ? "—" : <Value name={name} value={value} />;
}

/** `Variants · M / Red · Price`. */
function Path({ path }: Pick<Row, "path">) {
  return path.map((step, index) => (
    <Fragment key={JSON.stringify([index, step])}>
      {index > 0 && " · "}
      {typeof step === "string" ? <FieldName name={step} /> : <Typed>{step.entry}</Typed>}
    </Fragment>
  ));
}
