import type { Language } from "./locale.ts";

const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Nd}]/u;

/**
 * Wraps a text that has Latin letters or digits in a directional isolate (FSI … PDI of the Unicode Bidirectional Algorithm), for
 * an Arabic sentence. Without it, the sign of a code like "ETE+" would be shown at the wrong end.
 */
export const isolated = (text: string): string => (LEFT_TO_RIGHT.test(text) ? `\u2068${text}\u2069` : text);

/** Puts a text between the quotation marks of a language. Spaces inside French ones do not break. */
export const quoted: Record<Language, (text: string) => string> = {
  ar: (text) => `«${isolated(text)}»`,
  fr: (text) => `«\u00a0${text}\u00a0»`,
  en: (text) => `"${text}"`,
};
