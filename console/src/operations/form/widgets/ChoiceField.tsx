import { Input, SegmentedControl, Select } from "@mantine/core";
import { useId } from "react";
import { valueWord } from "../../../messages/fields.ts";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { inWords } from "../../../parts/writing/words.ts";
import { type FieldProps, useForm } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** Choices stand side by side while there are so few, and their words so short in all. */
const MAX_SIDE_BY_SIDE = 4;
const MAX_LETTERS = 30;

/** One of some values. */
export function ChoiceField(props: FieldProps) {
  const { argument, value, onChange } = props;
  const input = useInput(props);
  const { fields, operations } = useTexts();
  const { operation } = useForm();
  const label = useId();
  const { schema, name, isRequired } = argument;
  const choices = (schema.enum ?? []).map((choice) => ({
    value: choice,
    label: valueWord(fields, name, choice) ?? inWords(choice),
  }));
  const none = { value: "", label: operation.effect === "read" ? operations.form.any : operations.form.notSaid };
  const all = isRequired ? choices : [none, ...choices];
  const letters = all.reduce((sum, choice) => sum + choice.label.length, 0);

  if (all.length <= MAX_SIDE_BY_SIDE && letters <= MAX_LETTERS) {
    return (
      <Input.Wrapper {...input} labelElement="div" labelProps={{ id: label }}>
        <SegmentedControl
          aria-labelledby={label}
          fullWidth
          data={all}
          value={(value as string) ?? (isRequired ? "-" : "")}
          onChange={(chosen) => onChange(chosen || undefined)}
        />
      </Input.Wrapper>
    );
  }
  return (
    <Select
      {...input}
      data={choices}
      value={(value as string) ?? null}
      placeholder={isRequired ? operations.form.choose : none.label}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable={!isRequired}
      allowDeselect={!isRequired}
    />
  );
}
