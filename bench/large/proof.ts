import { isDeepStrictEqual } from "node:util";
import type { Client } from "pg";
import { type ProductInput, saveCategory, saveProduct } from "../../src/catalog/catalog.ts";
import { findStored } from "../../src/catalog/editing/save-queries.ts";
import { newId } from "../../src/core/ids.ts";
import type { SiteDb } from "../../src/db/database.ts";
import { createStore } from "../../src/store/store.ts";
import type { FilledStore } from "../explain/fill/fill.ts";
import { queryAt, withClient, withDatabase } from "../harness/database.ts";
import { tenantOf } from "../harness/stores.ts";
import type { Loaded } from "./loaded.ts";

/** Compares loaded products with the same products when the server saves them. */

/** Of the largest store, some products are compared; of another store, all products. */
const COMPARED_OF_THE_LARGEST = 20;
const PROVEN = "proven";

/**
 * Saves products of a loaded store in a new store, by `saveProduct`, and compares all rows: products, variants, the sums of
 * the stock ledger, and the words that misspelt words are compared with. Ids and times are not compared. Removes the new
 * store again. Returns how many products are the same. Throws when a row differs.
 */
export async function proveLoaded(loaded: Loaded): Promise<number> {
  const ordinary = loaded.ordinary[0] as FilledStore;
  const whole = await prove(loaded, ordinary, await slugsOf(loaded, ordinary, 1_000_000));
  const some = await prove(loaded, loaded.largest, await slugsOf(loaded, loaded.largest, COMPARED_OF_THE_LARGEST));
  return whole + some;
}

async function slugsOf({ url }: Loaded, { tenant }: FilledStore, count: number): Promise<string[]> {
  const rows = await queryAt<{ slug: string }>(
    url,
    "select slug from products where site_id = $1 and slug like 'produit-%' order by md5(slug) limit $2",
    [tenant.siteId, count],
  );
  return rows.map(({ slug }) => slug);
}

async function prove({ url }: Loaded, store: FilledStore, slugs: string[]): Promise<number> {
  const siteId = newId();
  await withDatabase(url, async (database) => {
    const inputs = await database.read(store.tenant, (db) => Promise.all(slugs.map((slug) => inputOf(db, slug))));
    const names = await categoryNames(url, store, slugs);
    await database.transact(tenantOf(siteId), async (db) => {
      await createStore(db, { slug: PROVEN, name: PROVEN, locale: "fr" });
      for (const [index, input] of inputs.entries()) {
        const categoryName = names.get(input.slug) ?? null;
        const category_id = categoryName && (await saveCategory(db, categoryOf(categoryName)));
        await saveProduct(db, { ...input, category_id }, { categoryName, isNew: true });
        if (slugs[index] !== input.slug) throw new Error("the products came in another order");
      }
    });
  });
  try {
    await withClient(url, (owner) => compareStores(owner, { loaded: store.tenant.siteId, saved: siteId, slugs }));
  } finally {
    await withClient(url, (owner) => remove(owner, siteId));
  }
  return slugs.length;
}

const categoryOf = (name: string) => ({
  slug: name.replaceAll(/\W/g, "-").toLowerCase(),
  name,
  description: null,
  image_url: null,
  is_active: true,
  parent_id: null,
  position: 0,
});

/** The loaded product as somebody would save it: without its ids. */
async function inputOf(db: SiteDb, slug: string): Promise<ProductInput> {
  const [stored] = await findStored(db, [slug]);
  if (!stored) throw new Error(`${slug} was not loaded`);
  const { id: _id, variants, ...rest } = stored;
  return { ...rest, variants: variants.map(({ id: _variantId, ...variant }) => variant) } as ProductInput;
}

async function categoryNames(url: string, { tenant }: FilledStore, slugs: string[]): Promise<Map<string, string>> {
  const rows = await queryAt<{ slug: string; name: string }>(
    url,
    `select p.slug, c.name from products p join categories c on c.site_id = p.site_id and c.id = p.category_id
      where p.site_id = $1 and p.slug = any($2)`,
    [tenant.siteId, slugs],
  );
  return new Map(rows.map(({ slug, name }) => [slug, name]));
}

const SORTED = (array: string): string => `(select array_agg(x order by x) from unnest(${array}) x)`;

/** Everything of a product but ids and times. The order in lists of keys means nothing. */
const PRODUCTS = `
  select to_jsonb(p) - '{site_id,id,category_id,created_at,updated_at,search}'::text[] || jsonb_build_object(
      'search', p.search::text, 'option_pairs', ${SORTED("p.option_pairs")}, 'filter_keys', ${SORTED("p.filter_keys")},
      'options', (select jsonb_agg(o - 'id') from jsonb_array_elements(p.options) o),
      'images', (select jsonb_agg(i - 'id') from jsonb_array_elements(p.images) i)
    ) as row
  from products p
  where p.site_id = $1 and p.slug = any($2)
  order by p.slug
`;
/** Orders have changed the ledger of the loaded store since its opening, so the sums are compared. */
const VARIANTS = `
  select to_jsonb(v) - '{site_id,id,product_id}'::text[] || jsonb_build_object(
      'ledger', (select sum(m.quantity) from stock_movements m where m.site_id = v.site_id and m.variant_id = v.id)
    ) as row
  from products p
  join variants v on v.site_id = p.site_id and v.product_id = p.id
  where p.site_id = $1 and p.slug = any($2)
  order by p.slug, v.position
`;
/** The words that only one of the stores has; those of the loaded store only when all of its products are compared. */
const WORDS_OF_ONE = `
  select 'saved only' as side, word from search_words s
  where site_id = $2 and not exists (select from search_words l where l.site_id = $1 and l.length = s.length and l.word = s.word)
  union all
  select 'loaded only', word from search_words l
  where site_id = $1 and (select count(*) from products where site_id = $1) = (select count(*) from products where site_id = $2)
    and not exists (select from search_words s where s.site_id = $2 and s.length = l.length and s.word = l.word)
`;

async function compareStores(
  owner: Client,
  { loaded, saved, slugs }: { loaded: string; saved: string; slugs: string[] },
): Promise<void> {
  for (const text of [PRODUCTS, VARIANTS]) {
    const ours = await owner.query<{ row: object }>(text, [loaded, slugs]);
    const theirs = await owner.query<{ row: object }>(text, [saved, slugs]);
    if (ours.rows.length === 0 || ours.rows.length !== theirs.rows.length) throw new Error("the rows are not as many");
    for (const [index, { row }] of ours.rows.entries()) {
      const expected = theirs.rows[index]?.row;
      if (!isDeepStrictEqual(row, expected))
        throw new Error(`loaded: ${JSON.stringify(row)}\nsaved: ${JSON.stringify(expected)}`);
    }
  }
  const { rows } = await owner.query(WORDS_OF_ONE, [loaded, saved]);
  if (rows.length > 0) throw new Error(`other words: ${JSON.stringify(rows.slice(0, 20))}`);
}

const TABLES = ["stock_movements", "variants", "products", "search_words", "categories", "changes"];

async function remove(owner: Client, siteId: string): Promise<void> {
  for (const table of TABLES) await owner.query(`delete from ${table} where site_id = $1`, [siteId]);
  await owner.query("delete from sites where id = $1", [siteId]);
}
