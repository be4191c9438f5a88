import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Operation } from "../../api/operations.ts";
import type { Thing } from "../../change/begun.ts";
import type { FieldErrors } from "../../change/fieldErrors.ts";
import type { Arguments } from "../../change/run.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { argumentsIn, argumentsOf, type FormEntry, formOf } from "./arguments.ts";
import { FieldGrid } from "./Entries.tsx";
import classes from "./Form.module.css";
import { FormContext } from "./FormContext.ts";
import { kindOf } from "./kinds.ts";
import { WIDGETS } from "./widgets/widgets.ts";

interface ArgumentsFormProps {
  operation: Operation;
  args: Arguments;
  errors: FieldErrors;
  /** The thing that is changed, as it was when the person began. */
  begun?: Thing | undefined;
  onChange: (args: Arguments) => void;
  onSubmit: () => void;
}

/** The form of an operation. What is required, used often, filled in or at fault is shown; the rest on demand. */
export function ArgumentsForm({ operation, args, errors, begun, onChange, onSubmit }: ArgumentsFormProps) {
  const { change, operations } = useTexts();
  const [isWhole, setWhole] = useState(false);
  const { first, others } = useMemo(() => formOf(operation.name, operation.input_schema), [operation]);
  const isAtFault = (name: string) => Object.keys(errors).some((path) => path === name || path.startsWith(`${name}.`));
  const isNeeded = (entry: FormEntry) =>
    argumentsIn(entry).some(({ name }) => args[name] !== undefined || isAtFault(name));
  const shown = isWhole ? others : others.filter(isNeeded);
  const hidden = others.length - shown.length;
  const form = { operation, errors, isChange: isChangeOfThing(operation, args), begun, widgets: WIDGETS };

  return (
    <FormContext value={form}>
      <form
        id="arguments"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {first.length === 0 && <p className={classes.nothing}>{operations.form.nothing}</p>}
        <FieldGrid entries={[...first, ...shown]} at="" values={args} onChange={onChange} />
        {hidden > 0 && (
          <Button
            variant="transparent"
            className={classes.more}
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => setWhole(true)}
          >
            {change.fieldsMore(hidden)}
          </Button>
        )}
        <input type="submit" hidden />
      </form>
    </FormContext>
  );
}

/** Whether the arguments name something that is there already, and is changed: it is among the first ones. */
function isChangeOfThing({ name, effect, input_schema }: Operation, args: Arguments): boolean {
  if (effect === "read") return false;
  if (name === "store_update") return true;
  return argumentsOf(input_schema)
    .slice(0, 2)
    .some((argument) => kindOf(name, argument) === "reference" && args[argument.name] !== undefined);
}
