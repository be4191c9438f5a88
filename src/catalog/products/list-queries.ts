import { type Static, Type } from "typebox";
import type { OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql, withFixedText } from "../../db/sql.ts";
import { type Conditions, where } from "./filter-queries.ts";
import type { SortOrder } from "./sort-queries.ts";

export const FoundProducts = Type.Object({ total: Type.Integer(), ids: Type.Array(Type.String()) });
export type FoundProducts = Static<typeof FoundProducts>;

/** Filters for which an index both counts the products and returns them in order. */
const INDEXED = new Set(["category"]);

/** The ids of a page of products, in order, and how many there are in all. */
export const findProducts = (db: SiteDb, conditions: Conditions, order: SortOrder, page: OffsetPage) =>
  db.first(
    FoundProducts,
    [...conditions.filters.keys()].every((filter) => INDEXED.has(filter))
      ? preparedWhenPlain(conditions, countedApart(conditions, order, page))
      : inOnePass(conditions, order, page),
  );

/** The unfiltered lists are read most often and have one text for each order, so their plans are worth keeping. */
const preparedWhenPlain = (conditions: Conditions, statement: Sql): Sql =>
  conditions.filters.size === 0 ? withFixedText(statement) : statement;

const countedApart = (
  conditions: Conditions,
  { joins, key, direction }: SortOrder,
  { limit, offset }: OffsetPage,
): Sql => sql`
    select
      (select count(*) from products p where ${where(conditions)}) as total,
      array(
        select p.id
        from products p
        ${joins}
        where ${where(conditions)}
        order by ${key} ${direction}, p.id ${direction}
        limit ${limit} offset ${offset}
      ) as ids
  `;

/** Product rows are wide and the conditions may have to read many of them, so each is read once. */
const inOnePass = (
  conditions: Conditions,
  { joins, key, direction }: SortOrder,
  { limit, offset }: OffsetPage,
): Sql => sql`
    with found as materialized (
      select p.id, ${key} as key
      from products p
      ${joins}
      where ${where(conditions)}
    )
    select
      (select count(*) from found) as total,
      array(
        select id
        from found
        order by key ${direction}, id ${direction}
        limit ${limit} offset ${offset}
      ) as ids
  `;
