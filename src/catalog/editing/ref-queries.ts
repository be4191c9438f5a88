import { type Static, Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

const FoundProduct = Type.Object({
  ref: Type.String(),
  id: Type.String(),
  slug: Type.String(),
  by_sku: Type.Boolean(),
});
export type FoundProduct = Static<typeof FoundProduct>;

/** The products of references: slugs, ids or SKUs. `ids` has each reference that may be an id, else null. */
export const findProductRefs = (db: SiteDb, refs: string[], ids: (string | null)[]) =>
  db.many(
    FoundProduct,
    sql`
    select r.ref, p.id, p.slug, false as by_sku
    from unnest(${refs}::text[]) as r (ref)
    join products p on p.site_id = ${db.siteId} and p.slug = r.ref
    union
    select r.ref, p.id, p.slug, false
    from unnest(${refs}::text[], ${ids}::uuid[]) as r (ref, id)
    join products p on p.site_id = ${db.siteId} and p.id = r.id
    union
    select r.ref, p.id, p.slug, true
    from unnest(${refs}::text[]) as r (ref)
    join variants v on v.site_id = ${db.siteId} and v.sku = r.ref
    join products p on p.site_id = ${db.siteId} and p.id = v.product_id
    order by ref, id
  `,
  );

const FoundVariant = Type.Object({
  ref: Type.String(),
  id: Type.String(),
  product_id: Type.String(),
  product_slug: Type.String(),
  title: Type.String(),
  sku: Nullable(Type.String()),
});
export type FoundVariant = Static<typeof FoundVariant>;

/**
 * The variants of references: a SKU, a variant's id, or a product's slug or id, which stands for all its variants. Each
 * kind of reference has a query of its own, because each has its index.
 */
export const findVariantRefs = (db: SiteDb, refs: string[], ids: (string | null)[]) =>
  db.many(
    FoundVariant,
    sql`
    select m.ref, v.id, v.product_id, p.slug as product_slug, v.title, v.sku
    from (
      select r.ref, v.id
      from unnest(${refs}::text[]) as r (ref)
      join variants v on v.site_id = ${db.siteId} and v.sku = r.ref
      union
      select r.ref, r.id
      from unnest(${refs}::text[], ${ids}::uuid[]) as r (ref, id)
      where r.id is not null
      union
      select r.ref, v.id
      from unnest(${refs}::text[]) as r (ref)
      join products p on p.site_id = ${db.siteId} and p.slug = r.ref
      join variants v on v.site_id = ${db.siteId} and v.product_id = p.id
      union
      select r.ref, v.id
      from unnest(${refs}::text[], ${ids}::uuid[]) as r (ref, id)
      join variants v on v.site_id = ${db.siteId} and v.product_id = r.id
    ) m
    join variants v on v.site_id = ${db.siteId} and v.id = m.id
    join products p on p.site_id = ${db.siteId} and p.id = v.product_id
    order by m.ref, v.position, v.id
  `,
  );
