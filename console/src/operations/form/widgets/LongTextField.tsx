import { Textarea } from "@mantine/core";
import type { FieldProps } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** Text of several lines. */
export function LongTextField(props: FieldProps) {
  const input = useInput(props);
  return (
    <Textarea
      {...input}
      value={(props.value as string) ?? ""}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
      autosize
      minRows={2}
      maxRows={12}
    />
  );
}
