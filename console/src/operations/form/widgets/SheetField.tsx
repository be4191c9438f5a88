import { Button, FileButton, Textarea } from "@mantine/core";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import classes from "../Form.module.css";
import type { FieldProps } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** A sheet as CSV: from a file, or pasted. */
export function SheetField(props: FieldProps) {
  const { value, onChange } = props;
  const input = useInput(props);
  const { operations } = useTexts();
  const read = async (file: File | null) => {
    if (file) onChange(await file.text());
  };
  return (
    <div>
      <Textarea
        {...input}
        value={(value as string) ?? ""}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        placeholder={operations.form.pasteSheet}
        autosize
        minRows={3}
        maxRows={12}
        wrap="off"
      />
      <FileButton onChange={read} accept=".csv,.txt,text/csv">
        {(button) => (
          <Button {...button} variant="default" className={classes.add} leftSection={<Icon name="plus" size={18} />}>
            {operations.form.chooseFile}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
