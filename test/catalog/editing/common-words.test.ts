import { Type } from "typebox";
import { beforeAll, describe, expect, test } from "vitest";
import { ALL_PRODUCTS } from "../../../src/db/changes.ts";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { refused, runTool } from "../../support/mcp-tasks.ts";

/** Of each kind of product: more than lists count, and more than one change of prices takes. */
const COMMON = 5_100;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  const { id } = await shop.product({ slug: "maison", name: "Maison", tags: ["Lin"], vendor: "Nour", price: 1000 });
  await shop.transact(async (db) => {
    db.changed(ALL_PRODUCTS);
    await db.run(sql`
      insert into products (
        site_id, id, slug, name, status, tags, vendor, options, images, is_physical, charge_tax, sort_name, min_price,
        max_price, search, option_pairs, created_at, updated_at
      )
      select ${shop.id}, gen_random_uuid(), slug || '-' || i, name, 'draft', tags, vendor, options, images, is_physical,
        charge_tax, sort_name, min_price, max_price, search, option_pairs, created_at - i * interval '1 second', updated_at
      from products, generate_series(1, ${COMMON}::integer - 1) i
      where site_id = ${shop.id} and id = ${id}
    `);
    await db.run(sql`
      insert into variants (
        site_id, id, product_id, position, title, option_values, price, inventory_quantity, track_quantity,
        continue_selling_when_out_of_stock, weight_unit
      )
      select ${shop.id}, gen_random_uuid(), id, 1, 'Default', '{}', 1000, 3, true, false, 'kg'
      from products
      where site_id = ${shop.id} and slug like 'maison-%'
    `);
  });
  await shop.product({ slug: "vase", name: "Vase de la maison", tags: ["Lin", "Terre"], vendor: "Zohra", price: 1000 });
});

describe("a search in a store of more than 3,000 products", () => {
  test.each([
    ["a word that most products have", { query: "maison" }],
    ["a tag that most products have", { tag: "lin" }],
    ["a vendor that most products have, and stock", { vendor: "nour", in_stock: true }],
    ["stock", { in_stock: true }],
  ])("by %s shows the newest first, and marks that the total is a minimum", async (_, search) => {
    const first = await runTool(shop, "products_search", { ...search, status: "draft", limit: 2 });
    expect(first).toMatchObject({ total: expect.any(Number), total_is_partial: true });
    expect(first.total).toBeGreaterThan(2_900);
    expect(slugs(first)).toEqual(["maison-1", "maison-2"]);
    const next = await runTool(shop, "products_search", {
      ...search,
      status: "draft",
      limit: 2,
      cursor: first.next_cursor,
    });
    expect(slugs(next)).toEqual(["maison-3", "maison-4"]);
  });
  const slugs = ({ data }: { data: { slug: string }[] }) => data.map(({ slug }) => slug);

  test.each([
    ["all products", {}, COMMON + 1],
    ["a status", { status: "draft" }, COMMON - 1],
    ["a rare word", { query: "vase" }, 1],
    ["a rare tag", { tag: "terre" }, 1],
    ["a rare word among products of a common tag", { query: "vase", tag: "lin" }, 1],
    ["a common word among products of a rare vendor", { query: "maison", vendor: "zohra" }, 1],
    ["a slug", { query: "maison-5099" }, 1],
  ])("by %s has the exact total", async (_, search, total) => {
    const found = await runTool(shop, "products_search", { ...search, limit: 1 });
    expect(found.total).toBe(total);
    expect(found).not.toHaveProperty("total_is_partial");
  });

  test("of stock marks that the total is a minimum, unless few products are searched", async () => {
    const all = await runTool(shop, "inventory_search", { max_inventory_quantity: 5, limit: 1 });
    expect(all).toMatchObject({ total: expect.any(Number), total_is_partial: true });
    const few = await runTool(shop, "inventory_search", { query: "vase", limit: 1 });
    expect(few.total).toBe(1);
    expect(few).not.toHaveProperty("total_is_partial");
  });

  test("refuses a change of too many prices, and makes one of few", async () => {
    const refusal = await refused(shop, "prices_bulk_update", { query: "maison", percent: 5 });
    expect(refusal).toMatchObject({ code: "invalid_value", detail: expect.stringContaining("5000 products") });
    expect(await runTool(shop, "prices_bulk_update", { query: "maison", tag: "terre", percent: 5 })).toMatchObject({
      changed: 1,
    });
  });
});

test("the database finds by words and labels in the store of the transaction only", async () => {
  const other = await openShop();
  const found = (owner: Shop) =>
    other.rows(
      Type.Object({ words: Type.Integer(), labels: Type.Integer() }),
      sql`
        select (select count(*) from products_with_text(${owner.id}, 'maison', 9)) as words,
          (select count(*) from products_with_keys(${owner.id}, array['tag lin'], 9)) as labels
        where ${other.id} <> ''
      `,
    );
  await other.product({ slug: "maison", name: "Maison", tags: ["Lin"], price: 1000 });

  expect(await found(other)).toEqual([{ words: 1, labels: 1 }]);
  expect(await found(shop)).toEqual([{ words: 0, labels: 0 }]);
});
