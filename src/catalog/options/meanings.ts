import { fold } from "../../core/text/fold.ts";
import { type Language, languageOf } from "../../core/text/locale.ts";
import type { SiteDb } from "../../db/database.ts";
import { type OptionNames, ownOptionNames } from "../../store/store.ts";
import { USUAL_NAMES } from "./usual-names.ts";

/** What several names of options mean. */
export interface Meaning {
  /** The name that shoppers see. */
  shown: string;
  /** The names in small letters, with accents and without. */
  spellings: Set<string>;
}

/** The meanings of a store, by their names without case and accents. */
export type Meanings = ReadonlyMap<string, Meaning>;

/** The meanings that names of options have in the store: the merchant's own, and the usual ones in the store's language. */
export const storeMeanings = async (db: SiteDb): Promise<Meanings> =>
  meaningsOf(await ownOptionNames(db), languageOf(db.locale));

/** The meaning of a name. One that nobody has listed means only itself. */
export const meaningOf = (meanings: Meanings, name: string): Meaning =>
  meanings.get(fold(name)) ?? { shown: name, spellings: new Set() };

/** The name that shoppers see, by the spellings of every name that has a meaning. */
export const shownBySpelling = (meanings: Meanings): Record<string, string> =>
  Object.fromEntries(
    [...new Set(meanings.values())].flatMap(({ shown, spellings }) =>
      [...spellings].map((spelling) => [spelling, shown] as const),
    ),
  );

const usual = new Map<Language, Meanings>();

function meaningsOf(own: OptionNames | null, language: Language): Meanings {
  if (own) return withUsual(own, language);
  const known = usual.get(language) ?? withUsual({}, language);
  usual.set(language, known);
  return known;
}

/**
 * A name that the merchant lists means what the list says. The usual names that mean the same as a listed one go with it; when
 * they could go with several, with the one that the store's language has first.
 */
function withUsual(own: OptionNames, language: Language): Meanings {
  const meanings = new Map<string, Meaning>();
  const add = (name: string, meaning: Meaning) => {
    const folded = fold(name);
    if (!meanings.has(folded)) meanings.set(folded, meaning);
    if (meanings.get(folded) === meaning) meaning.spellings.add(name.toLowerCase()).add(folded);
  };
  for (const [shown, others] of Object.entries(own)) {
    const meaning = { shown, spellings: new Set<string>() };
    for (const name of [shown, ...others]) add(name, meaning);
  }
  for (const usualNames of USUAL_NAMES) {
    const names = [...usualNames[language], ...Object.values(usualNames).flat()];
    const listed = names.flatMap((name) => meanings.get(fold(name)) ?? []);
    const meaning = listed[0] ?? { shown: usualNames[language][0], spellings: new Set<string>() };
    for (const name of names) add(name, meaning);
  }
  return meanings;
}
