import { COMMUNES } from "./communes-by-wilaya.ts";
import { WILAYAS } from "./wilayas.ts";

/** All wilayas with their communes, for people to choose from. */
export const allWilayas = () =>
  WILAYAS.map(({ aliases = [], ...wilaya }) => ({ ...wilaya, aliases, communes: communesOf(wilaya.code) }));

const communesOf = (code: string) =>
  (COMMUNES[code] ?? "").split(", ").map((names) => {
    const [name_fr = "", name_ar = ""] = names.split("/");
    return { name_fr, name_ar };
  });
