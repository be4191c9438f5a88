import { randomBytes } from "node:crypto";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // base 32 without I, L, O and U, which are easy to misread

/** An order number like `ORD-2026-7KQ2M9XB`: the year and 40 random bits, which nobody can guess. */
export function newOrderNumber(now: string): string {
  const random = [...randomBytes(8)].map((byte) => CROCKFORD[byte & 31]).join("");
  return `ORD-${now.slice(0, 4)}-${random}`;
}

/** Whether a text is an order number, in small or capital letters. */
export const isOrderNumber = (text: string): boolean => /^ORD-\d{4}-[0-9A-Z]{8}$/.test(readOrderNumber(text));

/** Normalises an order number that a person typed. */
export const readOrderNumber = (text: string): string => text.trim().toUpperCase();

const LENGTH = "ORD-2026-7KQ2M9XB".length;
/** Fewer letters begin too many numbers, and are most often a name. */
const MIN_BEGINNING = 4;

/**
 * The first and the last number that begin as a person typed, with or without `ORD-` and the year: of this year and the last. Empty
 * for what begins no number. All have one length, so that every collation sorts them alike.
 */
export function numbersBegun(text: string, now: string): [string, string][] {
  const typed = readOrderNumber(text);
  const isEnd =
    typed.length >= MIN_BEGINNING && typed.length <= 8 && [...typed].every((one) => CROCKFORD.includes(one));
  const year = Number(now.slice(0, 4));
  const begun = isEnd ? [year, year - 1].map((of) => `ORD-${of}-${typed}`) : [];
  if (/^ORD-\d{4}-[0-9A-Z]{1,8}$/.test(typed)) begun.push(typed);
  return begun.map((beginning) => [beginning.padEnd(LENGTH, "0"), beginning.padEnd(LENGTH, "Z")]);
}
