import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../../../messages/TextsContext.tsx";
import classes from "../Form.module.css";
import type { FieldProps } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** What has no form of its own, as JSON. */
export function JsonField(props: FieldProps) {
  const { value, onChange } = props;
  const input = useInput(props);
  const { problems } = useTexts();
  const [typed, setTyped] = useState(value === undefined ? "" : JSON.stringify(value, null, 2));
  const [isValid, setValid] = useState(true);
  const read = (text: string) => {
    setTyped(text);
    try {
      onChange(text.trim() === "" ? undefined : JSON.parse(text));
      setValid(true);
    } catch {
      setValid(false);
    }
  };
  return (
    <Textarea
      {...input}
      error={isValid ? input.error : problems.fields.json}
      value={typed}
      onChange={(event) => read(event.currentTarget.value)}
      classNames={{ input: classes.code as string }}
      autosize
      minRows={2}
      maxRows={16}
      spellCheck={false}
    />
  );
}
