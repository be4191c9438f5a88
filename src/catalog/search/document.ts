import { words } from "../../core/text/fold.ts";

/** What a product is found by, most telling first. */
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

const MAX_WORD_LENGTH = 60; // letters; PostgreSQL's levenshtein takes 255 bytes
const MAX_WORDS = 3000; // of one product; a tsvector holds 1 MB

/** The words of a text, folded, with French elisions (l', d', qu') left out. */
function typedWords(text: string): string[] {
  const whole = words(text.replace(/(?<![\p{L}\p{N}])(?:[ldjmtscn]|qu)['’](?=\p{L})/giu, " "));
  return whole.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD_LENGTH));
}

/** A word, and an Arabic one with the article also without it: a product is found by either. */
export const forms = (word: string): string[] => (/^ال.{3}/u.test(word) ? [word, word.slice(2)] : [word]);

const searchWords = (text: string): string[] => typedWords(text).flatMap(forms);

/** Read as one text, so that thousands of variants add no more words than one description does. */
const optionWords = (options: string[]): string[] => searchWords([...new Set(options)].join(" "));

const MAX_CODE_LENGTH = 200; // letters; a lexeme holds 2 kB

/** A SKU or barcode as one word that no text contains. */
const codeWord = (code: string): string => `#${words(code).join("-").slice(0, MAX_CODE_LENGTH)}`;

/**
 * The `tsvector` of a product, in PostgreSQL's own notation, so that no text search configuration has a say. Weight A
 * is the name and codes, B labels and options, D the description; a word's position tells only its weight.
 */
export function searchVector({ name, labels, options, description, codes }: Searchable): string {
  const places = new Map<string, string[]>();
  const add = (list: string[], place: string) => {
    for (const word of new Set(list)) places.set(word, [...(places.get(word) ?? []), place]);
  };
  add([...searchWords(name), ...codes.map(codeWord)], "1A");
  add([...labels.flatMap(searchWords), ...optionWords(options)], "2B");
  add(searchWords(description), "3");
  return [...places].map(([word, at]) => `'${word}':${at.join()}`).join(" ");
}

/** The words a misspelt query word is compared with. */
export function vocabulary({ name, labels, options, description }: Searchable): string[] {
  const all = [...[name, ...labels, description].flatMap(searchWords), ...optionWords(options)];
  return [...new Set(all)].filter(mayBeMisspelt).sort();
}

const mayBeMisspelt = (word: string): boolean => typosAllowed(word) > 0 || /^\p{L}{3}$/u.test(word);

/** One typo in words of 4 to 7 letters, two from 8; none where digits are. */
export function typosAllowed(word: string): 0 | 1 | 2 {
  const letters = /^\p{L}+$/u.test(word) ? [...word].length : 0;
  return letters < 4 ? 0 : letters < 8 ? 1 : 2;
}

/** The word with each two neighbours swapped: the commonest slip, which Levenshtein counts as two. */
export function transpositions(word: string): string[] {
  const letters = [...word];
  return letters
    .slice(1)
    .map((letter, i) => [...letters.slice(0, i), letter, letters[i], ...letters.slice(i + 2)].join(""));
}

/** What a shopper typed between two blanks: the words it folds to, and the code it may be. */
export interface Term {
  words: string[];
  code: string;
}

/** Words of a query that count, over all its terms: each is looked for in every product that has the others. */
export const MAX_QUERY_WORDS = 16;

/**
 * The terms of a query, without those that hold no letter or digit, up to 16 words in all. The last of the terms may
 * have lost words, never letters of its code.
 */
export function parseTerms(query: string): Term[] {
  const terms: Term[] = [];
  let left = MAX_QUERY_WORDS;
  for (const typed of query.split(/\s+/)) {
    const kept = typedWords(typed).slice(0, left);
    if (kept.length > 0) terms.push({ words: kept, code: codeWord(typed) });
    left -= kept.length;
  }
  return terms;
}

/** One `tsquery` for each of the places a word may stand in: names, labels, anywhere. */
export interface Places {
  name: string;
  labels: string;
  anywhere: string;
}

/** How a query's words may be met, in PostgreSQL's `tsquery` notation. */
export interface SearchPlan {
  /** One for each word: by any means. */
  words: string[];
  /** All of them, or the query as a code. */
  all: string;
  /** At least one. */
  any: string;
  /** Words as typed, the unfinished last word, and misspellings: what ranks first, second, third. */
  exact: string;
  prefix: Places;
  near: Places;
  /** The query folded, to be compared with whole names. */
  name: string;
}

/** Words of the vocabulary that one word of a query may be a slip for. */
export const MAX_NEAR_WORDS = 20;

/** Puts a query together from its terms and, for each word, the words of the vocabulary that it may be a slip for. */
export function searchPlan(query: string, terms: Term[], nearWords: Map<string, string[]>): SearchPlan {
  const typed = terms.flatMap((term) => term.words);
  const last = typed.at(-1);
  const near = (word: string) => forms(word).flatMap((form) => (nearWords.get(form) ?? []).slice(0, MAX_NEAR_WORDS));
  const ways = (word: string) => [
    ...[...forms(word), ...near(word)].map(quote),
    ...(word === last ? [`${quote(word)}:*`] : []),
  ];
  const whole = quote(codeWord(query));
  const byTerm = terms.map((term) => either([quote(term.code), every(term.words.map((word) => either(ways(word))))]));
  const byWord = terms.flatMap((term) => term.words.map((word) => either([quote(term.code), ...ways(word)])));
  return {
    words: byWord,
    all: terms.length > 0 ? either([whole, every(byTerm)]) : "",
    any: either([whole, ...byWord]),
    exact: either([whole, ...terms.flatMap((term) => [term.code, ...term.words.flatMap(forms)]).map(quote)]),
    prefix: places(last ? [last] : [], ":*"),
    near: places(typed.flatMap(near), ":"),
    name: words(query).join(" "),
  };
}

/** `mark` stands before the weight: `:` for whole words, `:*` for beginnings. */
function places(list: string[], mark: ":" | ":*"): Places {
  const weighted = (weight: string) => either(list.map((word) => `${quote(word)}${mark}${weight}`));
  return { name: weighted("A"), labels: weighted("B"), anywhere: weighted("ABCD") };
}

const quote = (word: string): string => `'${word}'`;
/** Each option once: PostgreSQL would look a repeated word up again. */
function either(list: string[]): string {
  const options = [...new Set(list)];
  return options.length > 1 ? `(${options.join(" | ")})` : (options[0] ?? "");
}

const every = (parts: string[]): string => (parts.length > 1 ? `(${parts.join(" & ")})` : (parts[0] ?? ""));
