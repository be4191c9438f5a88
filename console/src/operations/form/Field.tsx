import { Input, Pill, UnstyledButton } from "@mantine/core";
import { useTexts } from "../../messages/TextsContext.tsx";
import classes from "./Form.module.css";
import { type FieldProps, useForm } from "./FormContext.ts";
import { canBeEmptied, kindOf } from "./kinds.ts";
import { useInput } from "./useInput.tsx";

/** One field of a form, drawn from the schema of its argument. What is there already can be emptied where the schema allows it. */
export function Field(props: FieldProps) {
  const { argument, value, onChange } = props;
  const { operation, isChange, widgets } = useForm();
  const { operations } = useTexts();
  const kind = kindOf(operation.name, argument);
  if (value === null) return <Emptied {...props} />;
  const Widget = widgets[kind];
  const canEmpty = isChange && value === undefined && canBeEmptied(argument);
  return (
    <div className={classes.field} data-kind={kind}>
      <Widget {...props} />
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
          removeButtonProps={{ "aria-label": operations.form.notEmpty, tabIndex: 0 }}
        >
          {operations.form.isEmptied}
        </Pill>
      </div>
    </Input.Wrapper>
  );
}
