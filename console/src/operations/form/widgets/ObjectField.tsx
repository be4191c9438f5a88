import { Input } from "@mantine/core";
import type { Arguments } from "../../../change/run.ts";
import { Entries } from "../Entries.tsx";
import classes from "../Form.module.css";
import { type FieldProps, useForm } from "../FormContext.ts";
import { membersOf } from "../kinds.ts";
import { useInput } from "../useInput.tsx";

/** Several members under one name. */
export function ObjectField(props: FieldProps) {
  const { argument, at, value, onChange } = props;
  const input = useInput(props);
  const { operation } = useForm();
  return (
    <Input.Wrapper {...input} labelElement="div">
      <div className={classes.nested}>
        <Entries
          members={membersOf(argument)}
          of={`${operation.name}.${argument.path}`}
          at={at}
          values={(value as Arguments) ?? {}}
          onChange={(members) => onChange(Object.keys(members).length > 0 ? members : undefined)}
        />
      </div>
    </Input.Wrapper>
  );
}
