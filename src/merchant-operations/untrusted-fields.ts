import type { DeclaredTable } from "../core/columns/columns.ts";
import { UNTRUSTED_FIELDS, untrustedIn } from "../core/columns/fields.ts";

/** The tables whose rows an operation answers, where merchants write most of them; by the first word of its name. */
const TABLES: Readonly<Record<string, DeclaredTable>> = {
  collections: "collections",
  promotions: "promotions",
  content: "articles",
  menus: "menus",
  store: "sites",
  shipping: "shipping_rates",
  carriers: "carriers",
  api: "api_keys",
};

/** The fields that others than the merchant may have written, in the answers of an operation or a resource. */
export function untrustedFields(name: string): ReadonlySet<string> {
  const table = TABLES[name.split("_")[0] ?? ""];
  return table ? untrustedIn(table) : UNTRUSTED_FIELDS;
}

/** The same of what a refusal says beside its sentence: what is `allowed` may be the names of products. */
export const untrustedFieldsOfRefusals: ReadonlySet<string> = new Set([...UNTRUSTED_FIELDS, "allowed"]);
