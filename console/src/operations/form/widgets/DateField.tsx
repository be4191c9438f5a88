import { Input, TextInput } from "@mantine/core";
import { useId } from "react";
import { useStore } from "../../../api/api.ts";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { localDateTime } from "../../../parts/writing/dates.ts";
import classes from "../Form.module.css";
import type { FieldProps } from "../FormContext.ts";
import { useInput } from "../useInput.tsx";

/** A day, and if wanted a time of it, in the time zone of the store: the pickers of the browser, which people know from their phones. */
export function DateField(props: FieldProps) {
  const { argument, value, onChange } = props;
  const input = useInput(props);
  const { operations } = useTexts();
  const { time_zone } = useStore();
  const label = useId();
  const [date = "", time = ""] = localDateTime(typeof value === "string" ? value : "", time_zone).split("T");
  const set = (nextDate: string, nextTime: string) =>
    onChange(nextDate === "" ? undefined : nextTime === "" ? nextDate : `${nextDate}T${nextTime}`);
  const hasTime = argument.name !== "day";
  return (
    <Input.Wrapper {...input} labelElement="div" labelProps={{ id: label }}>
      <div className={classes.date}>
        <TextInput
          type="date"
          aria-labelledby={label}
          value={date}
          error={input.error !== undefined}
          onChange={(event) => set(event.currentTarget.value, time)}
        />
        {hasTime && (
          <TextInput
            type="time"
            aria-label={operations.form.time}
            value={time.slice(0, 5)}
            disabled={date === ""}
            onChange={(event) => set(date, event.currentTarget.value)}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}
