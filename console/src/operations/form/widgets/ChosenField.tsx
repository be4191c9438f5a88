import "@mantine/core/styles/Chip.css";
import { Chip, Group, Input } from "@mantine/core";
import { useId } from "react";
import { valueWord } from "../../../messages/fields.ts";
import { useTexts } from "../../../messages/TextsContext.tsx";
import type { FieldProps } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** Several of some values, as chips. */
export function ChosenField(props: FieldProps) {
  const { argument, value, onChange } = props;
  const input = useInput(props);
  const { fields } = useTexts();
  const label = useId();
  return (
    <Input.Wrapper {...input} labelElement="div" labelProps={{ id: label }}>
      <Chip.Group
        multiple
        value={(value as string[]) ?? []}
        onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
      >
        <Group gap="xs" role="group" aria-labelledby={label}>
          {argument.schema.items?.enum?.map((choice) => (
            <Chip key={choice} value={choice} variant="light" radius="xl">
              {valueWord(fields, argument.name, choice) ?? choice}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
