import { type Static, Type } from "typebox";
import { Nullable, type OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { empty, type Sql, sql, withFixedText } from "../../db/sql.ts";
import { SORT_ORDERS } from "./schema.ts";

export const CollectionRow = Type.Object({
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
 * The `select` of collections (`c`) with the columns that lists show, and `more` columns. Draft and archived products are
 * few, so they are counted once for all collections and subtracted from each.
 */
export const selectOf = (db: SiteDb, more: Sql = empty): Sql => sql`
    with hidden as (
      select cp.collection_id as id, count(*) as products
      from products p
      join collection_products cp on cp.site_id = ${db.siteId} and cp.product_id = p.id
      where p.site_id = ${db.siteId} and p.status <> 'active'
      group by cp.collection_id
    )
    select c.id, c.title, c.description, c.slug, c.image_url, c.is_active, c.sort_order, c.seo_title, c.seo_description,
      c.created_at, c.updated_at,
      (
        select count(*)
        from collection_products cp
        where cp.site_id = ${db.siteId} and cp.collection_id = c.id
      ) - coalesce(hidden.products, 0) as products_count${more}
    from collections c
    left join hidden on hidden.id = c.id`;

export const activeCollections = (db: SiteDb, { limit, offset }: OffsetPage) =>
  db.many(
    CollectionRow,
    withFixedText(sql`
    ${selectOf(db)}
    where c.site_id = ${db.siteId} and c.is_active
    order by c.position, c.id
    limit ${limit} offset ${offset}
  `),
  );

export const countActiveCollections = (db: SiteDb) =>
  db.count(sql`
    select count(*)
    from collections
    where site_id = ${db.siteId} and is_active
  `);

export const activeCollection = (db: SiteDb, slug: string) =>
  db.first(
    CollectionRow,
    withFixedText(sql`
    ${selectOf(db)}
    where c.site_id = ${db.siteId} and c.slug = ${slug} and c.is_active
  `),
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

/** A page of the published products of a collection, by position. The index has them in order, without their rows. */
export const idsByPosition = (db: SiteDb, collectionId: string, { limit, offset }: OffsetPage) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    select cp.product_id as id
    from collection_products cp
    where cp.site_id = ${db.siteId} and cp.collection_id = ${collectionId}
      and (
        select p.id
        from products p
        where p.site_id = ${db.siteId} and p.id = cp.product_id and p.status <> 'active'
      ) is null
    order by cp.position, cp.product_id
    limit ${limit} offset ${offset}
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

export const clearCollection = (db: SiteDb, collectionId: string) =>
  db.run(sql`
    delete from collection_products
    where site_id = ${db.siteId} and collection_id = ${collectionId}
  `);

/** Appends products to a collection, in this order; returns the ids of those that were not in it. */
export async function addToCollection(db: SiteDb, collectionId: string, productIds: string[]): Promise<string[]> {
  const added = await db.many(
    Type.Object({ product_id: Type.String() }),
    sql`
    insert into collection_products (site_id, collection_id, product_id, position)
    select p.site_id, ${collectionId}, p.id, listed.place + coalesce(
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
    join products p on p.site_id = ${db.siteId} and p.id = listed.id
    on conflict do nothing
    returning product_id
  `,
  );
  return added.map(({ product_id }) => product_id);
}
