import type { Texts } from "./texts.ts";

export const LANGUAGES = ["ar", "fr", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language is called in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { ar: "العربية", fr: "Français", en: "English" };

/** Each language is a file of its own: a browser loads the one that it shows. */
export const loadTexts: Record<Language, () => Promise<Texts>> = {
  ar: async () => (await import("./ar/all.ts")).ar,
  fr: async () => (await import("./fr/all.ts")).fr,
  en: async () => (await import("./en/all.ts")).en,
};

/** The direction in which a language is written. */
export const directionOf = (language: Language): "rtl" | "ltr" => (language === "ar" ? "rtl" : "ltr");
