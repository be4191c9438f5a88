import { ActionIcon } from "@mantine/core";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import classes from "./Shop.module.css";

interface StepperProps {
  /** What is counted, for those who hear it. */
  label: string;
  value: number;
  min?: number;
  max?: number;
  /** Shown behind the value: `1 / 3`. */
  of?: number;
  onChange: (value: number) => void;
}

const MOST = 10_000;

/** A small number with a button on each side; it can also be typed. */
export function Stepper({ label, value, min = 0, max = MOST, of, onChange }: StepperProps) {
  const { shop } = useTexts();
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  return (
    <fieldset className={classes.stepper} aria-label={label}>
      <ActionIcon aria-label={shop.less} disabled={value <= min} onClick={() => set(value - 1)}>
        <Icon name="minus" size={18} />
      </ActionIcon>
      <span dir="ltr" className={classes.count}>
        <input
          inputMode="numeric"
          aria-label={label}
          value={value}
          size={Math.max(1, String(value).length)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => set(Number(currentTarget.value.replaceAll(/\D/g, "")))}
        />
        {of !== undefined && <small>/ {of}</small>}
      </span>
      <ActionIcon aria-label={shop.more} disabled={value >= max} onClick={() => set(value + 1)}>
        <Icon name="plus" size={18} />
      </ActionIcon>
    </fieldset>
  );
}
