import { expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { rowsForOwner } from "../support/app.ts";
import { Merchant } from "./merchant.ts";

/** More rows than an undo locks and writes at once. */
const PRODUCTS = 2100;

/** Fills the store with products, each with one variant, as the owner of the tables. */
async function fill(siteId: string, count: number, categoryId: string | null): Promise<void> {
  await rowsForOwner(
    `insert into products (site_id, id, slug, name, status, category_id, tags, options, images, is_physical, charge_tax,
       sort_name, min_price, max_price, search, created_at, updated_at)
     select $1, gen_random_uuid(), 'p-' || i, 'Product ' || i, 'active', $3, '{}', '[]', '[]', true, true,
       'product ' || i, 1000, 1000, to_tsvector('simple', 'product'), now(), now()
     from generate_series(1, $2::integer) i`,
    [siteId, count, categoryId],
  );
  await rowsForOwner(
    `insert into variants (site_id, id, product_id, position, title, option_values, price, inventory_quantity,
       track_quantity, continue_selling_when_out_of_stock, weight_unit)
     select site_id, gen_random_uuid(), id, 1, 'Default', '{}', 1000, 0, true, false, 'g'
     from products where site_id = $1`,
    [siteId],
  );
}

const inSeconds = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  const start = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
};

const pricesIn = async (siteId: string): Promise<unknown> =>
  rowsForOwner(
    `select v.price, v.compare_at_price, p.min_price, p.max_price, count(*)::integer as count
     from variants v join products p on p.site_id = v.site_id and p.id = v.product_id
     where v.site_id = $1 group by 1, 2, 3, 4`,
    [siteId],
  );

test("a category of thousands of products comes back with all of them", { timeout: 300_000 }, async () => {
  const merchant = await Merchant.open();
  const { id } = await merchant.do("categories_save", { name: "Tapis" });
  await fill(merchant.shop.id, PRODUCTS, id);
  const inCategory = async () =>
    (await rowsForOwner("select count(*)::integer as count from products where site_id = $1 and category_id = $2", [
      merchant.shop.id,
      id,
    ])) as unknown;

  const change = await merchant.delete("category", "tapis");
  expect(await inCategory()).toEqual([{ count: 0 }]);
  let undo = newId();
  await inSeconds("undo of a category", async () => {
    undo = await merchant.undo(change);
  });
  expect(await inCategory()).toEqual([{ count: PRODUCTS }]);
  expect((await merchant.shop.get("/search?q=tapis")).body.pagination.total).toBeGreaterThan(100);
  await merchant.undo(undo);
  expect(await inCategory()).toEqual([{ count: 0 }]);
});

test("the prices of thousands of products go back", { timeout: 300_000 }, async () => {
  const merchant = await Merchant.open();
  await fill(merchant.shop.id, PRODUCTS, null);
  const before = await pricesIn(merchant.shop.id);

  const change = await merchant.change("prices_bulk_update", { all: true, percent: 7, compare_at: "old_price" });
  expect(await pricesIn(merchant.shop.id)).toMatchObject([{ price: 1070, compare_at_price: null, min_price: 1070 }]);
  await inSeconds("undo of the prices", () => merchant.undo(change));
  expect(await pricesIn(merchant.shop.id)).toEqual(before);
});

test("a product gets no more variants back than a product may have", async () => {
  const merchant = await Merchant.open();
  const pairs = Array.from({ length: 16 * 16 }, (_, i) => ({ A: `${i % 16}`, B: `${Math.floor(i / 16)}` }));
  const variants = (from: number, to: number) => pairs.slice(from, to).map((option_values) => ({ option_values }));
  await merchant.createProduct({ name: "Robe", slug: "robe", variants: variants(0, 250) });
  const change = await merchant.updateProduct("robe", { remove_variants: ["0 / 0"] });
  await merchant.updateProduct("robe", { variants: variants(250, 251) });

  const [code, conflict] = await merchant.refusalOf(change);
  expect([code, conflict]).toEqual([
    "undo_conflict",
    expect.stringContaining("the variants of its product changed since"),
  ]);
  expect(await merchant.do("inventory_search", { query: "robe" })).toMatchObject({ total: 250 });
});
