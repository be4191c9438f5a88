import type { SiteDb } from "../../db/database.ts";
import { join, type Sql, sql } from "../../db/sql.ts";
import { optionPair } from "../options/option-pair.ts";
import type { Filters } from "./filters.ts";

/**
 * A condition on `products p`. A function is a condition that depends on the others: it gets those as `others`, and
 * `isWhole` is false when one of them was left out.
 */
export type Condition = Sql | ((others: Sql, isWhole: boolean) => Sql);

/** Which products: those that the reader may see, narrowed by filters. */
export interface Conditions {
  /** Whose products, and in which status: `published`, or for merchants `ofStatus`. */
  readonly visibility: Sql;
  /** By the name of the filter. */
  readonly filters: Map<string, Condition>;
}

/** The visibility rule for shoppers: published products of the store. */
export const published = (db: SiteDb): Sql => sql`p.site_id = ${db.siteId} and p.status = 'active'`;

/**
 * Conditions for all filters but `category`, `collection` and options: what they name is looked up first, and `inCategories`,
 * `inCollection` and `withOption` make their conditions.
 */
export function conditionsOf(db: SiteDb, filters: Omit<Filters, "options">, visibility: Sql): Conditions {
  const conditions = new Map<string, Condition>();
  const { min_price, max_price, tag, vendor, in_stock } = filters;
  if (min_price !== undefined || max_price !== undefined)
    conditions.set("price", inPriceRange(db, min_price ?? 0, max_price));
  if (tag !== undefined) conditions.set("tag", withKey(sql`'tag ' || lower(${tag})`));
  if (vendor !== undefined) conditions.set("vendor", withKey(sql`'vendor ' || lower(${vendor})`));
  if (in_stock !== undefined) conditions.set("in_stock", in_stock ? inStock(db) : sql`not ${inStock(db)}`);
  return { visibility, filters: conditions };
}

/** Reads variants only of products whose lowest price is below the range and whose highest price is above it. */
const inPriceRange = (
  db: SiteDb,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): Sql => sql`p.min_price <= ${max} and p.max_price >= ${min}
  and (p.min_price >= ${min} or p.max_price <= ${max} or exists (
    select from variants v
    where v.site_id = ${db.siteId} and v.product_id = p.id and v.price between ${min} and ${max}
  ))`;

/** With the ids in the statement, PostgreSQL can estimate how many products the categories or the collection hold. */
export const inCategories = (ids: string[]): Sql => sql`p.category_id = any(${ids}::uuid[])`;

export const inCollection = (db: SiteDb, id: string): Sql => sql`p.id in (
    select cp.product_id
    from collection_products cp
    where cp.site_id = ${db.siteId} and cp.collection_id = ${id}
  )`;

export const none: Sql = sql`false`;

const inStock = (db: SiteDb): Sql => sql`exists (${buyableVariant(db)})`;

/** The variants of product `p` that can be bought now. */
export const buyableVariant = (db: SiteDb): Sql => sql`
    select from variants v
    where v.site_id = ${db.siteId} and v.product_id = p.id
      and (v.inventory_quantity > 0 or not v.track_quantity or v.continue_selling_when_out_of_stock)
  `;

/** Products with this value of an option that has one of these names. */
export const withOption = (names: string[], value: string): Sql =>
  sql`p.filter_keys && array[${join(names.map((name) => sql`lower(${optionPair(name, value)}::text)`))}]`;

export const both = (one: Sql, other: Sql): Sql => sql`${one} and ${other}`;

const withKey = (key: Sql): Sql => sql`p.filter_keys @> array[${key}]`;

/** Visibility and all filters; `without` leaves one filter out. */
export function where({ visibility, filters }: Conditions, without?: string): Sql {
  const kept = [...filters].flatMap(([filter, condition]) => (filter === without ? [] : [condition]));
  const plain = [visibility, ...kept.filter((condition) => typeof condition !== "function")];
  const others = join(plain, " and ");
  const isWhole = kept.length === filters.size;
  const chosen = kept.filter((condition) => typeof condition === "function").map((choose) => choose(others, isWhole));
  return join([...plain, ...chosen], " and ");
}

/**
 * Like `where`, for the first `limit` products. Prices are compared in an index, which has no other columns: for them
 * alone, the products are found there first: 40 ms among 40,000 products, and 63 without the array.
 */
export function whereFirst(db: SiteDb, conditions: Conditions, limit: number, without?: string): Sql {
  const kept = [...conditions.filters.keys()].filter((filter) => filter !== without);
  const first = sql`${where(conditions, without)} limit ${limit}`;
  return kept.length === 1 && kept[0] === "price"
    ? sql`p.site_id = ${db.siteId} and p.id = any(array(select p.id from products p where ${first}))`
    : first;
}
