import { once } from "../once.ts";
import { formatsOf, languageOf } from "../text/locale.ts";
import { arabic } from "./ar.ts";
import { english } from "./en.ts";
import { french } from "./fr.ts";
import type { Messages } from "./types.ts";

export type { Messages } from "./types.ts";

/** The locale (BCP 47) of a text, and the country whose numbers it has unless the locale names one. */
export interface TextLocale {
  locale: string;
  /** ISO 3166-1; empty where no store is known. */
  country: string;
}

/** A sentence in any language: `say` has the sentences of the language, and `locale` is for texts that come from elsewhere. */
export type Sentence = (say: Messages, locale: TextLocale) => string;

const LANGUAGES = { ar: arabic, fr: french, en: english };

/** A sentence in the language of a locale; English for other languages than Arabic and French. */
export const sayIn = (sentence: Sentence, { locale, country }: TextLocale): string =>
  sentence(LANGUAGES[languageOf(locale)](formatsOf(locale, country)), { locale, country });

const ENGLISH = { locale: "en", country: "" };
const englishMessages = once(() => english(formatsOf("en", "")));

/** A sentence in English, as merchants get it. */
export const sayInEnglish = (sentence: Sentence): string => sentence(englishMessages(), ENGLISH);

/** Several sentences, one after the other. */
export const inSuccession =
  (sentences: Sentence[]): Sentence =>
  (say, locale) =>
    sentences.map((sentence) => sentence(say, locale)).join(" ");
