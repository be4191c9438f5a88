import type { Client } from "pg";
import { saveCategory } from "../../../src/catalog/catalog.ts";
import { newId } from "../../../src/core/ids.ts";
import type { Database, SiteDb } from "../../../src/db/database.ts";
import { tenantOf } from "../../harness/stores.ts";
import { type Category, insertWithVariants, makeProducts, type NewProduct, vocabularyOf } from "./products.ts";
import { word } from "./words.ts";

/** Stores that differ in their products are at most so many; the next one has those of the first again. */
const ASSORTMENTS = 250;
const CATEGORIES = 12;

/**
 * Adds stores `small-1`, `small-2`, … with twelve categories and some products each. Different assortments are made first,
 * in a store that is then removed, and copied by the database, with all that is derived from them. Yields how many products
 * were copied.
 */
export async function* addSmallStores(
  client: Client,
  database: Database,
  count: number,
  products: number,
): AsyncGenerator<number> {
  if (count === 0) return;
  const assortments = Math.min(count, ASSORTMENTS);
  await makeAssortments(client, database, assortments, products);
  await client.query(newStores(count, assortments));
  for (const statement of STORES_STATEMENTS) await client.query(statement);
  for (let first = 1; first <= count; first += ASSORTMENTS) {
    const last = Math.min(count, first + ASSORTMENTS - 1);
    for (const statement of copyStatements(first, last)) await client.query(statement);
    yield (last - first + 1) * products;
  }
}

/** Writes the assortments into temporary tables: categories, products, variants and the words that search compares with. */
async function makeAssortments(client: Client, database: Database, count: number, products: number): Promise<void> {
  const siteId = newId();
  await client.query(
    `insert into sites (id, slug, name, currency, locale, country, shipping_methods, created_at, updated_at)
      values ($1, 'assortments', 'Assortments', 'DZD', 'fr', 'DZ', '{home,desk}', now(), now())`,
    [siteId],
  );
  const categories = await database.transact(tenantOf(siteId), addCategories);
  await client.query("create temp table made_words (assortment integer, length smallint, word text)");
  await client.query("create temp table made_products as select 0 as assortment, p.* from products p limit 0");
  let writing = Promise.resolve();
  for (let assortment = 0; assortment < count; assortment++) {
    const made = makeProducts(assortment * products, products, categories);
    await writing;
    writing = insertAssortment(client, siteId, assortment, made);
    writing.catch(() => {}); // awaited in the next turn
  }
  await writing;
  for (const table of ["variants", "categories"])
    await client.query(`create temp table made_${table} as select * from ${table} where site_id = '${siteId}'`);
  for (const table of ["variants", "products", "categories", "changes"])
    await client.query(`delete from ${table} where site_id = $1`, [siteId]);
  await client.query("delete from sites where id = $1", [siteId]);
}

async function insertAssortment(client: Client, siteId: string, assortment: number, made: NewProduct[]): Promise<void> {
  await insertWithVariants(client, siteId, made);
  await client.query("insert into made_words select $1, char_length(w), w from unnest($2::text[]) w", [
    assortment,
    vocabularyOf(made),
  ]);
  await client.query(
    "insert into made_products select $1, p.* from products p where site_id = $2 and id = any($3::uuid[])",
    [assortment, siteId, made.map(({ id }) => id)],
  );
}

async function addCategories(db: SiteDb): Promise<Category[]> {
  const plain = { description: null, image_url: null, is_active: true, parent_id: null };
  const made: Category[] = [];
  for (let i = 0; i < CATEGORIES; i++) {
    const name = `Rayon ${word(i + 40)}`;
    made.push({ id: await saveCategory(db, { ...plain, slug: `rayon-${i + 1}`, name, position: i }), name });
  }
  return made;
}

/** The time is the first part of an id, so that the rows of stores that are added one after the other are close. */
const newStores = (count: number, assortments: number): string => `
    create temp table new_stores as
    select number, (left(hex, 8) || '-' || right(hex, 4) || '-7' || substr(gen_random_uuid()::text, 16))::uuid as id,
      (number - 1) % ${assortments} as assortment
    from generate_series(1, ${count}) number
    cross join lateral (
      select lpad(to_hex((extract(epoch from now()) * 1000)::bigint + number), 12, '0') as hex
    ) t
  `;

const STORES_STATEMENTS = [
  "analyze made_words",
  "analyze made_products",
  "analyze made_variants",
  "analyze made_categories",
  "analyze new_stores",
  `
    insert into sites (id, slug, name, currency, locale, country, shipping_methods, created_at, updated_at)
    select id, 'small-' || number, 'Petite boutique ' || number, 'DZD', 'fr', 'DZ', '{home,desk}', now(), now()
    from new_stores
  `,
  `
    create temp table new_categories as
    select s.number, s.id as site_id, c.id as made_id, gen_random_uuid() as id
    from new_stores s, made_categories c
  `,
  "analyze new_categories",
  `
    insert into categories (
      site_id, id, slug, name, folded_name, description, image_url, position, is_active, updated_at
    )
    select n.site_id, n.id, slug, name, folded_name, description, image_url, position, is_active, updated_at
    from new_categories n
    join made_categories c on c.id = n.made_id
    order by n.number
  `,
];

/** Statements that copy the assortments of the stores with these numbers. */
const copyStatements = (first: number, last: number): string[] => [
  "drop table if exists copied_products",
  `
    create temp table copied_products as
    select s.id as site_id, gen_random_uuid() as id, p.id as made_id, c.id as category_id
    from new_stores s
    join made_products p on p.assortment = s.assortment
    left join new_categories c on c.number = s.number and c.made_id = p.category_id
    where s.number between ${first} and ${last}
    order by s.number
  `,
  "analyze copied_products",
  `
    insert into products (
      site_id, id, slug, name, description, status, category_id, vendor, product_type, tags, options, images, is_physical,
      charge_tax, excerpt, sort_name, min_price, max_price, search, option_pairs, created_at, updated_at
    )
    select c.site_id, c.id, slug, name, description, status, c.category_id, vendor, product_type, tags, options, images,
      is_physical, charge_tax, excerpt, sort_name, min_price, max_price, search, option_pairs, created_at, updated_at
    from copied_products c
    join made_products p on p.id = c.made_id
  `,
  `
    insert into variants (
      site_id, id, product_id, position, title, option_values, sku, price, inventory_quantity, track_quantity,
      continue_selling_when_out_of_stock, weight, weight_unit
    )
    select c.site_id, gen_random_uuid(), c.id, v.position, v.title, v.option_values, v.sku, v.price,
      v.inventory_quantity, v.track_quantity, v.continue_selling_when_out_of_stock, v.weight, v.weight_unit
    from copied_products c
    join made_variants v on v.product_id = c.made_id
  `,
  `
    insert into search_words (site_id, length, word)
    select s.id, w.length, w.word
    from new_stores s
    join made_words w on w.assortment = s.assortment
    where s.number between ${first} and ${last}
    order by s.id, w.length, w.word collate "C"
  `,
];
