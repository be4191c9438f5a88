import type { Arguments } from "../../change/run.ts";
import { entriesOf, type FormEntry, nameOf } from "./arguments.ts";
import { ExclusiveField } from "./ExclusiveField.tsx";
import { Field } from "./Field.tsx";
import classes from "./Form.module.css";
import type { Argument } from "./kinds.ts";

interface EntriesProps {
  members: readonly Argument[];
  /** The operation, or the list or object in it, whose members they are. */
  of: string;
  at: string;
  values: Arguments;
  onChange: (values: Arguments) => void;
}

/** The fields of the members of an object. */
export function Entries({ members, of, at, values, onChange }: EntriesProps) {
  return <FieldGrid entries={entriesOf(members, of)} at={at} values={values} onChange={onChange} />;
}

interface FieldGridProps {
  entries: readonly FormEntry[];
  /** Where the values are: `items.0`; "" for the arguments themselves. */
  at: string;
  values: Arguments;
  onChange: (values: Arguments) => void;
}

/** Fields below each other; numbers stand two in a row. */
export function FieldGrid({ entries, at, values, onChange }: FieldGridProps) {
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = values;
    onChange(value === undefined ? others : { ...values, [name]: value });
  };
  return (
    <div className={classes.grid}>
      {entries.map((entry) =>
        "exclusive" in entry ? (
          <ExclusiveField key={nameOf(entry)} exclusive={entry.exclusive} at={at} values={values} onChange={onChange} />
        ) : (
          <Field
            key={nameOf(entry)}
            argument={entry.argument}
            at={at === "" ? entry.argument.name : `${at}.${entry.argument.name}`}
            value={values[entry.argument.name]}
            beside={values}
            onChange={(value) => set(entry.argument.name, value)}
          />
        ),
      )}
    </div>
  );
}
