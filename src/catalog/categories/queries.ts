import { type Static, Type } from "typebox";
import { Nullable, type OffsetPage } from "../../core/shapes.ts";
import { fold } from "../../core/text/fold.ts";
import type { SiteDb } from "../../db/database.ts";
import { empty, sql, withFixedText } from "../../db/sql.ts";
import { productTotals } from "./tree-queries.ts";

export const CategoryRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  description: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
  parent_id: Nullable(Type.String()),
  position: Type.Integer(),
});
export type CategoryRow = Static<typeof CategoryRow>;

/** Active categories, each with how many published products it and its children hold; parents before children. */
export const activeCategories = (db: SiteDb, { limit, offset }: OffsetPage) =>
  db.many(
    Type.Object({ ...CategoryRow.properties, product_count: Type.Integer() }),
    withFixedText(sql`
    with recursive ${productTotals(db, sql`products where site_id = ${db.siteId} and status = 'active'`)}
    select c.id, c.name, c.slug, c.description, c.image_url, c.parent_id, c.position,
      coalesce(totals.count, 0) as product_count
    from categories c
    left join totals on totals.id = c.id
    where c.site_id = ${db.siteId} and c.is_active
    order by c.parent_id is not null, c.position, c.name, c.id
    limit ${limit} offset ${offset}
  `),
  );

export const countActiveCategories = (db: SiteDb) =>
  db.count(sql`
    select count(*)
    from categories
    where site_id = ${db.siteId} and is_active
  `);

/** What saving a product needs of its category: search finds the product by the category's name. */
export const LockedCategory = Type.Object({ id: Type.String(), name: Type.String() });
export type LockedCategory = Static<typeof LockedCategory>;

/** The category of this name or slug, active or not; `isLocked` locks it against changes until the transaction ends. */
export const findCategory = (db: SiteDb, name: string, slug: string, { isLocked }: { isLocked: boolean }) =>
  db.first(
    LockedCategory,
    sql`
    select id, name
    from categories
    where site_id = ${db.siteId} and (folded_name = ${fold(name)} or slug = ${slug})
    order by (folded_name = ${fold(name)}) desc, id
    limit 1
    ${isLocked ? sql`for share` : empty}
  `,
  );

export const upsertCategory = (db: SiteDb, category: CategoryRow & { is_active: boolean }) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    insert into categories (
      site_id, id, parent_id, slug, name, folded_name, description, image_url, position, is_active, updated_at
    )
    values (
      ${db.siteId}, ${category.id}, ${category.parent_id}, ${category.slug}, ${category.name}, ${fold(category.name)},
      ${category.description}, ${category.image_url}, ${category.position}, ${category.is_active}, ${db.now}
    )
    on conflict (site_id, slug) do update
    set parent_id = excluded.parent_id, name = excluded.name, folded_name = excluded.folded_name,
      description = excluded.description, image_url = excluded.image_url, position = excluded.position,
      is_active = excluded.is_active, updated_at = excluded.updated_at
    returning id
  `,
  );

/** The names of these categories, by id. */
export async function findCategoryNames(db: SiteDb, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.many(
    LockedCategory,
    sql`
    select id, name
    from categories
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
