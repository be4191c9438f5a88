import { type Static, Type } from "typebox";
import type { OffsetPage } from "../../core/shapes.ts";
import { fold } from "../../core/text/fold.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { lockedInCategory, withCategoryVector } from "../search/category-queries.ts";
import { CategoryRow, LockedCategory } from "./queries.ts";

export const AdminCategory = Type.Object({
  ...CategoryRow.properties,
  is_active: Type.Boolean(),
  updated_at: Type.String(),
});
export type AdminCategory = Static<typeof AdminCategory>;

export const ListedCategory = Type.Object({
  ...AdminCategory.properties,
  parent: Type.Union([Type.String({ description: "The slug of its parent." }), Type.Null()]),
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

const MatchedCategory = Type.Object({ ...AdminCategory.properties, by_name: Type.Boolean() });

/** The categories with this slug or id, then those with this name; at most 20. */
export const findCategoriesByRef = (db: SiteDb, ref: string, id: string | null) =>
  db.many(
    MatchedCategory,
    sql`
    select id, name, slug, description, image_url, parent_id, position, is_active, updated_at,
      not (slug = ${ref} or coalesce(id = ${id}::uuid, false)) as by_name
    from categories
    where site_id = ${db.siteId} and (id = ${id}::uuid or slug = ${ref} or folded_name = ${fold(ref)})
    order by by_name, id
    limit 20
  `,
  );

/** Locks a category against changes until the transaction ends, and reads it. */
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

/** Locks a category against renaming and deletion until the transaction ends. Lock it before products. */
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

/** Locks all categories against changes until the transaction ends. */
export const lockCategories = (db: SiteDb) =>
  db.run(sql`
    select id
    from categories
    where site_id = ${db.siteId}
    order by id
    for no key update
  `);

/** Writes a category; undefined when another has its slug. */
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

/** Moves the children of a category to its parent; returns them. */
export const moveChildren = (db: SiteDb, { id, parent_id }: { id: string; parent_id: string | null }) =>
  db.many(
    Type.Object({ slug: Type.String() }),
    sql`
    update categories
    set parent_id = ${parent_id}, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and parent_id = ${id}
    returning slug
  `,
  );

/** Moves the next products of a category to its parent, whose name has this `categoryVector`; returns them. */
export const moveProducts = (
  db: SiteDb,
  { id, parent_id }: { id: string; parent_id: string | null },
  parentVector: string,
  afterId: string,
  limit: number,
) =>
  db.many(
    Type.Object({ id: Type.String(), slug: Type.String() }),
    sql`
    update products p
    set category_id = ${parent_id}, search = ${withCategoryVector(parentVector)},
      updated_at = ${bumpedUpdatedAt(db.now, sql`p.updated_at`)}
    where p.site_id = ${db.siteId} and p.id = any(array(${lockedInCategory(db, id, afterId, limit)}
    ))
    returning p.id, p.slug
  `,
  );

export const deleteCategory = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from categories
    where site_id = ${db.siteId} and id = ${id}
  `);
