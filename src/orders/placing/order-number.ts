import { randomBytes } from "node:crypto";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // base 32 without I, L, O and U, which are misread

/** `ORD-2026-7KQ2M9XB`: the year and 40 random bits, so that nobody guesses another's. */
export function newOrderNumber(now: string): string {
  const random = [...randomBytes(8)].map((byte) => CROCKFORD[byte & 31]).join("");
  return `ORD-${now.slice(0, 4)}-${random}`;
}

/** An order's number as people may type it. */
export const readOrderNumber = (text: string): string => text.trim().toUpperCase();
