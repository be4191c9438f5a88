import { type Static, Type } from "typebox";
import { isId } from "../../core/ids.ts";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { Row } from "../../db/recording/recording.ts";
import { RowOf, rowOf } from "../../db/recording/row-queries.ts";
import { join, type Sql, sql, withFixedText } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { pickFields, storedSchemas } from "../field.ts";
import { listOfFields, variantsOf } from "../field-queries.ts";
import { optionPair } from "../options/option-pair.ts";
import { basicFields, labelFields, productFields, settingFields, variantFields } from "../product-fields.ts";

export const StoredVariant = Type.Object({ id: Type.String(), ...storedSchemas(variantFields) });

export const StoredProduct = Type.Object({
  id: Type.String(),
  ...storedSchemas(basicFields),
  category_id: Nullable(Type.String()),
  ...storedSchemas(labelFields),
  images: Type.Array(Type.Object({ id: Type.String(), url: Type.String(), alt: Nullable(Type.String()) })),
  options: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), values: Type.Array(Type.String()) })),
  ...storedSchemas(settingFields),
  variants: Type.Array(StoredVariant),
});
export type StoredProduct = Static<typeof StoredProduct>;

const productColumns: Sql = listOfFields(productFields, (name) => name);
const { slug: _slug, ...changeableFields } = productFields;
const setProductColumns: Sql = listOfFields(changeableFields, (name) => `${name} = excluded.${name}`);
const variantColumns: Sql = listOfFields(variantFields, (name) => name);
const setVariantColumns: Sql = listOfFields(variantFields, (name) => `${name} = excluded.${name}`);
const variantColumnTypes: Sql = listOfFields(
  variantFields,
  (name) => `${name} ${variantFields[name as VariantField].column}`,
);
type VariantField = keyof typeof variantFields;

/** All fields of product `p` but its variants. */
export const storedColumns: Sql = sql`p.id, p.category_id, p.images, p.options, ${listOfFields(productFields, (name) => `p.${name}`)}`;

/** A condition on product `p`. */
export const hasSlug = (slugs: string[]): Sql => sql`p.slug = any(${slugs}::text[])`;

/** More products of one SKU than this are too many to choose from. */
export const MAX_OF_SKU = 20;

/** The products that a reference may mean: its slug, its id, or the SKU of a variant. */
export const isNamed = (db: SiteDb, ref: string): Sql => sql`p.id = any(array(
      select s.id from products s where s.site_id = ${db.siteId} and s.slug = ${ref}
      union
      select i.id from products i where i.site_id = ${db.siteId} and i.id = ${isId(ref) ? ref : null}::uuid
      union
      (
        select v.product_id
        from variants v
        where v.site_id = ${db.siteId} and v.sku = ${ref}
        order by v.product_id
        limit ${MAX_OF_SKU}
      )
    ))`;

/**
 * Locks products in the order of their ids, and answers their rows: transactions that save a product run one after the other,
 * and each sees the variants that the last one wrote.
 */
export const lockProductRows = async (db: SiteDb, which: Sql): Promise<Row[]> =>
  rowsOf(
    await db.many(
      RowOf,
      withFixedText(sql`
    select ${rowOf("products", "p")} as row
    from products p
    where p.site_id = ${db.siteId} and ${which}
    order by p.id
    for no key update
  `),
    ),
  );

/** Locks the variants of products in the order of their ids, and answers their rows. Lock the products first. */
export const lockVariantRows = async (db: SiteDb, which: Sql): Promise<Row[]> =>
  rowsOf(
    await db.many(
      RowOf,
      withFixedText(sql`
    select ${rowOf("variants", "v")} as row
    from variants v
    where v.site_id = ${db.siteId} and v.product_id = any(array(
      select p.id
      from products p
      where p.site_id = ${db.siteId} and ${which}
    ))
    order by v.id
    for no key update
  `),
    ),
  );

const rowsOf = (found: { row: Row }[]): Row[] => found.map(({ row }) => row);

/** The products of these slugs, of any status, with all their fields. Lock them before a change. */
export const findStored = (db: SiteDb, slugs: string[]) =>
  db.many(
    StoredProduct,
    withFixedText(sql`
    select ${storedColumns}, ${variantsOf(db, variantFields)}
    from products p
    where p.site_id = ${db.siteId} and ${hasSlug(slugs)}
  `),
  );

/** A product as it is written: its fields, and values computed from them that lists read. */
export interface ProductRecord extends Omit<StoredProduct, "variants"> {
  excerpt: string | null;
  sort_name: string;
  min_price: number;
  max_price: number;
  search: string;
  /** Each option value of the variants, with its option's name. */
  option_pairs: [name: string, value: string][];
}

const asPairs = (pairs: ProductRecord["option_pairs"]): string[] =>
  [...new Set(pairs.map(([name, value]) => optionPair(name, value)))].sort();

/** Answers the id of the product that has the slug now: another's, when that was created meanwhile. */
export const upsertProduct = (db: SiteDb, product: ProductRecord): Promise<string[]> =>
  db.ids(sql`
    insert into products (
      site_id, id, category_id, images, options, ${productColumns}, excerpt, sort_name, min_price, max_price, search,
      option_pairs, created_at, updated_at
    )
    values (
      ${db.siteId}, ${product.id}, ${product.category_id}, ${JSON.stringify(product.images)}::jsonb,
      ${JSON.stringify(product.options)}::jsonb, ${join(Object.values(pickFields(productFields, product)))},
      ${product.excerpt}, ${product.sort_name}, ${product.min_price}, ${product.max_price}, ${product.search}::tsvector,
      ${asPairs(product.option_pairs)}::text[], ${db.now}, ${db.now}
    )
    on conflict (site_id, slug) do update
    set category_id = excluded.category_id, images = excluded.images, options = excluded.options, ${setProductColumns},
      excerpt = excluded.excerpt, sort_name = excluded.sort_name, min_price = excluded.min_price,
      max_price = excluded.max_price, search = excluded.search,
      option_pairs = excluded.option_pairs, updated_at = ${bumpedUpdatedAt(db.now, sql`products.updated_at`)}
    returning id
  `);

/**
 * What has just been written: the product's row, and those of these variants in their order; null when not asked for. The statements
 * that write cannot answer with them: a cluster's node returns no JSON.
 */
export const findWritten = (db: SiteDb, id: string, variantIds: string[] | undefined) =>
  db.first(
    Type.Object({ updated_at: Type.String(), ...RowOf.properties, variants: Nullable(Type.Array(Row)) }),
    sql`
    select p.updated_at, ${rowOf("products", "p")} as row, (
      select json_agg(${rowOf("variants", "v")} order by v.position)
      from variants v
      where v.site_id = ${db.siteId} and v.product_id = p.id and v.id = any(${variantIds ?? []}::uuid[])
    ) as variants
    from products p
    where p.site_id = ${db.siteId} and p.id = ${id}
  `,
  );

export type VariantRecord = Static<typeof StoredVariant> & { position: number; title: string };

/** Clears the option values of variants that are about to get others, because two variants may swap theirs. */
export const clearOptionValues = (db: SiteDb, ids: string[]) =>
  db.send(sql`
    update variants
    set option_values = ('{"": "' || id || '"}')::jsonb
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `);

/** Those of another product are not written. */
export const upsertVariants = (db: SiteDb, productId: string, variants: VariantRecord[]): void =>
  db.send(sql`
    insert into variants (site_id, id, product_id, position, title, ${variantColumns})
    select p.site_id, v.id, p.id, v.position, v.title, ${listOfFields(variantFields, (name) => `v.${name}`)}
    from products p
    cross join jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as v (
      id uuid, position integer, title text, ${variantColumnTypes}
    )
    where p.site_id = ${db.siteId} and p.id = ${productId}
    on conflict (site_id, id) do update
    set position = excluded.position, title = excluded.title, ${setVariantColumns}
    where variants.product_id = excluded.product_id
  `);

export const deleteOtherVariants = (db: SiteDb, productId: string, kept: string[]) =>
  db.send(sql`
    delete from variants
    where site_id = ${db.siteId} and product_id = ${productId} and id <> all(${kept}::uuid[])
  `);
