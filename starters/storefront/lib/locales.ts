/** The languages of the shop, the first being the one of people whose browser speaks none of them. */
export const LOCALES = ["ar", "fr", "en"] as const;

export type Locale = (typeof LOCALES)[number];

export const isLocale = (text: string): text is Locale => (LOCALES as readonly string[]).includes(text);

/** The language that a form names, or the first of ours. */
export const localeOf = (given: unknown): Locale => (typeof given === "string" && isLocale(given) ? given : LOCALES[0]);

export const directionOf = (locale: Locale): "rtl" | "ltr" => (locale === "ar" ? "rtl" : "ltr");

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Locale, string> = { ar: "العربية", fr: "Français", en: "English" };

/** The language with a country, for dates and counts. Digits are those of the shop's prices. */
export const TAGS: Record<Locale, string> = { ar: "ar-DZ-u-nu-latn", fr: "fr-DZ", en: "en-GB" };
