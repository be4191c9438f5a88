/**
 * Controls, marks that turn the direction of text, and invisible characters (but the joiners that scripts need): what
 * hides instructions in a shopper's name or note from the person who reads it.
 */
const HIDDEN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** A new line can pretend to be somebody else speaking. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;

/** The same value with every text in it cleaned; for what shoppers wrote. */
export function cleaned<T>(value: T): T {
  if (typeof value === "string") return value.replace(BREAKS, " ").replace(HIDDEN, "") as T;
  if (Array.isArray(value)) return value.map(cleaned) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleaned(key), cleaned(inner)])) as T;
}
