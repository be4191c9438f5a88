import { type Static, Type } from "typebox";
import { fold } from "../core/fold.ts";
import { Nullable, type Span } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";

const CategoryRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  description: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
  parent_id: Nullable(Type.String()),
  position: Type.Integer(),
});
export type CategoryRow = Static<typeof CategoryRow>;

/** Levels of categories; a circle of parents, which nothing makes, would else be climbed for ever. */
const DEEPEST = 20;

/** CTE `totals`: how many of the products (a condition on `products p`) each category and its active children hold. */
export const totalsByCategory = (db: SiteDb, products: Sql): Sql => sql`
    recursive counted as (
      select p.category_id as id, count(*) as count
      from products p
      where ${products} and p.category_id is not null
      group by p.category_id
    ), up as (
      select id, count, 1 as level from counted
      union all
      select child.parent_id, up.count, up.level + 1
      from up
      join categories child on child.site_id = ${db.siteId} and child.id = up.id and child.is_active
      where child.parent_id is not null and up.level < ${DEEPEST}
    ), totals as (
      select id, sum(count)::bigint as count from up group by id
    )`;

/** Active categories, each with how many published products it and its children hold; parents before children. */
export const activeCategories = (db: SiteDb, { limit, offset }: Span) =>
  db.many(
    Type.Object({ ...CategoryRow.properties, product_count: Type.Integer() }),
    sql`
    with ${totalsByCategory(db, sql`p.site_id = ${db.siteId} and p.status = 'active'`)}
    select c.id, c.name, c.slug, c.description, c.image_url, c.parent_id, c.position,
      coalesce(totals.count, 0) as product_count
    from categories c
    left join totals on totals.id = c.id
    where c.site_id = ${db.siteId} and c.is_active
    order by c.parent_id is not null, c.position, c.name, c.id
    limit ${limit} offset ${offset}
  `,
  );

export const countActiveCategories = (db: SiteDb) =>
  db.first(
    Type.Object({ total: Type.Integer() }),
    sql`
    select count(*) as total
    from categories
    where site_id = ${db.siteId} and is_active
  `,
  );

/** The category of this name or slug, active or not. */
export const findCategory = (db: SiteDb, name: string, slug: string) =>
  db.first(
    CategoryRow,
    sql`
    select id, name, slug, description, image_url, parent_id, position
    from categories
    where site_id = ${db.siteId} and (folded_name = ${fold(name)} or slug = ${slug})
    order by (folded_name = ${fold(name)}) desc, id
    limit 1
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
