import { type Static, Type } from "typebox";
import { isId } from "../../core/ids.ts";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql, withFixedText } from "../../db/sql.ts";
import { storedSchemas } from "../field.ts";
import { variantsOf } from "../field-queries.ts";
import { publicVariantFields } from "../product-fields.ts";

const ImageRow = Type.Object({ id: Type.String(), url: Type.String(), alt: Nullable(Type.String()) });
const OptionRow = Type.Object({ id: Type.String(), name: Type.String(), values: Type.Array(Type.String()) });

const VariantRow = Type.Object({ id: Type.String(), title: Type.String(), ...storedSchemas(publicVariantFields) });
export type VariantRow = Static<typeof VariantRow>;

const card = {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  excerpt: Nullable(Type.String()),
  category: Nullable(Type.String()),
  category_id: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  vendor: Nullable(Type.String()),
  product_type: Nullable(Type.String()),
  options: Type.Array(OptionRow),
  images: Type.Array(ImageRow),
  variants: Type.Array(VariantRow),
  min_price: Type.Integer(),
  max_price: Type.Integer(),
  is_physical: Type.Boolean(),
  charge_tax: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
};
const CardRow = Type.Object(card);
export type CardRow = Static<typeof CardRow>;

const variants = (db: SiteDb): Sql => variantsOf(db, publicVariantFields, sql`, 'title', v.title`);

/** Published products by id, in no order. */
export const cardsOf = (db: SiteDb, ids: string[]) =>
  db.many(
    CardRow,
    withFixedText(sql`
    select p.id, p.slug, p.name, p.excerpt, c.name as category, p.category_id, p.tags, p.vendor, p.product_type,
      p.options, p.images, ${variants(db)}, p.min_price, p.max_price, p.is_physical, p.charge_tax,
      p.created_at, p.updated_at
    from products p
    left join categories c on c.site_id = ${db.siteId} and c.id = p.category_id
    where p.site_id = ${db.siteId} and p.id = any(${ids}::uuid[]) and p.status = 'active'
  `),
  );

const DetailRow = Type.Object({
  ...card,
  description: Nullable(Type.String()),
  seo_title: Nullable(Type.String()),
  seo_description: Nullable(Type.String()),
  collections: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), slug: Type.String(), image_url: Nullable(Type.String()) }),
  ),
});
export type DetailRow = Static<typeof DetailRow>;

/** A published product with all that its page shows, by its slug or its id; a slug that reads like an id wins. */
export const findDetail = (db: SiteDb, slugOrId: string) =>
  db.first(
    DetailRow,
    withFixedText(sql`
    select p.id, p.slug, p.name, p.excerpt, c.name as category, p.category_id, p.tags, p.vendor, p.product_type,
      p.options, p.images, ${variants(db)}, p.min_price, p.max_price, p.is_physical, p.charge_tax,
      p.created_at, p.updated_at, p.description, p.seo_title, p.seo_description,
      (
        select coalesce(
          json_agg(
            json_build_object('id', co.id, 'title', co.title, 'slug', co.slug, 'image_url', co.image_url)
            order by co.position, co.id
          ),
          '[]'
        )
        from collection_products cp
        join collections co on co.site_id = ${db.siteId} and co.id = cp.collection_id
        where cp.site_id = ${db.siteId} and cp.product_id = p.id and co.is_active
      ) as collections
    from products p
    left join categories c on c.site_id = ${db.siteId} and c.id = p.category_id
    where p.site_id = ${db.siteId} and p.status = 'active'
      and (p.slug = ${slugOrId} or p.id = ${isId(slugOrId) ? slugOrId : null}::uuid)
    order by p.slug = ${slugOrId} desc
    limit 1
  `),
  );
