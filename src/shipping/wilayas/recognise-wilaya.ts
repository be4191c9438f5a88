import { words } from "../../core/text/fold.ts";
import { COMMUNES } from "./communes-by-wilaya.ts";
import { WILAYAS, type Wilaya } from "./wilayas.ts";

/** A name's key: the same for all its spellings with accents, case, hyphens, spaces and Arabic letter variants. */
const keyOf = (text: string): string => words(text).join("");

const byCode = new Map(WILAYAS.map((wilaya) => [wilaya.code, wilaya]));

interface Places {
  wilayas: Map<string, Wilaya>;
  communes: Map<string, Set<Wilaya>>;
}

let madePlaces: Places | undefined;

/** The keys of 3,000 names, made when the first name is recognised, not at the start. */
function places(): Places {
  madePlaces ??= makePlaces();
  return madePlaces;
}

function makePlaces(): Places {
  const made: Places = { wilayas: new Map(), communes: new Map() };
  for (const wilaya of WILAYAS) {
    for (const name of [wilaya.name_fr, wilaya.name_ar, ...(wilaya.aliases ?? [])])
      made.wilayas.set(keyOf(name), wilaya);
    for (const name of (COMMUNES[wilaya.code] ?? "").split(/, |\//)) {
      const key = keyOf(name);
      made.communes.set(key, (made.communes.get(key) ?? new Set()).add(wilaya));
    }
  }
  return made;
}

/** The wilayas that have a commune of this French or Arabic name, ordered by code. */
export const wilayasOfCommune = (text: string): Wilaya[] => [...(places().communes.get(keyOf(text)) ?? [])];

/**
 * The wilaya that has this commune. Also accepts the name of a wilaya, because people write "Alger" as their commune.
 * Undefined for an unknown name, and for a commune's name that several wilayas share.
 */
function wilayaOfCommune(text: string): Wilaya | undefined {
  const [wilaya, ...others] = wilayasOfCommune(text);
  return others.length === 0 ? (wilaya ?? places().wilayas.get(keyOf(text))) : undefined;
}

const TITLES = ["wilaya", "wilayade", "wilayad", "ولايه"]; // the keys of "wilaya", "Wilaya de", "wilaya d'" and "ولاية"

function wilayaNamed(name: string): Wilaya | undefined {
  const bare = TITLES.filter((title) => name.startsWith(title)).map((title) => name.slice(title.length));
  return [name, ...bare].map((one) => places().wilayas.get(one)).find(Boolean);
}

/**
 * The wilaya that the text names: by its code ("16", "01"), its French or Arabic name, or both ("16 - Alger",
 * "Alger (16)"). Undefined for any other text, and when the code and the name are of different wilayas.
 */
export function recogniseWilaya(text: string): Wilaya | undefined {
  const parts = words(text);
  const numbers = parts.filter((part) => /^\d+$/.test(part));
  const name = keyOf(parts.filter((part) => !numbers.includes(part)).join(" "));
  const named = wilayaNamed(name);
  const numbered = numbers.length === 1 ? byCode.get(String(Number(numbers[0]))) : undefined;
  if (numbers.length === 0) return named;
  if (name === "") return numbered;
  return named === numbered ? named : undefined;
}

/** Where a delivery goes, as a person wrote it. */
export interface Region {
  wilaya: string | null;
  commune?: string | null | undefined;
}

/**
 * The wilaya of a region. When `wilaya` is missing or not recognised, it is derived from the commune, which people also
 * write in the wilaya's place.
 */
export function findWilaya({ wilaya, commune }: Region): Wilaya | undefined {
  const named = wilaya ? recogniseWilaya(wilaya) : undefined;
  return named ?? (commune ? wilayaOfCommune(commune) : undefined) ?? (wilaya ? wilayaOfCommune(wilaya) : undefined);
}
