import { LANGUAGES, type Language } from "./languages.ts";

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
