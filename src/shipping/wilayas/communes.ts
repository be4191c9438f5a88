import { COMMUNES } from "./communes-by-wilaya.ts";
import type { Wilaya } from "./wilayas.ts";

/** A commune: a part of a wilaya. */
export interface Commune {
  name_fr: string;
  name_ar: string;
}

/** The communes of a wilaya, by the alphabet of their French names. */
export const communesOf = ({ code }: Wilaya): Commune[] =>
  (COMMUNES[code] ?? "").split(", ").map((names) => {
    const [name_fr = "", name_ar = ""] = names.split("/");
    return { name_fr, name_ar };
  });
