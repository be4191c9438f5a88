import type { Locale } from "./locales";

const BETWEEN = " – ";
const ARABIC = /\p{Script=Arabic}/u;

/** A name of two languages, `Robe – فستان`: in the shopper's language, and the other one. */
export function namesOf(name: string, locale: Locale): { own: string; other: string | null } {
  const parts = name.split(BETWEEN).map((part) => part.trim());
  const arabic = parts.filter((part) => ARABIC.test(part)).join(BETWEEN);
  const latin = parts.filter((part) => !ARABIC.test(part)).join(BETWEEN);
  if (!arabic || !latin) return { own: name, other: null };
  return locale === "ar" ? { own: arabic, other: latin } : { own: latin, other: arabic };
}

/** The name in the shopper's language, or the only one it has. */
export const nameOf = (name: string, locale: Locale): string => namesOf(name, locale).own;
