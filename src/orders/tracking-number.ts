import { Problem } from "../core/problem.ts";

/** So many orders with one tracking number are looked at, the newest first. */
export const SAME_TRACKING = 10;

/** The spellings under which the index of tracking numbers finds one. */
export const spellingsOf = (ref: string): string[] => [...new Set([ref, ref.toUpperCase(), ref.toLowerCase()])];

/** Fewer characters begin too many tracking numbers. */
const MIN_BEGINNING = 5;

/** The first and the last tracking number that begin as a person typed, by spelling; empty for what is too short. */
export const trackingBegun = (text: string): [string, string][] =>
  text.length < MIN_BEGINNING || /\s/.test(text)
    ? []
    : spellingsOf(text).map((spelling) => [spelling, `${spelling}${"z".repeat(20)}`]);

/**
 * The one of these orders, which have the tracking number `ref`; undefined when there is none. Throws `invalid_value` with their
 * numbers when there are several.
 */
export function onlyTracked<T extends { order_number: string }>(orders: readonly T[], ref: string): T | undefined {
  if (orders.length < 2) return orders[0];
  const numbers = orders.map(({ order_number }) => order_number);
  const message = `Several orders have the tracking number ${ref}; send one's order number: ${numbers.join(", ")}.`;
  throw new Problem("invalid_value", message, { extra: { allowed: numbers } });
}
