import { closestMatches } from "../core/text/closest.ts";
import { wilayasOfCommune } from "./recognise-wilaya.ts";
import { WILAYAS, type Wilaya } from "./wilayas.ts";

/** Wilayas that a misspelt name may mean, the closest first; of a commune's name those that have one of this name. */
export function closestWilayas(text: string): Wilaya[] {
  const ofCommune = wilayasOfCommune(text);
  if (ofCommune.length > 0) return ofCommune;
  return closestMatches(text, WILAYAS, ({ name_fr, name_ar, aliases = [] }) => [name_fr, name_ar, ...aliases]);
}
