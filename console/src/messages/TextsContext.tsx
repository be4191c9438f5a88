import { createContext, use } from "react";
import type { Language } from "./languages.ts";
import type { Texts } from "./texts.ts";

interface Spoken {
  language: Language;
  texts: Texts;
  /** Shows the console in another language, in all tabs. */
  speak(language: Language): void;
}

export const TextsContext = createContext<Spoken | undefined>(undefined);

/** The language of the console, and how to change it. */
export function useLanguage(): Spoken {
  const spoken = use(TextsContext);
  if (!spoken) throw new Error("No language is loaded.");
  return spoken;
}

/** The texts in the language of the console. */
export const useTexts = (): Texts => useLanguage().texts;
