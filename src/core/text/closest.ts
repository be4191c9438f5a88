import { words } from "./fold.ts";

const MAX_MATCHES = 3;
const MIN_SIMILARITY = 0.4;
const MIN_BEGINNING = 3;
/** Only the beginning of a long name is compared: the work grows with the square of the length. */
const MAX_LETTERS = 60;

/**
 * The candidates whose names are most similar to a misspelt text: at most three, the most similar first. A name that
 * begins with the text, from three letters on, counts as equal to it.
 */
export function closestMatches<T>(text: string, candidates: readonly T[], namesOf: (one: T) => readonly string[]): T[] {
  const textBigrams = bigramsOf(text);
  const similarityTo = (name: string): number =>
    beginsWith(name, text) ? 1 : similarity(textBigrams, bigramsOf(name));
  return candidates
    .map((one) => ({
      one,
      similarity: Math.max(...namesOf(one).map(similarityTo)),
    }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, MAX_MATCHES)
    .map(({ one }) => one);
}

function beginsWith(name: string, text: string): boolean {
  const beginning = words(text).join(" ");
  return beginning.length >= MIN_BEGINNING && words(name).join(" ").startsWith(beginning);
}

/** The letter bigrams of a text, with markers for its beginning and end. */
function bigramsOf(text: string): string[] {
  const letters = [..."^", ...words(text).join("").slice(0, MAX_LETTERS), "$"];
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

/** The Sørensen–Dice coefficient: 0 for no common bigrams, 1 for equal bigrams. */
function similarity(one: string[], other: string[]): number {
  const remaining = [...other];
  let common = 0;
  for (const pair of one) {
    const index = remaining.indexOf(pair);
    if (index < 0) continue;
    remaining.splice(index, 1);
    common++;
  }
  return (2 * common) / (one.length + other.length);
}
