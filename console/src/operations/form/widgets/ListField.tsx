import { ActionIcon, Button, Input } from "@mantine/core";
import { useState } from "react";
import type { Arguments } from "../../../change/run.ts";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import { Island } from "../../../parts/Island.tsx";
import { Entries } from "../Entries.tsx";
import classes from "../Form.module.css";
import { type FieldProps, useForm } from "../FormContext.ts";
import { membersOf } from "../kinds.ts";
import { RowSchema, useRowSchema } from "../RowSchema.ts";
import { useInput } from "../useInput.tsx";

/** A row keeps its key while others come, go and move. */
const newKey = (): number => ++lastKey;
let lastKey = 0;

const withoutAt = <T,>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);

function swapped<T>(list: readonly T[], index: number): T[] {
  const next = [...list];
  next.splice(index - 1, 2, ...list.slice(index - 1, index + 1).reverse());
  return next;
}

/** Rows of several members each, which can be added, moved and removed. */
export function ListField(props: FieldProps) {
  const { argument, at, value, onChange } = props;
  const input = useInput(props);
  const { operations } = useTexts();
  const { operation } = useForm();
  const around = useRowSchema();
  const rowSchema = argument.schema.items?.properties ? argument.schema.items : around;
  const members = membersOf(argument, rowSchema);
  const rows = ((value as unknown[]) ?? []).map((row) => rowOf(row, members[0]?.name));
  const [known, setKeys] = useState<number[]>(() => rows.map(newKey));
  const keys = known.length === rows.length ? known : rows.map((_, index) => known[index] ?? -index);

  const set = (next: Arguments[], nextKeys: number[]) => {
    setKeys(nextKeys);
    onChange(next.length > 0 ? next : undefined);
  };
  const isFull = rows.length >= (argument.schema.maxItems ?? Number.POSITIVE_INFINITY);

  return (
    <RowSchema value={rowSchema}>
      <Input.Wrapper {...input} labelElement="div">
        <ol className={classes.rows} data-compact={members.length <= 2 || undefined}>
          {rows.map((row, index) => (
            <li key={keys[index]}>
              <header>
                <Island>{index + 1}</Island>
                {index > 0 && (
                  <ActionIcon
                    aria-label={operations.form.moveUp(index + 1)}
                    onClick={() => set(swapped(rows, index), swapped(keys, index))}
                  >
                    <Icon name="up" size={18} />
                  </ActionIcon>
                )}
                {index < rows.length - 1 && (
                  <ActionIcon
                    aria-label={operations.form.moveDown(index + 1)}
                    onClick={() => set(swapped(rows, index + 1), swapped(keys, index + 1))}
                  >
                    <Icon name="down" size={18} />
                  </ActionIcon>
                )}
                <ActionIcon
                  aria-label={operations.form.removeRow(index + 1)}
                  onClick={() => set(withoutAt(rows, index), withoutAt(keys, index))}
                >
                  <Icon name="close" size={18} />
                </ActionIcon>
              </header>
              <Entries
                members={members}
                of={`${operation.name}.${argument.path}`}
                at={`${at}.${index}`}
                values={row}
                onChange={(changed) => set(rows.with(index, changed), keys)}
              />
            </li>
          ))}
        </ol>
        {!isFull && (
          <Button
            variant="default"
            className={classes.add}
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => set([...rows, {}], [...keys, newKey()])}
          >
            {operations.form.addRow}
          </Button>
        )}
      </Input.Wrapper>
    </RowSchema>
  );
}

/** A row; lists that also take texts alone mean by them the first member. */
const rowOf = (row: unknown, firstMember: string | undefined): Arguments =>
  typeof row === "object" && row !== null ? (row as Arguments) : firstMember ? { [firstMember]: row } : {};
