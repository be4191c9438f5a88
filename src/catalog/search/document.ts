import { codeWord, forms, textWords, typosAllowed } from "./words.ts";

/** The texts by which search finds a product, the most important first. */
export interface Searchable {
  name: string;
  /** Tags, vendor, product type. */
  labels: string[];
  /** The name of its category. */
  category?: string | null;
  /** Values of the variants' options; one may be there often. */
  options: string[];
  /** Plain text. */
  description: string;
  /** SKUs and barcodes. */
  codes: string[];
}

const searchWords = (text: string): string[] => textWords(text).flatMap(forms);

/** Joined to one text, so that thousands of variants add no more words than one description. */
const optionWords = (options: string[]): string[] => searchWords([...new Set(options)].join(" "));

/**
 * The `tsvector` of a product, in PostgreSQL's own notation, so that it depends on no text search configuration. Weight A
 * is the name and codes, B labels and options, C words that only the category has of those, D the description; a word's
 * position tells only its weight. Searches treat C like B: the weight marks what changes with the category's name.
 */
export function searchVector({ name, labels, category, options, description, codes }: Searchable): string {
  const positions = new Map<string, string[]>();
  const add = (list: string[], position: string) => {
    for (const word of new Set(list)) positions.set(word, [...(positions.get(word) ?? []), position]);
  };
  add([...searchWords(name), ...codes.map(codeWord)], "1A");
  const ownLabels = new Set([...labels.flatMap(searchWords), ...optionWords(options)]);
  add([...ownLabels], "2B");
  add(
    searchWords(category ?? "").filter((word) => !ownLabels.has(word)),
    "2C",
  );
  add(searchWords(description), "3");
  return [...positions].map(([word, at]) => `'${word}':${at.join()}`).join(" ");
}

/** The part of a product's `tsvector` that a category's name makes when the product has none of its words itself. */
export const categoryVector = (name: string): string =>
  [...new Set(searchWords(name))].map((word) => `'${word}':2C`).join(" ");

/** The words of a category's name that a misspelt query word is compared with. */
export const categoryVocabulary = (name: string): string[] =>
  vocabulary({ name, labels: [], options: [], description: "", codes: [] });

/** The words a misspelt query word is compared with. */
export function vocabulary({ name, labels, category, options, description }: Searchable): string[] {
  const all = [...[name, ...labels, category ?? "", description].flatMap(searchWords), ...optionWords(options)];
  return [...new Set(all)].filter(mayBeMisspelt).sort();
}

const mayBeMisspelt = (word: string): boolean => typosAllowed(word) > 0 || /^\p{L}{3}$/u.test(word);
