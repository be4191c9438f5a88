import { Type } from "typebox";
import { fold } from "../../core/text/fold.ts";
import type { SiteDb } from "../../db/database.ts";
import { empty, type Sql, sql, withFixedText } from "../../db/sql.ts";

/** Where to start in the tree of categories, and which way to go. */
interface Walk {
  /** The store's id. */
  siteId: Sql;
  /** A `select` of the ids to start from, not null. */
  start: Sql;
  /** Towards the root, or towards the leaves. */
  direction: "up" | "down";
  /** Whether inactive categories end the walk: nothing below or above them is reached through them. */
  activeOnly?: boolean;
}

/**
 * CTE `tree` (`start_id`, `id`), for a `with recursive`: each category of `start` with itself and every category that is
 * reached from it. A cycle of parents, which no operation creates, ends because no pair of ids comes twice.
 */
const tree = ({ siteId, start, direction, activeOnly = false }: Walk): Sql => {
  const active = activeOnly ? sql`and c.is_active` : empty;
  const step =
    direction === "up"
      ? sql`select tree.start_id, c.parent_id
      from tree
      join categories c on c.site_id = ${siteId} and c.id = tree.id and c.parent_id is not null ${active}`
      : sql`select tree.start_id, c.id
      from tree
      join categories c on c.site_id = ${siteId} and c.parent_id = tree.id ${active}`;
  return sql`tree (start_id, id) as (
      select start.id, start.id from (${start}) start (id)
      union
      ${step}
    )`;
};

const treeIds = (walk: Walk): Sql => sql`
    with recursive ${tree(walk)}
    select id from tree`;

/** Ids of the category of product `p` and of all above it, as an array. */
export const categoryIds = (db: SiteDb): Sql =>
  sql`array(${treeIds({
    siteId: sql`${db.siteId}`,
    start: sql`select p.category_id where p.category_id is not null`,
    direction: "up",
  })})`;

/** The category and all above it. */
export const findPath = (db: SiteDb, id: string) =>
  db.many(
    Type.Object({ id: Type.String() }),
    withFixedText(treeIds({ siteId: sql`${db.siteId}`, start: sql`select ${id}::uuid`, direction: "up" })),
  );

/** Ids of a category and of all below it, active or not. */
export const branchIds = (db: SiteDb, id: string): Sql =>
  treeIds({ siteId: sql`${db.siteId}`, start: sql`select ${id}::uuid`, direction: "down" });

/** Ids of an active category and of the active ones below it: by slug or id, else by name. */
export async function findActiveBranch(db: SiteDb, ref: string): Promise<string[]> {
  const slug = ref.toLowerCase();
  const start = sql`
        select id
        from categories
        where site_id = ${db.siteId} and is_active
          and (slug = ${slug} or id::text = ${slug} or (folded_name = ${fold(ref)} and not exists (
            select from categories named
            where named.site_id = ${db.siteId} and named.is_active and named.slug = ${slug}
          )))`;
  const branch = treeIds({ siteId: sql`${db.siteId}`, start, direction: "down", activeOnly: true });
  return (await db.many(Type.Object({ id: Type.String() }), withFixedText(branch))).map(({ id }) => id);
}

/**
 * CTE `totals` (`id`, `count`), for a `with recursive`: how many products each category and its active children hold.
 * `products` is what follows `from`: rows with a `category_id`.
 */
export const productTotals = (db: SiteDb, products: Sql): Sql => sql`
    by_category as (
      select category_id as id, count(*) as count
      from ${products}
      group by category_id
    ), ${tree({
      siteId: sql`${db.siteId}`,
      start: sql`select id from by_category where id is not null`,
      direction: "up",
      activeOnly: true,
    })}, totals as (
      select tree.id, sum(by_category.count)::bigint as count
      from tree
      join by_category on by_category.id = tree.start_id
      group by tree.id
    )`;
