import { Problem } from "../core/problem.ts";

export const MAX_CODES = 10;

/**
 * Splits the codes of "ETE, VIP": without outer spaces, duplicates and empty ones, as entered otherwise. Throws
 * `invalid_value` for more than MAX_CODES.
 */
export function parseCodes(text: string | null | undefined): string[] {
  const codes = distinctCodes(enteredCodes(text));
  if (codes.length > MAX_CODES) throw new Problem("invalid_value", (say) => say.order.tooManyCodes(MAX_CODES));
  return codes;
}

/** The codes in their order, without later spellings of the same code. */
export const distinctCodes = (codes: string[]): string[] =>
  codes.filter((code, i) => codes.findIndex((other) => foldCode(other) === foldCode(code)) === i);

/** How many codes "ETE, VIP" has, duplicates included. */
export const countCodes = (text: string | null | undefined): number => enteredCodes(text).length;

const enteredCodes = (text: string | null | undefined): string[] =>
  (text ?? "").split(",").flatMap((code) => (code.trim() ? [code.trim()] : []));

/** The form in which codes are compared: without case and outer spaces. */
export const foldCode = (code: string): string => code.trim().normalize("NFC").toLowerCase();
