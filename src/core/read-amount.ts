import { isExact, maxMinor, minorDigits, toMajor, toMinor } from "./money.ts";
import { invalidValue } from "./problem.ts";

/**
 * Converts an amount that a merchant gave in major units to minor units. Throws `invalid_value` naming the field when the
 * amount is negative or too large, or has more decimals than the currency.
 */
export function readAmount(path: string, major: number, currency: string): number {
  const digits = minorDigits(currency);
  if (!(major >= 0 && major <= toMajor(maxMinor(currency), currency))) throw invalidValue(path, "is out of range");
  if (isExact(major, currency)) return toMinor(major, currency);
  throw invalidValue(
    path,
    digits === 0 ? `must be a whole number of ${currency}` : `must have at most ${digits} decimals`,
  );
}
