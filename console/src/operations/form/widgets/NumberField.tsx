import { NumberInput } from "@mantine/core";
import { useStore } from "../../../api/api.ts";
import { typesOf } from "../../../api/schema.ts";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { currencySign } from "../../../parts/numbers.ts";
import classes from "../Form.module.css";
import { type FieldProps, useForm } from "../FormContext.ts";
import { unitOf } from "../units.ts";
import { useInput } from "../useInput.tsx";

/** A number, with its unit at the end of the field. */
export function NumberField(props: FieldProps) {
  const { argument, value, beside, onChange } = props;
  const input = useInput(props);
  const { currency } = useStore();
  const { operations } = useTexts();
  const { begun } = useForm();
  const unit = unitOf(argument.name, { ...begun, ...beside });
  const sign = unit === "money" ? currencySign(currency) : unit === "percent" ? "%" : unit && operations.units[unit];
  return (
    <NumberInput
      {...input}
      value={(value as number) ?? ""}
      allowDecimal={typesOf(argument.schema).includes("number")}
      onChange={(number) => onChange(number === "" ? undefined : number)}
      inputMode="decimal"
      classNames={{ input: classes.number as string }}
      {...(sign && { rightSection: <span className={classes.unit}>{sign}</span>, rightSectionWidth: 56 })}
      rightSectionPointerEvents="none"
    />
  );
}
