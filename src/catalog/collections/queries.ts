import { type Static, Type } from "typebox";
import { type Cursor, Nullable, type OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { afterCursor } from "../../db/keyset.ts";
import { empty, type Sql, sql } from "../../db/sql.ts";
import { containsWords } from "../../db/text-match.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { SORT_ORDERS } from "../schema.ts";

const CollectionRow = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Nullable(Type.String()),
  slug: Type.String(),
  image_url: Nullable(Type.String()),
  is_active: Type.Boolean(),
  sort_order: Type.Enum([...SORT_ORDERS]),
  products_count: Type.Integer(),
  seo_title: Nullable(Type.String()),
  seo_description: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type CollectionRow = Static<typeof CollectionRow>;

/**
 * What lists show of `collections c`, and more columns. Drafts and archived products are few: they are counted once for
 * all collections, and taken away from each.
 */
const selectOf = (db: SiteDb, more: Sql = empty): Sql => sql`
    with hidden as (
      select cp.collection_id as id, count(*) as products
      from products p
      join collection_products cp on cp.site_id = p.site_id and cp.product_id = p.id
      where p.site_id = ${db.siteId} and p.status <> 'active'
      group by cp.collection_id
    )
    select c.id, c.title, c.description, c.slug, c.image_url, c.is_active, c.sort_order, c.seo_title, c.seo_description,
      c.created_at, c.updated_at,
      (
        select count(*)
        from collection_products cp
        where cp.site_id = c.site_id and cp.collection_id = c.id
      ) - coalesce(hidden.products, 0) as products_count${more}
    from collections c
    left join hidden on hidden.id = c.id`;

export const activeCollections = (db: SiteDb, { limit, offset }: OffsetPage) =>
  db.many(
    CollectionRow,
    sql`
    ${selectOf(db)}
    where c.site_id = ${db.siteId} and c.is_active
    order by c.position, c.id
    limit ${limit} offset ${offset}
  `,
  );

export const countActiveCollections = (db: SiteDb) =>
  db.first(
    Type.Object({ total: Type.Integer() }),
    sql`
    select count(*) as total
    from collections
    where site_id = ${db.siteId} and is_active
  `,
  );

export const activeCollection = (db: SiteDb, slug: string) =>
  db.first(
    CollectionRow,
    sql`
    ${selectOf(db)}
    where c.site_id = ${db.siteId} and c.slug = ${slug} and c.is_active
  `,
  );

/** An active collection by its slug or id; a slug that reads like an id wins. */
export const activeCollectionId = (db: SiteDb, ref: string) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from collections
    where site_id = ${db.siteId} and is_active and (slug = ${ref} or id::text = lower(${ref}))
    order by slug = ${ref} desc
    limit 1
  `,
  );

export type NewCollection = Omit<CollectionRow, "products_count" | "created_at" | "updated_at"> & { position: number };

export const upsertCollection = (db: SiteDb, collection: NewCollection) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    insert into collections (
      site_id, id, slug, title, description, image_url, is_active, sort_order, position, seo_title, seo_description,
      created_at, updated_at
    )
    values (
      ${db.siteId}, ${collection.id}, ${collection.slug}, ${collection.title}, ${collection.description},
      ${collection.image_url}, ${collection.is_active}, ${collection.sort_order}, ${collection.position},
      ${collection.seo_title}, ${collection.seo_description}, ${db.now}, ${db.now}
    )
    on conflict (site_id, slug) do update
    set title = excluded.title, description = excluded.description, image_url = excluded.image_url,
      is_active = excluded.is_active, sort_order = excluded.sort_order, position = excluded.position,
      seo_title = excluded.seo_title, seo_description = excluded.seo_description, updated_at = excluded.updated_at
    returning id
  `,
  );

/** Says that collections changed, for whoever saw them before. */
export const bumpCollections = (db: SiteDb, ids: string[]) =>
  db.run(sql`
    update collections
    set updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `);

/** Says that everything in a collection changed. */
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

export const clearCollection = (db: SiteDb, collectionId: string) =>
  db.run(sql`
    delete from collection_products
    where site_id = ${db.siteId} and collection_id = ${collectionId}
  `);

const AdminCollection = Type.Object({ ...CollectionRow.properties, position: Type.Integer() });
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
  db.first(
    Type.Object({ total: Type.Integer() }),
    sql`
    select count(*) as total
    from collections c
    where c.site_id = ${db.siteId} and ${titled(text)}
  `,
  );

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

/** Nobody else changes it from here to the end of the transaction; read it then. */
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

/** The collections these mean: ids or slugs. */
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

/** What is in a collection, in its manual order. */
export const membersOf = (db: SiteDb, id: string, limit: number) =>
  db.many(
    Type.Object({ id: Type.String(), slug: Type.String() }),
    sql`
    select p.id, p.slug
    from collection_products cp
    join products p on p.site_id = cp.site_id and p.id = cp.product_id
    where cp.site_id = ${db.siteId} and cp.collection_id = ${id}
    order by cp.position, p.id
    limit ${limit}
  `,
  );

const Slug = Type.Object({ slug: Type.String() });

/** Puts products at the end of a collection, in this order; answers those that were not in it. */
export const addToCollection = (db: SiteDb, collectionId: string, productIds: string[]) =>
  db.many(
    Slug,
    sql`
    with added as (
      insert into collection_products (site_id, collection_id, product_id, position)
      select ${db.siteId}, ${collectionId}, listed.id, listed.place + coalesce(
        (
          select max(cp.position)
          from collection_products cp
          where cp.site_id = ${db.siteId} and cp.collection_id = ${collectionId}
        ),
        0
      )
      from (
        select id, min(place) as place
        from unnest(${productIds}::uuid[]) with ordinality as given (id, place)
        group by id
      ) listed
      on conflict do nothing
      returning product_id
    )
    select p.slug
    from added
    join products p on p.site_id = ${db.siteId} and p.id = added.product_id
    order by p.slug
  `,
  );

/** Takes products out of a collection; answers those that were in it. */
export const takeFromCollection = (db: SiteDb, collectionId: string, productIds: string[]) =>
  db.many(
    Slug,
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
