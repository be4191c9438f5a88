import { Input, SegmentedControl } from "@mantine/core";
import { useId, useState } from "react";
import type { Arguments } from "../../change/run.ts";
import { fieldName } from "../../messages/fields.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { inWords } from "../../parts/writing/words.ts";
import type { Exclusive } from "./arguments.ts";
import { Field } from "./Field.tsx";
import classes from "./Form.module.css";
import { useForm } from "./FormContext.ts";

interface ExclusiveFieldProps {
  exclusive: Exclusive;
  /** The path of the field with the positions in lists, without the name: `changes.0`; "" at the top. */
  at: string;
  values: Arguments;
  /** Gets all values, of which those of the other members are gone. */
  onChange: (values: Arguments) => void;
}

/** Arguments of which only one may be sent: a switch says which, and there is one field. */
export function ExclusiveField({ exclusive, at, values, onChange }: ExclusiveFieldProps) {
  const { fields } = useTexts();
  const { operation, errors } = useForm();
  const label = useId();
  const { members } = exclusive;
  const [chosenName, setChosen] = useState(members[0]?.name);
  const member =
    members.find(({ name }) => values[name] !== undefined) ?? members.find(({ name }) => name === chosenName);
  if (!member) return null;
  const set = (name: string, value: unknown) => {
    const others = Object.fromEntries(
      Object.entries(values).filter(([one]) => !members.some(({ name }) => name === one)),
    );
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  const nameOfMember = ({ name, path }: typeof member) => fieldName(fields, operation.name, path) ?? inWords(name);
  const groupPath = [member.path.slice(0, -member.name.length - 1), exclusive.name].filter(Boolean).join(".");
  const errorAt = (name: string) => errors[[at, name].filter(Boolean).join(".")];

  return (
    <Input.Wrapper
      label={fieldName(fields, operation.name, groupPath) ?? inWords(exclusive.name)}
      labelElement="div"
      labelProps={{ id: label }}
      error={members.filter(({ name }) => name !== member.name).map(({ name }) => errorAt(name))[0]}
    >
      <div className={classes.exclusive}>
        <SegmentedControl
          aria-labelledby={label}
          fullWidth
          data={members.map((one) => ({ value: one.name, label: nameOfMember(one) }))}
          value={member.name}
          onChange={(name) => {
            setChosen(name);
            // A number stays when its meaning changes; anything else is of another form.
            const kept = typeof values[member.name] === "number" ? values[member.name] : undefined;
            set(name, kept);
          }}
        />
        <Field
          key={member.name}
          argument={member}
          at={[at, member.name].filter(Boolean).join(".")}
          value={values[member.name]}
          beside={values}
          onChange={(value) => set(member.name, value)}
        />
      </div>
    </Input.Wrapper>
  );
}
