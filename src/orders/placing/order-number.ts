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
