import { type Static, Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { empty, type Sql, sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";

const nullableText = Nullable(Type.String());

export const StoredVariant = Type.Object({
  id: Type.String(),
  option_values: Type.Record(Type.String(), Type.String()),
  sku: nullableText,
  barcode: nullableText,
  price: Type.Integer(),
  compare_at_price: Nullable(Type.Integer()),
  cost: Nullable(Type.Integer()),
  inventory_quantity: Type.Integer(),
  track_quantity: Type.Boolean(),
  continue_selling_when_out_of_stock: Type.Boolean(),
  image_url: nullableText,
  weight: Nullable(Type.Number()),
  weight_unit: Type.Enum(["g", "kg", "oz", "lb"]),
});

export const StoredProduct = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  description: nullableText,
  status: Type.Enum(["active", "draft", "archived"]),
  category_id: nullableText,
  vendor: nullableText,
  product_type: nullableText,
  tags: Type.Array(Type.String()),
  images: Type.Array(Type.Object({ id: Type.String(), url: Type.String(), alt: nullableText })),
  options: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), values: Type.Array(Type.String()) })),
  seo_title: nullableText,
  seo_description: nullableText,
  is_physical: Type.Boolean(),
  charge_tax: Type.Boolean(),
  variants: Type.Array(StoredVariant),
});
export type StoredProduct = Static<typeof StoredProduct>;

/** What may be said of product `p`, but for its variants. */
export const productFields: Sql = sql`
      p.id, p.slug, p.name, p.description, p.status, p.category_id, p.vendor, p.product_type, p.tags, p.images,
      p.options, p.seo_title, p.seo_description, p.is_physical, p.charge_tax`;

/** The variants of product `p`, with what may be said of them and what else of `v` is asked for. */
export const variantsOf = (more: Sql = empty): Sql => sql`(
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', v.id, 'option_values', v.option_values, 'sku', v.sku, 'barcode', v.barcode, 'price', v.price,
              'compare_at_price', v.compare_at_price, 'cost', v.cost, 'inventory_quantity', v.inventory_quantity,
              'track_quantity', v.track_quantity,
              'continue_selling_when_out_of_stock', v.continue_selling_when_out_of_stock,
              'image_url', v.image_url, 'weight', v.weight, 'weight_unit', v.weight_unit${more}
            )
            order by v.position, v.id
          ),
          '[]'
        )
        from variants v
        where v.site_id = p.site_id and v.product_id = p.id
      ) as variants`;

const stored: Sql = sql`${productFields}, ${variantsOf()}`;

/** The product of this slug, whatever its status, with everything that may be said of it. Lock it before a change. */
export const findStored = (db: SiteDb, slug: string) =>
  db.first(
    StoredProduct,
    sql`
    select ${stored}
    from products p
    where p.site_id = ${db.siteId} and p.slug = ${slug}
  `,
  );

/** Locks a portion of the products in a category itself, in the order of their ids. */
export const lockInCategory = (db: SiteDb, categoryId: string, afterId: string, limit: number) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    select p.id
    from products p
    where p.site_id = ${db.siteId} and p.category_id = ${categoryId} and p.id > ${afterId}::uuid
    order by p.id
    limit ${limit}
    for no key update
  `,
  );

/** These products in the order of their ids. Lock them first: who waits for a product reads variants as they were. */
export const storedOf = (db: SiteDb, ids: string[]) =>
  db.many(
    StoredProduct,
    sql`
    select ${stored}
    from products p
    where p.site_id = ${db.siteId} and p.id = any(${ids}::uuid[])
    order by p.id
  `,
  );

/** A product as it is written: what was said of it, and what lists read without work. */
export interface ProductRecord extends Omit<StoredProduct, "variants"> {
  excerpt: string | null;
  sort_name: string;
  min_price: number;
  max_price: number;
  search: string;
  /** Each option value of the variants, with its option's name. */
  option_pairs: [name: string, value: string][];
}

/** In the database's own notation of JSON, the same as where it makes pairs itself. */
const asPairs = (pairs: ProductRecord["option_pairs"]): Sql =>
  sql`array(select distinct pair::text from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) pair)`;

export const upsertProduct = (db: SiteDb, product: ProductRecord) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    insert into products (
      site_id, id, slug, name, description, status, category_id, vendor, product_type, tags, options, images,
      is_physical, charge_tax, seo_title, seo_description, excerpt, sort_name, min_price, max_price, search,
      option_pairs, created_at, updated_at
    )
    values (
      ${db.siteId}, ${product.id}, ${product.slug}, ${product.name}, ${product.description}, ${product.status},
      ${product.category_id}, ${product.vendor}, ${product.product_type}, ${product.tags},
      ${JSON.stringify(product.options)}::jsonb, ${JSON.stringify(product.images)}::jsonb, ${product.is_physical},
      ${product.charge_tax}, ${product.seo_title}, ${product.seo_description}, ${product.excerpt},
      ${product.sort_name}, ${product.min_price}, ${product.max_price}, ${product.search}::tsvector,
      ${asPairs(product.option_pairs)}, ${db.now}, ${db.now}
    )
    on conflict (site_id, slug) do update
    set name = excluded.name, description = excluded.description, status = excluded.status,
      category_id = excluded.category_id, vendor = excluded.vendor, product_type = excluded.product_type,
      tags = excluded.tags, options = excluded.options, images = excluded.images, is_physical = excluded.is_physical,
      charge_tax = excluded.charge_tax, seo_title = excluded.seo_title, seo_description = excluded.seo_description,
      excerpt = excluded.excerpt, sort_name = excluded.sort_name, min_price = excluded.min_price,
      max_price = excluded.max_price, search = excluded.search,
      option_pairs = excluded.option_pairs, updated_at = ${bumpedUpdatedAt(db.now, sql`products.updated_at`)}
    returning id
  `,
  );

export type VariantRecord = Static<typeof StoredVariant> & { position: number; title: string };

/** Frees the option values of variants that are about to get others: two may swap theirs. */
export const clearOptionValues = (db: SiteDb, ids: string[]) =>
  db.run(sql`
    update variants
    set option_values = jsonb_build_object('', id)
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `);

/** Answers those that were written: not one of another product. */
export const upsertVariants = (db: SiteDb, productId: string, variants: VariantRecord[]) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    insert into variants (
      site_id, id, product_id, position, title, option_values, sku, barcode, price, compare_at_price, cost,
      inventory_quantity, track_quantity, continue_selling_when_out_of_stock, image_url, weight, weight_unit
    )
    select ${db.siteId}, v.id, ${productId}, v.position, v.title, v.option_values, v.sku, v.barcode, v.price,
      v.compare_at_price, v.cost, v.inventory_quantity, v.track_quantity, v.continue_selling_when_out_of_stock,
      v.image_url, v.weight, v.weight_unit
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as v (
      id uuid, position integer, title text, option_values jsonb, sku text, barcode text, price bigint,
      compare_at_price bigint, cost bigint, inventory_quantity integer, track_quantity boolean,
      continue_selling_when_out_of_stock boolean, image_url text, weight double precision, weight_unit text
    )
    on conflict (site_id, id) do update
    set position = excluded.position, title = excluded.title, option_values = excluded.option_values,
      sku = excluded.sku, barcode = excluded.barcode, price = excluded.price,
      compare_at_price = excluded.compare_at_price, cost = excluded.cost,
      inventory_quantity = excluded.inventory_quantity, track_quantity = excluded.track_quantity,
      continue_selling_when_out_of_stock = excluded.continue_selling_when_out_of_stock,
      image_url = excluded.image_url, weight = excluded.weight, weight_unit = excluded.weight_unit
    where variants.product_id = excluded.product_id
    returning id
  `,
  );

export const deleteOtherVariants = (db: SiteDb, productId: string, kept: string[]) =>
  db.run(sql`
    delete from variants
    where site_id = ${db.siteId} and product_id = ${productId} and id <> all(${kept}::uuid[])
  `);

export const updateSearches = (db: SiteDb, found: { id: string; search: string }[]) =>
  db.run(sql`
    update products p
    set search = f.search::tsvector
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (id uuid, search text)
    where p.site_id = ${db.siteId} and p.id = f.id
  `);
