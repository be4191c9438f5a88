/**
 * Controls, marks that turn the direction of text, and invisible characters (but the joiners that scripts need): what
 * hides instructions in a shopper's or an import's text from the person who reads it.
 */
const HIDDEN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** A new line can pretend to be somebody else speaking. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;

/** Long texts and free objects that only merchants and imports write: their lines are part of them. */
const MANY_LINES = new Set([
  ...["description", "body", "content", "contact_info", "social_links", "theme_settings", "settings"],
]);

/**
 * The same value with every text in it cleaned, names of members too. Texts are one line, but for those of members that
 * are known to have many.
 */
export function sanitize<T>(value: T, hasLines = false): T {
  if (typeof value === "string") return cleanedText(value, hasLines) as T;
  if (Array.isArray(value)) return value.map((one) => sanitize(one, hasLines)) as T;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, inner]) => [
    sanitize(key),
    sanitize(inner, hasLines || MANY_LINES.has(key)),
  ]);
  return Object.fromEntries(members) as T;
}

const cleanedText = (text: string, hasLines: boolean): string =>
  hasLines
    ? text.replace(HIDDEN, (sign) => (LINE_SIGNS.has(sign) ? sign : ""))
    : text.replace(BREAKS, " ").replace(HIDDEN, "");

const LINE_SIGNS = new Set(["\n", "\r", "\t"]);
