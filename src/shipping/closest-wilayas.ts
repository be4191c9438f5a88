import { closestTo } from "../core/closest.ts";
import { WILAYAS, type Wilaya } from "./wilayas.ts";

/** Wilayas that a misspelt name may mean, the closest first. */
export const closestWilayas = (text: string): Wilaya[] =>
  closestTo(text, WILAYAS, ({ name_fr, name_ar, aliases = [] }) => [name_fr, name_ar, ...aliases]);
