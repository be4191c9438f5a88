import { TextInput } from "@mantine/core";
import classes from "../Form.module.css";
import type { FieldProps } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** What reads from left to right in every language. */
const CODES = /(^|_)(phone|email|url|domain|sku|barcode|slug|code|address|tracking_number|color|locale|time_zone)$/;

/** One line of text. */
export function TextField(props: FieldProps) {
  const { argument, value, onChange } = props;
  const input = useInput(props);
  const isCode = CODES.test(argument.name);
  return (
    <TextInput
      {...input}
      value={(value as string) ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      {...(isCode && { classNames: { input: classes.code as string } })}
      {...(/phone$/.test(argument.name) && { inputMode: "tel" })}
      {...(/email$/.test(argument.name) && { inputMode: "email" })}
      autoComplete="off"
    />
  );
}
