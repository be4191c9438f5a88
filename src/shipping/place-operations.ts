import { Type } from "typebox";
import { Ref } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { Commune, Wilaya } from "./schema.ts";
import { communesOf } from "./wilayas/communes.ts";
import { recogniseWilaya } from "./wilayas/recognise-wilaya.ts";
import { unknownWilaya } from "./wilayas/require-wilaya.ts";
import { WILAYAS } from "./wilayas/wilayas.ts";

const list = <T>(data: T[], things: string) => ({ text: `${data.length} ${things}.`, data: { data } });

/** The places that people choose from. Outside Algeria they are none: there any region is taken as it is written. */
export const placeOperations: Operation[] = [
  defineOperation({
    name: "wilayas_list",
    title: "List the wilayas",
    description: "All 69 wilayas, by code, also those without a delivery rate. None for a store outside Algeria.",
    door: "http",
    area: "any",
    effect: "read",
    input: {},
    answers: Type.Object({ data: Type.Array(Wilaya) }),
    example: {},
    run: async ({ db }) =>
      list(
        db.country === "DZ" ? WILAYAS.map(({ code, name_fr, name_ar }) => ({ code, name_fr, name_ar })) : [],
        "wilayas",
      ),
  }),
  defineOperation({
    name: "communes_list",
    title: "List the communes of a wilaya",
    description: "By the alphabet of their French names. None for a store outside Algeria.",
    door: "http",
    area: "any",
    effect: "read",
    input: { wilaya: Ref("Code or name") },
    answers: Type.Object({ data: Type.Array(Commune) }),
    example: { wilaya: "Alger" },
    run: async ({ db }, { wilaya: text }) => {
      if (db.country !== "DZ") return list([], "communes");
      const wilaya = recogniseWilaya(text);
      if (!wilaya) throw unknownWilaya("wilaya", text);
      return list(communesOf(wilaya), "communes");
    },
  }),
];
