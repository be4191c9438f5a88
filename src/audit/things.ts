import { type FoundVariant, findProductsByName, findVariants } from "../catalog/catalog.ts";
import { isId } from "../core/ids.ts";
import { findRecordsOfPerson } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { findOrdersTracked } from "../orders/orders.ts";
import { type EntrySubject, findLoggedThings, type LoggedThing } from "./queries.ts";

/** What a merchant means by a name, as entries of the log call it. */
export interface Subject extends EntrySubject {
  /** What variants are called, by id: their SKU or title. */
  variantNames: Map<string, string>;
}

/**
 * What a text means: a product by id, slug, SKU or name; an order by its number or tracking number; an account with its orders, by id, e-mail or
 * phone number; anything else by id, slug, code or handle. Slugs and SKUs that were changed since, and things that were
 * deleted, are found by their entries. Unless `seesPeople`, nothing is looked up by an e-mail or a phone number.
 */
export async function findSubject(db: SiteDb, of: string, seesPeople: boolean): Promise<Subject> {
  const [known, tracked] = await Promise.all([findVariants(db, [of]), findOrdersTracked(db, of)]);
  const ofProduct = known.filter((one) => one.product_slug === of || one.product_id === of.toLowerCase());
  const names = [of, of.toLowerCase(), ...tracked];
  const logged = await findLoggedThings(db, [...names, ...productsOf(ofProduct)], of.toLowerCase());
  if (ofProduct.length > 0) return wholeProducts(names, ofProduct, logged);
  const bySku = logged.filter(({ by_sku }) => by_sku);
  const formerProducts = idsOf(logged, "product").filter((id) => !bySku.some((one) => one.id === id));
  if (known.length > 0 || (bySku.length > 0 && formerProducts.length === 0)) {
    return someVariants(db, names, known, logged);
  }
  const people = seesPeople ? await findRecordsOfPerson(db, of) : [];
  const isFound = logged.length + people.length > 0;
  const mayBeName = !isId(of) && people.length === 0 && formerProducts.length === 0;
  const named = mayBeName ? await findProductsByName(db, of, !isFound) : [];
  const variants = await findVariants(db, [...formerProducts, ...named]);
  return wholeProducts([...names, ...people, ...named, ...logged.map(({ id }) => id)], variants, logged);
}

/** With thousands of names, PostgreSQL would compare every entry with each of them. Variants are found by their slug, too. */
const MAX_NAMES = 300;

/** Products with all their variants, under their present and their former slugs. */
function wholeProducts(names: string[], variants: FoundVariant[], logged: LoggedThing[]): Subject {
  const products = productsOf(variants);
  const former = logged.filter(({ entity, id }) => entity === "product" && [...names, ...products].includes(id));
  return {
    names: [...new Set([...names, ...products, ...variants.map(({ id }) => id)])].slice(0, MAX_NAMES),
    slugs: [...new Set([...variants.map((one) => one.product_slug), ...former.map(({ label }) => label)])],
    onlyVariants: null,
    variantNames: namesOf(variants),
  };
}

/** The variants that have or had a SKU, or this id, and what else has the name. */
async function someVariants(
  db: SiteDb,
  names: string[],
  known: FoundVariant[],
  logged: LoggedThing[],
): Promise<Subject> {
  const former = idsOf(logged, "variant").filter((id) => !known.some((one) => one.id === id));
  const variants = [...known, ...(former.length > 0 ? await findVariants(db, former) : [])];
  const ids = new Set([...variants.map(({ id }) => id), ...former]);
  return {
    names: [...new Set([...names, ...ids, ...productsOf(variants), ...logged.map(({ id }) => id)])],
    slugs: [],
    onlyVariants: [...ids],
    variantNames: namesOf(variants),
  };
}

const productsOf = (variants: FoundVariant[]): string[] => [...new Set(variants.map((one) => one.product_id))];

const namesOf = (variants: FoundVariant[]): Map<string, string> =>
  new Map(variants.map(({ id, sku, title, product_slug }) => [id, sku ?? `${product_slug} ${title}`.trim()]));

const idsOf = (things: LoggedThing[], entity: string): string[] => [
  ...new Set(things.filter((thing) => thing.entity === entity).map(({ id }) => id)),
];
