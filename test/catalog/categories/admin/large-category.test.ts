import { Type } from "typebox";
import { beforeAll, expect, test } from "vitest";
import { ALL_PRODUCTS } from "../../../../src/db/changes.ts";
import { sql } from "../../../../src/db/sql.ts";
import { openShop, type Shop } from "../../../support/app.ts";
import { categoryIn, runConfirmedTool, runTool } from "../../../support/mcp-tasks.ts";

/** One more than the server changes in one statement. */
const PRODUCTS = 2001;

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
  const category_id = await categoryIn(shop, "lampes", "Lampes");
  await shop.product({ slug: "first", name: "Lustre", category_id, category: "Lampes" });
  await shop.transact((db) => {
    db.changed(ALL_PRODUCTS);
    return db.run(sql`
    insert into products (
      site_id, id, slug, name, status, tags, options, images, is_physical, charge_tax, sort_name, min_price, max_price,
      search, option_pairs, category_id, created_at, updated_at
    )
    select site_id, gen_random_uuid(), 'copy-' || i, name, status, tags, options, images, is_physical, charge_tax,
      sort_name, min_price, max_price, search, option_pairs, category_id, created_at, updated_at
    from products, generate_series(2, ${PRODUCTS}::integer) i
    where site_id = ${shop.id} and slug = 'first'
  `);
  });
});

/** The number of products that the words find, by the search vector that both shoppers and merchants search. */
async function countFound(word: string): Promise<number> {
  const [row] = await shop.rows(
    Type.Object({ count: Type.Integer() }),
    sql`select count(*) from products where site_id = ${shop.id} and search @@ ${word}::tsquery`,
  );
  return row?.count ?? 0;
}

test("a category of more products than one statement changes is renamed in all of them, and deleted from all", async () => {
  expect(await countFound("lampes")).toBe(PRODUCTS);

  await runTool(shop, "categories_save", { category: "lampes", name: "Luminaires" });
  expect([await countFound("lampes"), await countFound("luminaires")]).toEqual([0, PRODUCTS]);

  await runConfirmedTool(shop, "catalog_delete", { kind: "category", item: "lampes" });
  expect(await countFound("luminaires")).toBe(0);
  expect(await countFound("lustre")).toBe(PRODUCTS);
});
