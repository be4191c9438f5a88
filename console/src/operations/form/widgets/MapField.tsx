import { ActionIcon, Button, Input, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import { Field } from "../Field.tsx";
import classes from "../Form.module.css";
import type { FieldProps } from "../FormContext.ts";
import { valueSchemaOf } from "../kinds.ts";
import { useInput } from "../useInput.tsx";

interface Pair {
  key: number;
  name: string;
  value: unknown;
}

let lastKey = 0;

/** Values under names that people choose. */
export function MapField(props: FieldProps) {
  const { argument, at, value, onChange } = props;
  const input = useInput(props);
  const { operations } = useTexts();
  const [pairs, setPairs] = useState<Pair[]>(() =>
    Object.entries((value as object) ?? {}).map(([name, one]) => ({ key: ++lastKey, name, value: one })),
  );
  const set = (next: Pair[]) => {
    setPairs(next);
    const named = next.filter((pair) => pair.name !== "" && pair.value !== undefined);
    onChange(named.length > 0 ? Object.fromEntries(named.map((pair) => [pair.name, pair.value])) : undefined);
  };
  const change = (key: number, part: Partial<Pair>) =>
    set(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));

  return (
    <Input.Wrapper {...input} labelElement="div">
      <ul className={classes.pairs}>
        {pairs.map((pair) => (
          <li key={pair.key}>
            <TextInput
              label={operations.form.pairName}
              value={pair.name}
              onChange={(event) => change(pair.key, { name: event.currentTarget.value })}
            />
            <Field
              argument={{
                name: "pair_value",
                path: `${argument.path}.pair_value`,
                schema: valueSchemaOf(argument.schema),
                isRequired: false,
              }}
              at={`${at}.${pair.name}`}
              value={pair.value}
              beside={{}}
              onChange={(next) => change(pair.key, { value: next })}
            />
            <ActionIcon
              aria-label={operations.form.removePair(pair.name)}
              onClick={() => set(pairs.filter(({ key }) => key !== pair.key))}
            >
              <Icon name="close" size={18} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        className={classes.add}
        leftSection={<Icon name="plus" size={18} />}
        onClick={() => set([...pairs, { key: ++lastKey, name: "", value: undefined }])}
      >
        {operations.form.addRow}
      </Button>
    </Input.Wrapper>
  );
}
