import { type Static, Type } from "typebox";
import type { Cursor } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { afterCursor } from "../../db/keyset.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { containsWords } from "../../db/text-match.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { CollectionRow, type NewCollection, selectOf } from "./queries.ts";

export const AdminCollection = Type.Object({ ...CollectionRow.properties, position: Type.Integer() });
export type AdminCollection = Static<typeof AdminCollection>;

/** Collections whose title or slug has this text, newest first. */
export const collectionsForAdmin = (db: SiteDb, text: string, after: Cursor | null, limit: number) =>
  db.many(
    AdminCollection,
    sql`
    ${selectOf(db, sql`, c.position`)}
    where c.site_id = ${db.siteId} and ${titled(text)}
      ${afterCursor(after, sql`c.created_at`, sql`c.id`)}
    order by c.created_at desc, c.id desc
    limit ${limit}
  `,
  );

export const countCollections = (db: SiteDb, text: string) =>
  db.count(sql`
    select count(*)
    from collections c
    where c.site_id = ${db.siteId} and ${titled(text)}
  `);

const titled = (text: string): Sql =>
  text.trim() === ""
    ? sql`true`
    : sql`(${containsWords(sql`c.title`, text)} or strpos(c.slug, lower(${text.trim()})) > 0)`;

export const findCollectionById = (db: SiteDb, id: string) =>
  db.first(
    AdminCollection,
    sql`
    ${selectOf(db, sql`, c.position`)}
    where c.site_id = ${db.siteId} and c.id = ${id}
  `,
  );

/** Locks the collection against changes until the transaction ends. Read it after that. */
export const lockCollection = (db: SiteDb, id: string) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from collections
    where site_id = ${db.siteId} and id = ${id}
    for no key update
  `,
  );

/** Locks these collections and those a product is in, in the order of their ids. Lock them before products. */
export const lockCollections = (db: SiteDb, ids: string[], productId: string | null) =>
  db.run(sql`
    select id
    from collections
    where site_id = ${db.siteId} and (id = any(${ids}::uuid[]) or id in (
      select collection_id
      from collection_products
      where site_id = ${db.siteId} and product_id = ${productId}::uuid
    ))
    order by id
    for no key update
  `);

/** The collections that `refs` name by slug, or by id where `ids` has one. */
export const findCollectionRefs = (db: SiteDb, refs: string[], ids: (string | null)[]) =>
  db.many(
    Type.Object({ ref: Type.String(), id: Type.String() }),
    sql`
    select r.ref, c.id
    from unnest(${refs}::text[]) as r (ref)
    join collections c on c.site_id = ${db.siteId} and c.slug = r.ref
    union
    select r.ref, c.id
    from unnest(${refs}::text[], ${ids}::uuid[]) as r (ref, id)
    join collections c on c.site_id = ${db.siteId} and c.id = r.id
  `,
  );

export const isCollectionSlugTaken = (db: SiteDb, slug: string) =>
  db.exists(sql`select 1 from collections where site_id = ${db.siteId} and slug = ${slug}`);

/** Undefined when the slug is taken. */
export const updateCollection = (db: SiteDb, collection: NewCollection & { updated_at: string }) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    update collections
    set slug = ${collection.slug}, title = ${collection.title}, description = ${collection.description},
      image_url = ${collection.image_url}, is_active = ${collection.is_active}, sort_order = ${collection.sort_order},
      position = ${collection.position}, seo_title = ${collection.seo_title},
      seo_description = ${collection.seo_description}, updated_at = ${collection.updated_at}
    where site_id = ${db.siteId} and id = ${collection.id}
      and not exists (
        select from collections other
        where other.site_id = ${db.siteId} and other.slug = ${collection.slug} and other.id <> ${collection.id}
      )
    returning id
  `,
  );

export const deleteCollection = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from collections
    where site_id = ${db.siteId} and id = ${id}
  `);

/** Sets `updated_at` of collections. */
export const bumpCollections = (db: SiteDb, ids: string[]) =>
  db.run(sql`
    update collections
    set updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `);

/** Sets `updated_at` of all products in a collection. */
export const bumpMembers = (db: SiteDb, collectionId: string) =>
  db.run(sql`
    update products
    set updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id in (
      select product_id
      from collection_products
      where site_id = ${db.siteId} and collection_id = ${collectionId}
    )
  `);

/** The products of a collection, in its manual order. */
export const membersOf = (db: SiteDb, id: string, limit: number) =>
  db.many(
    Type.Object({ id: Type.String(), slug: Type.String() }),
    sql`
    select p.id, p.slug
    from collection_products cp
    join products p on p.site_id = ${db.siteId} and p.id = cp.product_id
    where cp.site_id = ${db.siteId} and cp.collection_id = ${id}
    order by cp.position, p.id
    limit ${limit}
  `,
  );

/** The slugs of these products, sorted. A statement of its own: what adds products to a collection locks their slugs. */
export async function findSlugs(db: SiteDb, productIds: string[]): Promise<string[]> {
  const rows = await db.many(
    Type.Object({ slug: Type.String() }),
    sql`
    select slug
    from products
    where site_id = ${db.siteId} and id = any(${productIds}::uuid[])
    order by slug
  `,
  );
  return rows.map(({ slug }) => slug);
}

/** Removes products from a collection; returns those that were in it. */
export const removeFromCollection = (db: SiteDb, collectionId: string, productIds: string[]) =>
  db.many(
    Type.Object({ slug: Type.String() }),
    sql`
    with taken as (
      delete from collection_products
      where site_id = ${db.siteId} and collection_id = ${collectionId} and product_id = any(${productIds}::uuid[])
      returning product_id
    )
    select p.slug
    from taken
    join products p on p.site_id = ${db.siteId} and p.id = taken.product_id
    order by p.slug
  `,
  );
