import { words } from "../core/fold.ts";
import { WILAYAS, type Wilaya } from "./wilayas.ts";

const MOST = 3;
const LEAST_ALIKE = 0.4;

/** Wilayas that a misspelt name may mean, the closest first. */
export function closestWilayas(text: string): Wilaya[] {
  const given = pairsOf(text);
  return WILAYAS.map((wilaya) => {
    const names = [wilaya.name_fr, wilaya.name_ar, ...(wilaya.aliases ?? [])];
    return { wilaya, likeness: Math.max(...names.map((name) => likeness(given, pairsOf(name)))) };
  })
    .filter((one) => one.likeness >= LEAST_ALIKE)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, MOST)
    .map(({ wilaya }) => wilaya);
}

/** Letters two by two, with those at the ends. */
function pairsOf(text: string): string[] {
  const letters = [..."^", ...words(text).join(""), "$"];
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
