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

/** What a query is searched by, in PostgreSQL's `tsquery` notation. */
export interface SearchPlan {
  /** One for each word: by any means. */
  words: string[];
  /** All of them, or the query as a code. */
  all: string;
  /** All of them but one, any one. */
  allButOne: string;
  /** At least one. */
  any: string;
  /** Words as typed, the unfinished last word, and misspellings: what ranks first, second, third. */
  exact: string;
  prefix: PartQueries;
  near: PartQueries;
  /** The query folded, to be compared with whole names. */
  name: string;
}

/** Maximum words of the vocabulary that are tried for one misspelt word. */
export const MAX_NEAR_WORDS = 20;

/** The plan for a query: its terms, and for each word the words of the vocabulary that it may be a misspelling of. */
export function searchPlan(query: string, terms: Term[], nearWords: Map<string, string[]>): SearchPlan {
  const typed = terms.flatMap((term) => term.words);
  const last = typed.at(-1);
  const near = (word: string) => forms(word).flatMap((form) => (nearWords.get(form) ?? []).slice(0, MAX_NEAR_WORDS));
  const ways = (word: string) => {
    const whole = [...forms(word), ...near(word)];
    // The beginning of a word finds the whole word too; PostgreSQL would read the products of both.
    return word === last
      ? [...whole.filter((one) => !one.startsWith(word)).map(quote), `${quote(word)}:*`]
      : whole.map(quote);
  };
  const whole = quote(codeWord(query));
  const byTerm = terms.map((term) => either([quote(term.code), every(term.words.map((word) => either(ways(word))))]));
  const byWord = terms.flatMap((term) => term.words.map((word) => either([quote(term.code), ...ways(word)])));
  return {
    words: byWord,
    all: terms.length > 0 ? either([whole, every(byTerm)]) : "",
    allButOne: allButOne(byWord),
    any: either([whole, ...byWord]),
    exact: either([whole, ...terms.flatMap((term) => [term.code, ...term.words.flatMap(forms)]).map(quote)]),
    prefix: partQueries(last ? [last] : [], ":*"),
    near: partQueries(typed.flatMap(near), ":"),
    name: words(query).join(" "),
  };
}

/** `mark` stands before the weight: `:` for whole words, `:*` for beginnings. */
function partQueries(list: string[], mark: ":" | ":*"): PartQueries {
  const weighted = (weight: string) => either(list.map((word) => `${quote(word)}${mark}${weight}`));
  return { name: weighted("A"), labels: weighted("BC"), anywhere: weighted("ABCD") };
}

const quote = (word: string): string => `'${word}'`;
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
