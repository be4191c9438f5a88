import { type Sql, sql } from "../../db/sql.ts";
import type { CollectionOrder } from "../collections/schema.ts";
import type { ProductQuery, Sort } from "./filter-schema.ts";

/** A sort order. It is total: ties are broken by id, in the same direction. */
export interface SortOrder {
  joins: Sql;
  key: Sql;
  direction: Sql;
}

const nothing = sql``;
const salesOf = sql`left join product_sales sold on sold.site_id = p.site_id and sold.product_id = p.id`;

const SORTS: Record<Sort, Record<"asc" | "desc", SortOrder>> = {
  created_at: bothWays(sql`p.created_at`),
  updated_at: bothWays(sql`p.updated_at`),
  price: bothWays(sql`p.min_price`),
  name: bothWays(sql`p.sort_name`),
  best_selling: bothWays(sql`coalesce(sold.units, 0)`, salesOf),
};

function bothWays(column: Sql, joins = nothing): Record<"asc" | "desc", SortOrder> {
  return {
    asc: { joins, key: column, direction: sql`asc` },
    desc: { joins, key: column, direction: sql`desc` },
  };
}

export function orderBy(sort: Sort, direction?: "asc" | "desc"): SortOrder {
  return SORTS[sort][direction ?? (sort === "price" || sort === "name" ? "asc" : "desc")];
}

const manualOrderOf = (collectionId: string): SortOrder => ({
  joins: sql`left join collection_products member
    on member.site_id = p.site_id and member.product_id = p.id and member.collection_id = ${collectionId}`,
  key: sql`member.position`,
  direction: sql`asc`,
});

const NEWEST = orderBy("created_at", "desc");

/** Field and direction in one name, as collections and published clients use them. */
const NAMED_ORDERS: ReadonlyMap<string, SortOrder> = new Map([
  ["newest", NEWEST],
  ["oldest", orderBy("created_at", "asc")],
  ["price_asc", orderBy("price", "asc")],
  ["price_desc", orderBy("price", "desc")],
  ["name_asc", orderBy("name", "asc")],
  ["name_desc", orderBy("name", "desc")],
  ["best_selling", orderBy("best_selling", "desc")],
]);

/** The order that a query names, if any. `sort_by` wins over `sort`; an unknown `sort` is ignored. */
export function requestedOrder({ sort_by, sort_order, sort = "" }: ProductQuery): SortOrder | undefined {
  return sort_by ? orderBy(sort_by, sort_order) : NAMED_ORDERS.get(sort);
}

/** The order a collection gives its products. */
export const collectionOrder = (collectionId: string, order: CollectionOrder): SortOrder =>
  order === "manual" ? manualOrderOf(collectionId) : (NAMED_ORDERS.get(order) ?? NEWEST);
