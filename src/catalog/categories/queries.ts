import { type Static, Type } from "typebox";
import { Nullable, type OffsetPage } from "../../core/shapes.ts";
import { fold } from "../../core/text/fold.ts";
import type { SiteDb } from "../../db/database.ts";
import { empty, type Sql, sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";

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
export const MAX_DEPTH = 20;

/** CTE `totals`, recursive: how many products each category and its active children hold; `products` follows `from`. */
export const totalsByCategory = (db: SiteDb, products: Sql): Sql => sql`
    by_category as (
      select category_id as id, count(*) as count
      from ${products}
      group by category_id
    ), up as (
      select id, count, 1 as level from by_category
      union all
      select child.parent_id, up.count, up.level + 1
      from up
      join categories child on child.site_id = ${db.siteId} and child.id = up.id and child.is_active
      where child.parent_id is not null and up.level < ${MAX_DEPTH}
    ), totals as (
      select id, sum(count)::bigint as count from up group by id
    )`;

/** Active categories, each with how many published products it and its children hold; parents before children. */
export const activeCategories = (db: SiteDb, { limit, offset }: OffsetPage) =>
  db.many(
    Type.Object({ ...CategoryRow.properties, product_count: Type.Integer() }),
    sql`
    with recursive ${totalsByCategory(db, sql`products where site_id = ${db.siteId} and status = 'active'`)}
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
  db.count(sql`
    select count(*)
    from categories
    where site_id = ${db.siteId} and is_active
  `);

/** As products need it, which search finds by their category's name. */
const LockedCategory = Type.Object({ id: Type.String(), name: Type.String() });
export type LockedCategory = Static<typeof LockedCategory>;

/** The category of this name or slug, active or not; `toHold` keeps it as it is until the transaction ends. */
export const findCategory = (db: SiteDb, name: string, slug: string, { toHold }: { toHold: boolean }) =>
  db.first(
    LockedCategory,
    sql`
    select id, name
    from categories
    where site_id = ${db.siteId} and (folded_name = ${fold(name)} or slug = ${slug})
    order by (folded_name = ${fold(name)}) desc, id
    limit 1
    ${toHold ? sql`for share` : empty}
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

const AdminCategory = Type.Object({
  ...CategoryRow.properties,
  is_active: Type.Boolean(),
  updated_at: Type.String(),
});
export type AdminCategory = Static<typeof AdminCategory>;

const ListedCategory = Type.Object({
  ...AdminCategory.properties,
  /** The slug of the one above it. */
  parent: Type.Union([Type.String(), Type.Null()]),
});
export type ListedCategory = Static<typeof ListedCategory>;

/** All categories, parents before children. */
export const categoriesForAdmin = (db: SiteDb, { limit, offset }: OffsetPage) =>
  db.many(
    ListedCategory,
    sql`
    select id, name, slug, description, image_url, parent_id, position, is_active, updated_at,
      (select above.slug from categories above where above.site_id = ${db.siteId} and above.id = categories.parent_id) as parent
    from categories
    where site_id = ${db.siteId}
    order by parent_id is not null, position, name, id
    limit ${limit} offset ${offset}
  `,
  );

export const countCategories = (db: SiteDb) =>
  db.count(sql`
    select count(*)
    from categories
    where site_id = ${db.siteId}
  `);

const MeantCategory = Type.Object({ ...AdminCategory.properties, by_name: Type.Boolean() });

/** The category of this slug, or of what may be an id, then those of this name. */
export const findCategoriesByRef = (db: SiteDb, ref: string, id: string | null) =>
  db.many(
    MeantCategory,
    sql`
    select id, name, slug, description, image_url, parent_id, position, is_active, updated_at,
      not (slug = ${ref} or coalesce(id = ${id}::uuid, false)) as by_name
    from categories
    where site_id = ${db.siteId} and (id = ${id}::uuid or slug = ${ref} or folded_name = ${fold(ref)})
    order by by_name, id
    limit 20
  `,
  );

/** The same category, which nobody else changes until the transaction ends. */
export const lockCategory = (db: SiteDb, id: string) =>
  db.first(
    AdminCategory,
    sql`
    select id, name, slug, description, image_url, parent_id, position, is_active, updated_at
    from categories
    where site_id = ${db.siteId} and id = ${id}
    for no key update
  `,
  );

/** Nobody renames the category or takes it away until the transaction ends. Lock it before products. */
export const lockCategoryShared = (db: SiteDb, id: string) =>
  db.first(
    LockedCategory,
    sql`
    select id, name
    from categories
    where site_id = ${db.siteId} and id = ${id}
    for share
  `,
  );

export const isCategorySlugTaken = (db: SiteDb, slug: string) =>
  db.exists(sql`select 1 from categories where site_id = ${db.siteId} and slug = ${slug}`);

/** Lets nobody else move categories until the transaction ends. */
export const lockCategories = (db: SiteDb) =>
  db.run(sql`
    select id
    from categories
    where site_id = ${db.siteId}
    order by id
    for no key update
  `);

/** The category and all above it. */
export const pathOf = (db: SiteDb, id: string) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    with recursive above as (
      select id, parent_id from categories where site_id = ${db.siteId} and id = ${id}
      union
      select c.id, c.parent_id from categories c join above a on c.id = a.parent_id where c.site_id = ${db.siteId}
    )
    select id from above
  `,
  );

/** Undefined when the slug is taken. */
export const updateCategory = (db: SiteDb, category: AdminCategory) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    update categories
    set parent_id = ${category.parent_id}, slug = ${category.slug}, name = ${category.name},
      folded_name = ${fold(category.name)}, description = ${category.description}, image_url = ${category.image_url},
      position = ${category.position}, is_active = ${category.is_active}, updated_at = ${category.updated_at}
    where site_id = ${db.siteId} and id = ${category.id}
      and not exists (
        select from categories other
        where other.site_id = ${db.siteId} and other.slug = ${category.slug} and other.id <> ${category.id}
      )
    returning id
  `,
  );

/** Lets children and products of a category go to the one above it; answers which. */
export const emptyCategory = (db: SiteDb, { id, parent_id }: { id: string; parent_id: string | null }) =>
  db.first(
    Type.Object({
      children: Type.Array(Type.String()),
      products: Type.Array(Type.String()),
      products_count: Type.Integer(),
    }),
    sql`
    with children as (
      update categories
      set parent_id = ${parent_id}, updated_at = ${bumpedUpdatedAt(db.now)}
      where site_id = ${db.siteId} and parent_id = ${id}
      returning slug
    ), moved as (
      update products
      set category_id = ${parent_id}, updated_at = ${bumpedUpdatedAt(db.now)}
      where site_id = ${db.siteId} and category_id = ${id}
      returning slug
    ), listed as (
      select slug
      from moved
      order by slug
      limit 1000
    )
    select (select coalesce(array_agg(slug order by slug), '{}') from children) as children,
      (select coalesce(array_agg(slug order by slug), '{}') from listed) as products,
      (select count(*) from moved) as products_count
  `,
  );

export const deleteCategory = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from categories
    where site_id = ${db.siteId} and id = ${id}
  `);
