import { queryOptions } from "@tanstack/react-query";
import { askForPerson } from "../api/person.ts";
import type { Language } from "../messages/languages.ts";

interface Named {
  name_fr: string;
  name_ar: string;
}

export interface Wilaya extends Named {
  code: string;
  aliases: string[];
  communes: Named[];
}

/** All wilayas with their communes; the same for every store of Algeria. */
export const wilayasQuery = queryOptions({
  queryKey: ["wilayas"],
  queryFn: async () => (await askForPerson<{ data: Wilaya[] }>("GET", "/wilayas")).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const placeName = ({ name_fr, name_ar }: Named, language: Language): string =>
  language === "ar" ? name_ar : name_fr;

/** All spellings by which a person may look for a wilaya. */
export const spellingsOf = ({ code, name_fr, name_ar, aliases }: Wilaya): string =>
  [code, code.padStart(2, "0"), name_fr, name_ar, ...aliases].join(" ");
