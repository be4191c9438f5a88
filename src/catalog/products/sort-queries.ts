import { type Sql, sql } from "../../db/sql.ts";
import type { CollectionOrder } from "../collections/schema.ts";
import type { ProductQuery, Sort } from "./filter-schema.ts";

type Direction = "asc" | "desc";

/** A sort order. It is total: ties are broken by id, in the same direction. */
export interface SortOrder {
  /** A column of `products p`, or the units that were sold. */
  by: Sql | "sales";
  direction: Direction;
}

const COLUMNS: Record<Sort, SortOrder["by"]> = {
  created_at: sql`p.created_at`,
  updated_at: sql`p.updated_at`,
  price: sql`p.min_price`,
  name: sql`p.sort_name`,
  best_selling: "sales",
};

export const orderBy = (
  sort: Sort,
  direction: Direction = sort === "price" || sort === "name" ? "asc" : "desc",
): SortOrder => ({ by: COLUMNS[sort], direction });

/** Whether an order changes with each sale. */
export const isBySales = ({ by }: SortOrder): boolean => by === "sales";

export const reversed = ({ by, direction }: SortOrder): SortOrder => ({
  by,
  direction: direction === "asc" ? "desc" : "asc",
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

/** The order a collection gives its products; undefined for the order of their positions in it. */
export const collectionOrder = (order: CollectionOrder): SortOrder | undefined =>
  order === "manual" ? undefined : (NAMED_ORDERS.get(order) ?? NEWEST);
