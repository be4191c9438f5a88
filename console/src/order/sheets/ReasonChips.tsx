import "@mantine/core/styles/Chip.css";
import { Chip } from "@mantine/core";
import type { Operation } from "../../api/operations.ts";
import { valueWord } from "../../messages/fields.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import classes from "./Sheet.module.css";

interface ReasonChipsProps {
  operation: Operation;
  /** Those that make sense here, the likely ones first; the operation says which it knows. */
  likely: readonly string[];
  value: string | undefined;
  onChange: (reason: string) => void;
}

/** Why: one of the reasons that the operation knows. */
export function ReasonChips({ operation, likely, value, onChange }: ReasonChipsProps) {
  const { order: texts, fields } = useTexts();
  const known = operation.input_schema.properties.reason?.enum ?? [];
  return (
    <fieldset className={classes.reasons}>
      <legend>{texts.reason}</legend>
      <Chip.Group value={value ?? ""} onChange={(reason) => onChange(String(reason))}>
        {likely
          .filter((reason) => known.includes(reason))
          .map((reason) => (
            <Chip key={reason} value={reason} variant="outline">
              {valueWord(fields, "reason", reason) ?? reason}
            </Chip>
          ))}
      </Chip.Group>
    </fieldset>
  );
}
