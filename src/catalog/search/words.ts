import { words } from "../../core/text/fold.ts";

const MAX_WORD_LENGTH = 60; // letters; PostgreSQL's levenshtein takes 255 bytes
const MAX_WORDS = 3000; // of one product; a tsvector holds 1 MB

const withoutElisions = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])(?:[ldjmtscn]|qu)['’](?=\p{L})/giu, " ");

/** The words of a text, folded, with French elisions (l', d', qu') left out. */
export const textWords = (text: string): string[] =>
  words(withoutElisions(text))
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_WORD_LENGTH));

/** The words of a text in their order: each by its folded form, as it is written first. */
export function writtenWords(text: string): Map<string, string> {
  const written = new Map<string, string>();
  for (const one of withoutElisions(text).match(/[\p{L}\p{M}\p{N}\p{S}\p{Cf}]+/gu) ?? []) {
    const folded = textWords(one);
    for (const word of folded) if (!written.has(word)) written.set(word, folded.length === 1 ? one : word);
  }
  return written;
}

/** The forms of a word by which products are found: an Arabic word with the article also without it. */
export const forms = (word: string): string[] => (/^ال.{3}/u.test(word) ? [word, word.slice(2)] : [word]);

const MAX_CODE_LENGTH = 200; // letters; a lexeme holds 2 kB

/** A SKU or barcode as one word that no text contains. */
export const codeWord = (code: string): string => `#${words(code).join("-").slice(0, MAX_CODE_LENGTH)}`;

/** How many typos are corrected in a word: 1 from 4 letters, 2 from 8, none in words with digits. */
export function typosAllowed(word: string): 0 | 1 | 2 {
  const letters = /^\p{L}+$/u.test(word) ? [...word].length : 0;
  return letters < 4 ? 0 : letters < 8 ? 1 : 2;
}

/** The word with each two neighbours swapped: the most common typo, which Levenshtein counts as two. */
export function transpositions(word: string): string[] {
  const letters = [...word];
  return letters
    .slice(1)
    .map((letter, i) => [...letters.slice(0, i), letter, letters[i], ...letters.slice(i + 2)].join(""));
}
