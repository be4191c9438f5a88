import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import type { Operation } from "../../api/operations.ts";
import type { FieldErrors } from "../../change/fieldErrors.ts";
import type { Arguments } from "../../change/run.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { ArgumentField } from "./ArgumentField.tsx";
import { argumentsOf } from "./arguments.ts";

interface ArgumentsFormProps {
  operation: Operation;
  args: Arguments;
  errors: FieldErrors;
  onChange: (args: Arguments) => void;
  onSubmit: () => void;
}

/** Fields that are shown at first where not all are required. */
const FIRST = 6;

/** The form of an operation. What is required, and what is filled in or at fault, is shown; the rest on demand. */
export function ArgumentsForm({ operation, args, errors, onChange, onSubmit }: ArgumentsFormProps) {
  const { change } = useTexts();
  const [isWhole, setWhole] = useState(false);
  const all = argumentsOf(operation);
  const errorOf = (name: string) =>
    errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];
  const isShown = ({ name, isRequired }: (typeof all)[number], index: number) =>
    isWhole || isRequired || index < FIRST || args[name] !== undefined || errorOf(name) !== undefined;
  const shown = all.filter(isShown);
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = args;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };

  return (
    <form
      id="arguments"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md">
        {shown.map((argument) => (
          <ArgumentField
            key={argument.name}
            argument={argument}
            value={args[argument.name]}
            error={errorOf(argument.name)}
            onChange={(value) => set(argument.name, value)}
          />
        ))}
        {shown.length < all.length && (
          <Button
            variant="transparent"
            justify="start"
            px={0}
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => setWhole(true)}
          >
            {change.fieldsMore(all.length - shown.length)}
          </Button>
        )}
      </Stack>
      <input type="submit" hidden />
    </form>
  );
}
