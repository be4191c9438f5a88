import { codeWord, forms, textWords, typosAllowed } from "./words.ts";

/** The texts by which search finds a product, the most important first. */
export interface Searchable {
  name: string;
  /** Tags, vendor, category, product type. */
  labels: string[];
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
 * is the name and codes, B labels and options, D the description; a word's position tells only its weight.
 */
export function searchVector({ name, labels, options, description, codes }: Searchable): string {
  const positions = new Map<string, string[]>();
  const add = (list: string[], position: string) => {
    for (const word of new Set(list)) positions.set(word, [...(positions.get(word) ?? []), position]);
  };
  add([...searchWords(name), ...codes.map(codeWord)], "1A");
  add([...labels.flatMap(searchWords), ...optionWords(options)], "2B");
  add(searchWords(description), "3");
  return [...positions].map(([word, at]) => `'${word}':${at.join()}`).join(" ");
}

/** The words a misspelt query word is compared with. */
export function vocabulary({ name, labels, options, description }: Searchable): string[] {
  const all = [...[name, ...labels, description].flatMap(searchWords), ...optionWords(options)];
  return [...new Set(all)].filter(mayBeMisspelt).sort();
}

const mayBeMisspelt = (word: string): boolean => typosAllowed(word) > 0 || /^\p{L}{3}$/u.test(word);
