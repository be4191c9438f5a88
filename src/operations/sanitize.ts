/**
 * Controls, marks that turn the direction of text, and invisible characters (but the joiners that scripts need): what
 * hides instructions in a shopper's or an import's text from the person who reads it.
 */
const HIDDEN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** A new line can pretend to be somebody else speaking. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;

const NONE: ReadonlySet<string> = new Set();

/**
 * The same value with every text in it cleaned, names of members too. Texts become one line; only those inside members
 * of these names keep their lines.
 */
export const sanitize = <T>(value: T, multilineFields = NONE): T => cleaned(value, multilineFields, false);

function cleaned<T>(value: T, multilineFields: ReadonlySet<string>, isMultiline: boolean): T {
  if (typeof value === "string") return cleanedText(value, isMultiline) as T;
  if (Array.isArray(value)) return value.map((one) => cleaned(one, multilineFields, isMultiline)) as T;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, inner]) => [
    cleanedText(key, false),
    cleaned(inner, multilineFields, isMultiline || multilineFields.has(key)),
  ]);
  return Object.fromEntries(members) as T;
}

const cleanedText = (text: string, isMultiline: boolean): string =>
  isMultiline
    ? text.replace(HIDDEN, (sign) => (LINE_SIGNS.has(sign) ? sign : ""))
    : text.replace(BREAKS, " ").replace(HIDDEN, "");

const LINE_SIGNS = new Set(["\n", "\r", "\t"]);
