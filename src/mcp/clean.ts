/**
 * Controls but line feed and tab, marks that turn the direction of text, and invisible tag characters: what hides
 * instructions in a shopper's name or note from the person who reads it.
 */
const HIDDEN = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** The same value with every text in it cleaned; for what shoppers wrote. */
export function cleaned<T>(value: T): T {
  if (typeof value === "string") return value.replace(HIDDEN, "") as T;
  if (Array.isArray(value)) return value.map(cleaned) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleaned(key), cleaned(inner)])) as T;
}
