import { Input, SegmentedControl } from "@mantine/core";
import { useId } from "react";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { DOES_ALL } from "../arguments.ts";
import { type FieldProps, useForm } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** Yes, no, or not said: what is not said stays as it is. Where an operation does all by itself, not said is yes. */
export function YesNoField(props: FieldProps) {
  const { value, onChange, argument } = props;
  const input = useInput(props);
  const { frame, operations } = useTexts();
  const { operation } = useForm();
  const label = useId();
  const doesAll = DOES_ALL.includes(operation.name);
  const shown = value === undefined && doesAll ? true : value;
  const none = operation.effect === "read" ? operations.form.any : operations.form.notSaid;
  return (
    <Input.Wrapper {...input} labelElement="div" labelProps={{ id: label }}>
      <SegmentedControl
        aria-labelledby={label}
        fullWidth
        data={[
          ...(argument.isRequired || doesAll ? [] : [{ value: "", label: none }]),
          { value: "yes", label: frame.yes },
          { value: "no", label: frame.no },
        ]}
        value={shown === undefined ? "" : shown ? "yes" : "no"}
        onChange={(chosen) => onChange(chosen === "" ? undefined : chosen === "yes")}
      />
    </Input.Wrapper>
  );
}
