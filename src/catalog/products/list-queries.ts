import { type Static, Type } from "typebox";
import type { OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { raw, type Sql, sql, withFixedText } from "../../db/sql.ts";
import { type Conditions, where, whereFirst } from "./filter-queries.ts";
import { idsBySales } from "./sales-order-queries.ts";
import { reversed, type SortOrder } from "./sort-queries.ts";

export const FoundProducts = Type.Object({ total: Type.Integer(), ids: Type.Array(Type.String()) });

/** The ids of a page of products, in order, and how many products there are in all: more, if `isPartial`. */
export type FoundProducts = Static<typeof FoundProducts> & { isPartial?: boolean };

/** Products that a filtered or searched list counts. */
export const MAX_TOTAL = 5000;

/** Up to this offset, a page is read in the statement that counts. */
const MAX_NEAR_OFFSET = 1000;

/** Filters for which an index both counts the products and returns them in order. */
const INDEXED = new Set(["category"]);

/**
 * A page of products. A filtered list counts only some of many products, and reads the page from an index that has the
 * order. A page far behind the first ones needs all products, so they are counted there.
 */
export async function findProducts(
  db: SiteDb,
  conditions: Conditions,
  order: SortOrder,
  page: OffsetPage,
): Promise<FoundProducts | undefined> {
  const isIndexed = [...conditions.filters.keys()].every((filter) => INDEXED.has(filter));
  if (isIndexed && (conditions.filters.size === 0 || order.by !== "sales"))
    return countedApart(db, conditions, order, page);

  const isDeep = page.offset + page.limit >= MAX_TOTAL;
  if (!isDeep) {
    const found = await db.first(FoundProducts, inOnePass(db, conditions, order, page, MAX_TOTAL + 1));
    if (!found || found.total <= MAX_TOTAL) return found;
  }
  if (isIndexed) return countedApart(db, conditions, order, page);
  if (isDeep) return db.first(FoundProducts, inOnePass(db, conditions, order, page, null));
  return { total: MAX_TOTAL, ids: await idsFromIndex(db, conditions, order, page), isPartial: true };
}

/** The ids of a page of products, in order, when it is known how many `total` are. */
export async function findIds(
  db: SiteDb,
  conditions: Conditions,
  order: SortOrder,
  page: OffsetPage,
  total: number,
): Promise<string[]> {
  if (total > MAX_TOTAL) return idsFromIndex(db, conditions, order, page);
  return (await db.first(FoundProducts, inOnePass(db, conditions, order, page, null)))?.ids ?? [];
}

const Ids = Type.Object({ ids: Type.Array(Type.String()) });

const idsFromIndex = async (
  db: SiteDb,
  conditions: Conditions,
  order: SortOrder,
  page: OffsetPage,
): Promise<string[]> => (await db.first(Ids, sql`select ${idsInOrder(db, conditions, order, page)} as ids`))?.ids ?? [];

/** Counts the products by an index. A page in the second half of the list is read from its end. */
async function countedApart(
  db: SiteDb,
  conditions: Conditions,
  order: SortOrder,
  page: OffsetPage,
): Promise<FoundProducts | undefined> {
  const count = sql`(select count(*) from products p where ${where(conditions)})`;
  const plain = (statement: Sql) => (conditions.filters.size === 0 ? withFixedText(statement) : statement);
  if (page.offset <= MAX_NEAR_OFFSET)
    return db.first(
      FoundProducts,
      plain(sql`select ${count} as total, ${idsInOrder(db, conditions, order, page)} as ids`),
    );
  const total = await db.count(plain(sql`select ${count} as count`));
  const left = Math.max(0, total - page.offset);
  if (left > page.offset) return { total, ids: await idsFromIndex(db, conditions, order, page) };
  const fromEnd = { limit: Math.min(left, page.limit), offset: Math.max(0, left - page.limit) };
  return { total, ids: (await idsFromIndex(db, conditions, reversed(order), fromEnd)).reverse() };
}

/** An array of the ids of a page, in order. */
const idsInOrder = (db: SiteDb, conditions: Conditions, { by, direction }: SortOrder, page: OffsetPage): Sql =>
  by === "sales"
    ? idsBySales(db, conditions, direction, page)
    : sql`array(
        select p.id
        from products p
        where ${where(conditions)}
        order by ${by} ${raw(direction)}, p.id ${raw(direction)}
        limit ${page.limit} offset ${page.offset}
      )`;

/**
 * Finds the products, at most `atMost` of them, and sorts them. Product rows are wide and the conditions may have to read
 * many of them, so each is read once.
 */
function inOnePass(
  db: SiteDb,
  conditions: Conditions,
  { by, direction }: SortOrder,
  { limit, offset }: OffsetPage,
  atMost: number | null,
): Sql {
  const key =
    by === "sales"
      ? sql`coalesce((
          select s.units from product_sales s where s.site_id = ${db.siteId} and s.product_id = p.id
        ), 0)`
      : by;
  return sql`
    with found as (
      select p.id, ${key} as key
      from products p
      where ${atMost === null ? where(conditions) : whereFirst(db, conditions, atMost)}
    )
    select
      (select count(*) from found) as total,
      array(
        select id
        from found
        order by key ${raw(direction)}, id ${raw(direction)}
        limit ${limit} offset ${offset}
      ) as ids
  `;
}
