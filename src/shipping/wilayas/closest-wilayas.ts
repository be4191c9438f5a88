import { closestMatches } from "../../core/text/closest.ts";
import { wilayasOfCommune } from "./recognise-wilaya.ts";
import { WILAYAS, type Wilaya } from "./wilayas.ts";

/** The wilayas whose names are closest to a misspelt name, closest first; for a commune's name, the wilayas that have it. */
export function closestWilayas(text: string): Wilaya[] {
  const ofCommune = wilayasOfCommune(text);
  if (ofCommune.length > 0) return ofCommune;
  return closestMatches(text, WILAYAS, ({ name_fr, name_ar, aliases = [] }) => [name_fr, name_ar, ...aliases]);
}
