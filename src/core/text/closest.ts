import { words } from "./fold.ts";

const MOST = 3;
const MIN_ALIKE = 0.4;
/** What is compared of a long name: the work grows with its square. */
const MAX_LETTERS = 60;

/** What a misspelt name may mean, the closest first, at most three. `namesOf`: what each is called. */
export function closestTo<T>(text: string, all: readonly T[], namesOf: (one: T) => readonly string[]): T[] {
  const given = pairsOf(text);
  return all
    .map((one) => ({ one, likeness: Math.max(...namesOf(one).map((name) => likeness(given, pairsOf(name)))) }))
    .filter(({ likeness }) => likeness >= MIN_ALIKE)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, MOST)
    .map(({ one }) => one);
}

/** Letters two by two, with those at the ends. */
function pairsOf(text: string): string[] {
  const letters = [..."^", ...words(text).join("").slice(0, MAX_LETTERS), "$"];
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

/** Sørensen and Dice's: 0 for nothing in common, 1 for the same pairs. */
function likeness(one: string[], other: string[]): number {
  const left = [...other];
  let common = 0;
  for (const pair of one) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return (2 * common) / (one.length + other.length);
}
