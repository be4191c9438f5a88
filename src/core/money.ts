/**
 * Inside the server, money is an integer number of the currency's minor units. Major units (`2500.5`, as in the API) exist
 * only at the edges; `toMajor` and `toMinor` convert them.
 */

/** The currencies of ISO 4217 without two digits. `Intl` is not used: it follows CLDR, which differs and changes with the runtime. */
// biome-ignore format: a table
const DIGITS: Record<string, number> = {
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4,
};

/** Digits after the decimal point, 2 for EUR, 0 for JPY, 3 for TND. */
export const minorDigits = (currency: string): number => DIGITS[currency] ?? 2;

/** Minor to major units: 250050 of DZD is 2500.5. Exact: the quotient is the double nearest to the decimal number. */
export const toMajor = (minor: number, currency: string): number => minor / 10 ** minorDigits(currency);

/** Like `toMajor`; null stays null. */
export const toMajorOrNull = (minor: number | null, currency: string): number | null =>
  minor === null ? null : toMajor(minor, currency);

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Major to minor units: "19.99" EUR is 1999. It works on the decimal digits, never on a float product. Digits beyond those
 * of the currency are rounded half up, or by `rounding` (`floor` and `ceil` serve price bounds). Throws RangeError when the
 * text is not a number, or the result is not a safe integer.
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
      (shift >= 0 ? digits * 10n ** BigInt(Math.min(shift, 400)) : dropDigits(digits, -shift, rounding, sign === "-")),
  );
  if (!Number.isSafeInteger(minor)) throw new RangeError(`amount out of range: ${major}`);
  return minor;
}

function dropDigits(digits: bigint, places: number, rounding: "half_up" | "floor" | "ceil", negative: boolean): bigint {
  const unit = 10n ** BigInt(Math.min(places, 400));
  const [quotient, remainder] = [digits / unit, digits % unit];
  const awayFromZero =
    rounding === "half_up" ? remainder * 2n >= unit : remainder > 0n && (rounding === "ceil") !== negative;
  return awayFromZero ? quotient + 1n : quotient;
}

/** The largest amount that may be given, in major units. */
export const MAX_MAJOR = 1e12;

/** The largest amount that is accepted, in minor units. */
export const maxMinor = (currency: string): number =>
  Math.min(MAX_MAJOR * 10 ** minorDigits(currency), Number.MAX_SAFE_INTEGER);

/** Whether an amount in major units has no more decimals than the currency. Throws as `toMinor` does. */
export const isExact = (major: number | string, currency: string): boolean =>
  toMinor(major, currency, "floor") === toMinor(major, currency, "ceil");

/** `amount * part / whole` in minor units, rounded half up. No argument may be negative; intermediate results may have any size. */
export const proportion = (amount: number, part: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
