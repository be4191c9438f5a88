import { Input, Pill, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Value } from "../../parts/Value.tsx";
import classes from "./Form.module.css";
import { type FieldProps, useForm } from "./FormContext.ts";
import { canBeEmptied, type Kind, kindOf } from "./kinds.ts";
import { nowOf } from "./now.ts";
import { useInput } from "./useInput.tsx";

/** What one changes a part of, rather than fill it in anew: what is there now can be taken into the field. */
const EDITED: readonly Kind[] = ["text", "long-text", "texts", "references", "list", "map", "object"];

/** One field of a form, drawn from the schema of its argument. What is there already is said, and can be emptied where the schema allows it. */
export function Field(props: FieldProps) {
  const { argument, value, onChange } = props;
  const { operation, isChange, begun, widgets } = useForm();
  const { change, operations } = useTexts();
  const [taken, setTaken] = useState(0);
  const kind = kindOf(operation.name, argument);
  // Pictures show those that are there by themselves.
  const now = value === undefined && kind !== "pictures" ? nowOf(argument, begun) : undefined;
  const take = () => {
    setTaken(taken + 1); // drawn anew: some widgets keep rows of their own
    onChange(now);
  };
  if (value === null) return <Emptied {...props} />;
  const Widget = widgets[kind];
  const canEmpty = isChange && value === undefined && canBeEmptied(argument);
  return (
    <div className={classes.field} data-kind={kind}>
      <Widget key={taken} {...props} />
      {now !== undefined && (
        <p className={classes.now}>
          <span>
            {change.nowIs} <Value name={argument.name} value={now} />
          </span>
          {EDITED.includes(kind) && <UnstyledButton onClick={take}>{operations.form.edit}</UnstyledButton>}
        </p>
      )}
      {canEmpty && (
        <UnstyledButton className={classes.empty} onClick={() => onChange(null)}>
          {operations.form.empty}
        </UnstyledButton>
      )}
    </div>
  );
}

/** A field that is sent empty. */
function Emptied(props: FieldProps) {
  const { operations } = useTexts();
  const input = useInput(props);
  return (
    <Input.Wrapper {...input} labelElement="div">
      <div>
        <Pill
          withRemoveButton
          onRemove={() => props.onChange(undefined)}
          removeButtonProps={{ "aria-label": operations.form.notEmpty, "aria-hidden": false, tabIndex: 0 }}
        >
          {operations.form.isEmptied}
        </Pill>
      </div>
    </Input.Wrapper>
  );
}
