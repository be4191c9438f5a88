import { words } from "../../core/text/fold.ts";
import { codeWord, forms, textWords } from "./words.ts";

/** A part of a query between two spaces: its folded words, and the same as a code (SKU or barcode). */
export interface Term {
  words: string[];
  code: string;
}

/** Maximum words of a query, over all its terms; the words after them are ignored. */
export const MAX_QUERY_WORDS = 16;

/**
 * The terms of a query, without those that hold no letter or digit, up to 16 words in all. The last of the terms may
 * have lost words, never letters of its code.
 */
export function parseTerms(query: string): Term[] {
  const terms: Term[] = [];
  let left = MAX_QUERY_WORDS;
  for (const typed of query.split(/\s+/)) {
    const kept = textWords(typed).slice(0, left);
    if (kept.length > 0) terms.push({ words: kept, code: codeWord(typed) });
    left -= kept.length;
  }
  return terms;
}

/** One `tsquery` for each part of a product that may hold a word: its name, its labels, any. */
export interface PartQueries {
  name: string;
  labels: string;
  anywhere: string;
}

/** A word of a query, with one `tsquery` for each way in which products may have it; "" where there is none. */
export interface SearchedWord {
  word: string;
  typed: string;
  misspelt: string;
  /** Of the last word: as the beginning of another. */
  unfinished: string;
  /** Any of these. */
  any: string;
  /** Words of the vocabulary that it may be a misspelling of, nearest first. */
  near: string[];
}

/** What a query is searched by, in PostgreSQL's `tsquery` notation. */
export interface SearchPlan {
  words: SearchedWord[];
  /** All of them, or the query as a code. */
  all: string;
  /** All of them but one, any one. */
  allButOne: string;
  /** Words as typed, the unfinished last word, and misspellings: what ranks first, second, third. */
  exact: string;
  prefix: PartQueries;
  near: PartQueries;
  /** The query folded, to be compared with whole names. */
  name: string;
}

/** Maximum words of the vocabulary that are tried for one misspelt word. */
export const MAX_NEAR_WORDS = 20;

/**
 * The plan for a query: its terms without the words to be ignored, and for each word the words of the vocabulary that it
 * may be a misspelling of.
 */
export function searchPlan(
  query: string,
  typed: Term[],
  nearWords: Map<string, string[]>,
  ignored: string[] = [],
): SearchPlan {
  const last = typed.at(-1)?.words.at(-1);
  const terms = typed
    .map(({ words: list, code }) => ({ words: list.filter((word) => !ignored.includes(word)), code }))
    .filter((term) => term.words.length > 0);
  const near = (word: string) => [
    ...new Set(forms(word).flatMap((form) => (nearWords.get(form) ?? []).slice(0, MAX_NEAR_WORDS))),
  ];
  const ways = (word: string) => {
    const whole = [...forms(word), ...near(word)];
    // The beginning of a word finds the whole word too; PostgreSQL would read the products of both.
    return word === last
      ? [...whole.filter((one) => !one.startsWith(word)).map(quote), beginning(word)]
      : whole.map(quote);
  };
  const searched = ({ code }: Term, word: string): SearchedWord => ({
    word,
    typed: either([code, ...forms(word)].map(quote)),
    misspelt: either(near(word).map(quote)),
    unfinished: word === last ? beginning(word) : "",
    any: either([quote(code), ...ways(word)]),
    near: near(word),
  });
  const all = terms.flatMap((term) => term.words.map((word) => searched(term, word)));
  const whole = quote(codeWord(query));
  const byTerm = terms.map((term) => either([quote(term.code), every(term.words.map((word) => either(ways(word))))]));
  return {
    words: [...new Map(all.map((one) => [one.word, one])).values()],
    all: terms.length > 0 ? either([whole, every(byTerm)]) : "",
    allButOne: allButOne(all.map((one) => one.any)),
    exact: either([whole, ...terms.flatMap((term) => [term.code, ...term.words.flatMap(forms)]).map(quote)]),
    prefix: partQueries(all.some(({ word }) => word === last) && last ? [last] : [], ":*"),
    near: partQueries(
      all.flatMap((one) => one.near),
      ":",
    ),
    name: words(query)
      .filter((word) => !ignored.includes(word))
      .join(" "),
  };
}

/** `mark` stands before the weight: `:` for whole words, `:*` for beginnings. */
function partQueries(list: string[], mark: ":" | ":*"): PartQueries {
  const weighted = (weight: string) => either(list.map((word) => `${quote(word)}${mark}${weight}`));
  return { name: weighted("A"), labels: weighted("BC"), anywhere: weighted("ABCD") };
}

const quote = (word: string): string => `'${word}'`;
const beginning = (word: string): string => `${quote(word)}:*`;
/** Each option once: PostgreSQL would look a repeated word up again. */
function either(list: string[]): string {
  const options = [...new Set(list)];
  return options.length > 1 ? `(${options.join(" | ")})` : (options[0] ?? "");
}

/** All parts but one, any one. Halved, because each part that is written again is looked up again. */
function allButOne(parts: string[]): string {
  if (parts.length < 2) return "";
  const middle = parts.length / 2;
  const [left, right] = [parts.slice(0, middle), parts.slice(middle)];
  return either(
    [
      [every(left), allButOne(right)],
      [allButOne(left), every(right)],
    ].map((two) => every(two.filter((part) => part !== ""))),
  );
}

const every = (parts: string[]): string => (parts.length > 1 ? `(${parts.join(" & ")})` : (parts[0] ?? ""));
