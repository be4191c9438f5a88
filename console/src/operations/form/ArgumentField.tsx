import { NumberInput, SegmentedControl, Select, Stack, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useLanguage, useTexts } from "../../messages/TextsContext.tsx";
import { English } from "../../parts/Island.tsx";
import { FieldName } from "../../parts/Value.tsx";
import type { Argument } from "./arguments.ts";

export interface FieldProps {
  argument: Argument;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

/** The most choices that stand side by side. */
const MAX_SIDE_BY_SIDE = 4;
const LONG_TEXT = 500;

/** One field of a form, drawn from the schema of its argument. An empty field is undefined: it is not sent. */
export function ArgumentField({ argument: { name, schema, isRequired }, value, error, onChange }: FieldProps) {
  const { fields } = useTexts();
  const common = {
    label: <FieldName name={name} />,
    description: schema.description && <English>{schema.description}</English>,
    error,
    name,
    withAsterisk: isRequired,
  };
  const choices = schema.enum?.map((choice) => ({ value: choice, label: fields.values[choice] ?? choice }));

  if (choices && choices.length <= MAX_SIDE_BY_SIDE && isRequired) {
    return (
      <Stack gap={4}>
        <span id={`label-${name}`}>{common.label}</span>
        <SegmentedControl
          aria-labelledby={`label-${name}`}
          data={choices}
          value={(value as string) ?? ""}
          onChange={onChange}
        />
      </Stack>
    );
  }
  if (choices) {
    return (
      <Select
        {...common}
        data={choices}
        value={(value as string) ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        clearable
      />
    );
  }
  if (schema.type === "boolean") {
    return (
      <Switch
        {...common}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked || undefined)}
      />
    );
  }
  if (schema.type === "number" || schema.type === "integer") {
    return (
      <NumberInput
        {...common}
        value={(value as number) ?? ""}
        allowDecimal={schema.type === "number"}
        onChange={(number) => onChange(number === "" ? undefined : number)}
        inputMode="decimal"
      />
    );
  }
  if (schema.type === "array" && schema.items?.type === "string") {
    return (
      <TagsInput
        {...common}
        value={(value as string[]) ?? []}
        onChange={(list) => onChange(list.length > 0 ? list : undefined)}
      />
    );
  }
  if (schema.type === "array" || schema.type === "object")
    return <JsonField {...common} value={value} onChange={onChange} />;
  if ((schema.maxLength ?? 0) > LONG_TEXT) {
    return (
      <Textarea
        {...common}
        value={(value as string) ?? ""}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        dir="auto"
        autosize
        minRows={2}
        maxRows={12}
      />
    );
  }
  return (
    <TextInput
      {...common}
      value={(value as string) ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      dir="auto"
    />
  );
}

/** Lists of objects, and objects, as JSON. */
function JsonField({
  value,
  onChange,
  error,
  ...common
}: {
  value: unknown;
  onChange: FieldProps["onChange"];
  error: string | undefined;
}) {
  const { language, texts } = useLanguage();
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
      {...common}
      lang={language}
      error={isValid ? error : texts.problems.fields.json}
      value={typed}
      onChange={(event) => read(event.currentTarget.value)}
      dir="ltr"
      autosize
      minRows={2}
    />
  );
}
