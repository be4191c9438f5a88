import type { Thing } from "../../api/things.ts";

/** What an argument names: a kind of thing, or one that another argument beside it says. */
type Names = Thing | { by: string; of: Readonly<Record<string, Thing>> };

const BY_KIND: Names = { by: "kind", of: { page: "page", post: "post", menu: "menu" } };

/** What arguments name, by the name of the argument; where that is not enough, by its operation and its path in it. */
const NAMED: Readonly<Record<string, Names>> = {
  order: "order",
  with: "order",
  product: "product",
  products: "product",
  add_products: "product",
  remove_products: "product",
  variant: "variant",
  item: "variant",
  file: "file",
  category: "category",
  parent: "category",
  collection: "collection",
  collections: "collection",
  customer: "customer",
  promotion: "promotion",
  carrier: "carrier",
  wilaya: "wilaya",
  customer_wilaya: "wilaya",
  customer_commune: "commune",
  region: "wilaya",
  regions: "wilaya",
  coupon_code: "coupon",
  key: "api_key",
  endpoint: "webhook",
  change: "change",
  person: "person",
  handle: "menu",
  "orders_search.item": "product",
  "catalog_delete.item": {
    by: "kind",
    of: { product: "product", category: "category", collection: "collection", promotion: "promotion" },
  },
  "promotions_check.code": "coupon",
  "promotions_save.targets": {
    by: "target_type",
    of: { products: "product", collections: "collection", categories: "category" },
  },
  "content_get.slug": BY_KIND,
  "content_save.slug": BY_KIND,
  "content_delete.slug": BY_KIND,
  "jobs_list.id": "job",
  "jobs_cancel.id": "job",
  "changes_undo.changes": "change",
};

/** What an argument names; undefined: nothing that could be searched. */
export const namedBy = (operation: string, path: string): Names | undefined =>
  NAMED[`${operation}.${path}`] ?? NAMED[lastStep(path)];

/** The kind of thing that an argument names beside these others; undefined while they do not say it. */
export function thingOf(names: Names, beside: Readonly<Record<string, unknown>>): Thing | undefined {
  return typeof names === "string" ? names : names.of[String(beside[names.by])];
}

/** `items.quantity` → `quantity` */
export const lastStep = (path: string): string => path.slice(path.lastIndexOf(".") + 1);
