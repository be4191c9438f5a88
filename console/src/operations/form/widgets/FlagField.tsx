import { Switch } from "@mantine/core";
import type { FieldProps } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** Yes, or not said. */
export function FlagField(props: FieldProps) {
  const { withAsterisk: _, ...input } = useInput(props);
  return (
    <Switch
      {...input}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked || undefined)}
    />
  );
}
