import { TagsInput } from "@mantine/core";
import { useTexts } from "../../../messages/TextsContext.tsx";
import type { FieldProps } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** Several short texts: Enter, or a comma, ends one. */
export function TextsField(props: FieldProps) {
  const { value, onChange } = props;
  const input = useInput(props);
  const { operations } = useTexts();
  const texts = (value as string[]) ?? [];
  return (
    <TagsInput
      {...input}
      value={texts}
      placeholder={texts.length === 0 ? operations.form.endWithEnter : undefined}
      splitChars={[",", "،", ";"]}
      acceptValueOnBlur
      onChange={(list) => onChange(list.length > 0 ? list : undefined)}
      clearable
    />
  );
}
