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

/** Where this device keeps the language that was chosen. */
export const KEPT_LANGUAGE = "hanout.language";

export const isLanguage = (text: string | null): text is Language => LANGUAGES.some((language) => language === text);

/** The language of the page where the person signed in, or that was chosen on this device, else the first of the browser's that there is. */
export function firstLanguage(): Language {
  const chosen = new URLSearchParams(location.search).get("locale");
  if (isLanguage(chosen)) localStorage.setItem(KEPT_LANGUAGE, chosen);
  const wanted = [localStorage.getItem(KEPT_LANGUAGE), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const language = wanted.find(isLanguage) ?? "fr";
  document.documentElement.lang = language;
  return language;
}
