import { type Static, Type } from "typebox";
import { type Cursor, Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { afterCursor } from "../../db/keyset.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { branchIds } from "../categories/tree-queries.ts";
import { variantsOf } from "../field-queries.ts";
import { variantFields } from "../product-fields.ts";
import { type Conditions, where } from "../products/filter-queries.ts";
import { StoredProduct, StoredVariant, storedColumns } from "./save-queries.ts";

const AdminProduct = Type.Object({
  ...StoredProduct.properties,
  variants: Type.Array(Type.Object({ ...StoredVariant.properties, title: Type.String() })),
  category: Nullable(Type.String()),
  collections: Type.Array(Type.Object({ id: Type.String(), slug: Type.String(), title: Type.String() })),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type AdminProduct = Static<typeof AdminProduct>;

const columns = (db: SiteDb): Sql => sql`
      ${storedColumns}, ${variantsOf(db, variantFields, sql`, 'title', v.title`)}, c.name as category,
      p.created_at, p.updated_at,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', co.id, 'slug', co.slug, 'title', co.title) order by co.slug), '[]')
        from collection_products cp
        join collections co on co.site_id = ${db.siteId} and co.id = cp.collection_id
        where cp.site_id = ${db.siteId} and cp.product_id = p.id
      ) as collections`;

/** Products of any status with everything a merchant may see, newest first. */
export const productsForAdmin = (db: SiteDb, conditions: Conditions, after: Cursor | null, limit: number) =>
  db.many(
    AdminProduct,
    sql`
    select ${columns(db)}
    from (
      select p.id
      from products p
      where p.site_id = ${db.siteId} and ${where(conditions)}
        ${afterCursor(after, sql`p.created_at`, sql`p.id`)}
      order by p.created_at desc, p.id desc
      limit ${limit}
    ) page
    join products p on p.site_id = ${db.siteId} and p.id = page.id
    left join categories c on c.site_id = ${db.siteId} and c.id = p.category_id
    order by p.created_at desc, p.id desc
  `,
  );

export const countProductsForAdmin = (db: SiteDb, conditions: Conditions) =>
  db.count(sql`
    select count(*)
    from products p
    where p.site_id = ${db.siteId} and ${where(conditions)}
  `);

/** A condition on products of any status, or of one. */
export const ofStatus = (db: SiteDb, status: string | undefined): Sql =>
  status === undefined ? sql`p.site_id = ${db.siteId}` : sql`p.site_id = ${db.siteId} and p.status = ${status}`;
export const inBranch = (db: SiteDb, categoryId: string): Sql => sql`p.category_id in (${branchIds(db, categoryId)})`;
export const withIds = (ids: string[]): Sql => sql`p.id = any(${ids}::uuid[])`;

const Name = Type.Object({ value: Type.String() });

/** Vendors of the newest 20,000 products, at most 2,000. */
export const vendorsOf = (db: SiteDb) =>
  db.many(
    Name,
    sql`
    select distinct vendor as value
    from (select vendor from products where site_id = ${db.siteId} order by id desc limit 20000) newest
    where vendor is not null
    order by value
    limit 2000
  `,
  );

/** Tags of the newest 20,000 products, at most 2,000. */
export const tagsOf = (db: SiteDb) =>
  db.many(
    Name,
    sql`
    select distinct tag as value
    from (select tags from products where site_id = ${db.siteId} order by id desc limit 20000) newest, unnest(tags) tag
    order by value
    limit 2000
  `,
  );

/** Undefined when the slug is taken. */
export const renameProduct = (db: SiteDb, id: string, slug: string) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    update products
    set slug = ${slug}, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = ${id}
      and not exists (select from products other where other.site_id = ${db.siteId} and other.slug = ${slug})
    returning id
  `,
  );

export const isProductSlugTaken = (db: SiteDb, slug: string) =>
  db.exists(sql`select 1 from products where site_id = ${db.siteId} and slug = ${slug}`);

export const updateProductStatus = (db: SiteDb, ids: string[], status: string) =>
  db.run(sql`
    update products
    set status = ${status}, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `);

export const deleteProduct = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from products
    where site_id = ${db.siteId} and id = ${id}
  `);

const CollectionId = Type.Object({ collection_id: Type.String() });

/** Removes a product from all collections but `kept`; answers the collections it left. */
export const leaveOtherCollections = (db: SiteDb, productId: string, kept: string[]) =>
  db.many(
    CollectionId,
    sql`
    delete from collection_products
    where site_id = ${db.siteId} and product_id = ${productId} and collection_id <> all(${kept}::uuid[])
    returning collection_id
  `,
  );

/** Adds a product at the end of the collections it is not in yet; answers those collections. */
export const joinCollections = (db: SiteDb, productId: string, collectionIds: string[]) =>
  db.many(
    CollectionId,
    sql`
    insert into collection_products (site_id, collection_id, product_id, position)
    select c.site_id, c.id, ${productId}, coalesce(
      (select max(cp.position) from collection_products cp where cp.site_id = ${db.siteId} and cp.collection_id = c.id), 0
    ) + 1
    from collections c
    where c.site_id = ${db.siteId} and c.id = any(${collectionIds}::uuid[])
    on conflict do nothing
    returning collection_id
  `,
  );

/** Renews `updated_at` of products whose own row did not change. */
export const bumpProducts = (db: SiteDb, slugs: string[]) =>
  db.run(sql`
    update products
    set updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and slug = any(${slugs}::text[])
  `);
