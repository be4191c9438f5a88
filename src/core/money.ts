/**
 * Money is an integer number of the currency's minor units everywhere inside. Major units (the numbers of the
 * wire, `2500.5`) exist only at the edges, and pass through these two functions.
 */

const digitsByCurrency = new Map<string, number>();

/** Digits after the decimal point, 2 for EUR, 0 for JPY, 3 for TND. */
export function minorDigits(currency: string): number {
  let digits = digitsByCurrency.get(currency);
  if (digits === undefined) {
    digits = ISO_4217_DIGITS[currency] ?? intlDigits(currency);
    digitsByCurrency.set(currency, digits);
  }
  return digits;
}

/** `Intl` follows CLDR, which drops the digits people no longer write; these are ISO 4217's, which payments use. */
// biome-ignore format: a table
const ISO_4217_DIGITS: Record<string, number> = {
  AFN: 2, ALL: 2, COP: 2, HUF: 2, IDR: 2, IQD: 3, IRR: 2, KPW: 2, LAK: 2, LBP: 2, MGA: 2, PKR: 2, SLL: 2, SOS: 2, SYP: 2, YER: 2,
};

const intlDigits = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** 250050 minor units of DZD are 2500.5 on the wire. Exact: the quotient is the nearest double of the decimal. */
export const toMajor = (minor: number, currency: string): number => minor / 10 ** minorDigits(currency);

/** The same, keeping null. */
export const toMajorOrNull = (minor: number | null, currency: string): number | null =>
  minor === null ? null : toMajor(minor, currency);

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Major units to minor units, by decimal digits and never through a float product: "19.99" EUR is 1999.
 * More digits than the currency has are rounded half up, or as asked (`floor`, `ceil`, for price bounds).
 * Throws RangeError when the text is no number or the result is not a safe integer.
 */
export function toMinor(
  major: number | string,
  currency: string,
  rounding: "half_up" | "floor" | "ceil" = "half_up",
): number {
  const match = DECIMAL.exec(String(major).trim());
  if (!match) throw new RangeError(`not an amount: ${major}`);
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const shift = minorDigits(currency) - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  const minor = Number(
    (sign ? -1n : 1n) *
      (shift >= 0 ? digits * 10n ** BigInt(Math.min(shift, 400)) : shorten(digits, -shift, rounding, sign === "-")),
  );
  if (!Number.isSafeInteger(minor)) throw new RangeError(`amount out of range: ${major}`);
  return minor;
}

function shorten(digits: bigint, places: number, rounding: "half_up" | "floor" | "ceil", negative: boolean): bigint {
  const unit = 10n ** BigInt(Math.min(places, 400));
  const [kept, rest] = [digits / unit, digits % unit];
  const awayFromZero = rounding === "half_up" ? rest * 2n >= unit : rest > 0n && (rounding === "ceil") !== negative;
  return awayFromZero ? kept + 1n : kept;
}
