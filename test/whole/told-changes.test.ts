import { beforeAll, describe, expect, test } from "vitest";
import { saveCategory, saveCollection } from "../../src/catalog/catalog.ts";
import { saveArticle } from "../../src/content/content.ts";
import { newId } from "../../src/core/ids.ts";
import { ALL_PRODUCTS, type Part } from "../../src/db/changes.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { saveMenu } from "../../src/store/store.ts";
import { asOwner, driver, rowsForOwner, type Shop } from "../support/app.ts";
import { GUARDED_TABLES } from "../support/guards/change-guard.ts";
import { deliveringShop } from "../support/selling.ts";

// The triggers of test/support/guards/change-guard.ts, without which a write that nobody tells would stay in caches.

/** Tables that `hanout_reader` may select and that no trigger guards. */
const NOT_GUARDED = {
  search_words: "a word without a product finds nothing, and a product is told",
  product_sales: "the order by sales may be a minute old",
  carts: "only the shopper who has the cart's id sees it",
  cart_items: "only the shopper who has the cart's id sees them",
  files: "what is shown of one never changes, and its address holds what it is of",
  schema_version: "no data of a store",
  changes: "what is told",
};

const READABLE = `
  select c.relname as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    and has_table_privilege('hanout_reader', c.oid, 'select')
    and not exists (select from pg_trigger where tgrelid = c.oid and tgname = 'must_be_told' and tgenabled = 'O')
  order by 1
`;

/** The columns that a row of a table is inserted with. */
const COLUMNS = `
  select string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
`;

interface Told {
  parts: readonly Part[];
  products?: string[];
}

let shop: Shop;
let product: string;
let vase: string;
let variant: string;

beforeAll(async () => {
  shop = await deliveringShop();
  ({ id: product } = await shop.product({ slug: "lampe", stock: 10 }));
  ({ id: vase } = await shop.product({ slug: "vase" }));
  await shop.transact(async (db) => {
    await saveMenu(db, { handle: "main-menu", title: "Menu", items: [] });
    const seo = { seo_title: null, seo_description: null };
    const texts = { title: "About", type: null, description: null, body: "Us", content: null, featured_image: null };
    await saveArticle(db, "page", { slug: "about", ...texts, ...seo, is_published: true, published_at: db.now });
    const shown = { description: null, image_url: null, is_active: true, position: 0 };
    await saveCategory(db, { slug: "lampes", name: "Lampes", parent_id: null, ...shown });
    const collection = { slug: "new", title: "New", sort_order: "manual" as const, ...shown, ...seo };
    await saveCollection(db, collection, ["lampe"]);
    await createPromotion(db, { title: "Ten", discount_type: "percentage", discount_value: 1000, usage_limit: 2 });
  });
  const [row] = await rowsForOwner("select id from variants where site_id = $1 and product_id = $2", [
    shop.id,
    product,
  ]);
  variant = (row as { id: string }).id;
});

/** Runs a statement, whose `$1` is the store, and tells what it changes, in one transaction of `hanout_app`. */
const write = (statement: string, { parts, products = [] }: Told, values: unknown[] = []): Promise<void> =>
  driver.transaction(async (inside) => {
    await inside.query(statement, [shop.id, ...values]);
    if (parts.length + products.length === 0) return;
    await inside.query("insert into changes (site_id, id, parts, product_ids) values ($1, $2, $3, $4)", [
      shop.id,
      newId(),
      parts,
      products,
    ]);
  }, shop.id);

/** Expects that the statement may be told of by this and by no less. */
async function expectNeeds(statement: string, told: Told, values?: unknown[]): Promise<void> {
  for (const part of told.parts) {
    const parts = told.parts.filter((other) => other !== part);
    await expect(write(statement, { ...told, parts }, values)).rejects.toThrow("untold");
  }
  for (const products of told.products ? [[], [newId()]] : []) {
    await expect(write(statement, { ...told, products }, values)).rejects.toThrow("untold");
  }
  await write(statement, told, values);
}

interface Writes {
  /** How a second row differs from the one that the store has. */
  copy: object;
  set: string;
  parts: Part[];
  /** The column with the id of the product that changes. */
  product?: "id" | "product_id";
}

/** Every guarded table whose rows come and go: a store itself is only changed. */
const WRITES: Record<string, () => Writes> = {
  articles: () => ({ copy: { id: newId(), slug: "copy" }, set: "title = 'Other'", parts: ["content"] }),
  categories: () => ({ copy: { id: newId(), slug: "copy" }, set: "position = 7", parts: ["groups", "catalogue"] }),
  collection_products: () => ({
    copy: { product_id: vase },
    set: "position = 7",
    parts: ["groups", "catalogue"],
    product: "product_id",
  }),
  collections: () => ({ copy: { id: newId(), slug: "copy" }, set: "title = 'Other'", parts: ["groups", "catalogue"] }),
  menus: () => ({ copy: { id: newId(), handle: "copy" }, set: "title = 'Other'", parts: ["menus"] }),
  products: () => ({ copy: { id: newId(), slug: "copy" }, set: "name = 'Other'", parts: ["catalogue"], product: "id" }),
  promotions: () => ({ copy: { id: newId() }, set: "title = 'Other'", parts: ["promotions"] }),
  shipping_rates: () => ({ copy: { region: "31" }, set: "price = 7", parts: ["shipping"] }),
  variants: () => ({
    copy: { id: newId(), option_values: { Size: "M" }, inventory_quantity: 0 },
    set: "price = 7",
    parts: ["catalogue"],
    product: "product_id",
  }),
};

describe("a write that shoppers see", () => {
  test.each(Object.keys(WRITES))("of %s is told, or the transaction fails", async (table) => {
    const { copy, set, parts, product: column } = (WRITES[table] as () => Writes)();
    const [found] = await rowsForOwner(`select to_jsonb(t)::text as json from ${table} t where site_id = $1 limit 1`, [
      shop.id,
    ]);
    const row = { ...JSON.parse((found as { json: string }).json), ...copy };
    const told: Told = { parts, ...(column && { products: [row[column]] }) };
    const [{ columns }] = (await rowsForOwner(COLUMNS, [table])) as [{ columns: string }];
    const isCopy = "site_id = $1 and to_jsonb(t) @> $2::jsonb";

    await expectNeeds(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $2::jsonb)
       where $1::uuid is not null`,
      told,
      [JSON.stringify(row)],
    );
    await expectNeeds(`update ${table} t set ${set} where ${isCopy}`, told, [JSON.stringify(copy)]);
    await write(`update ${table} t set ${set} where ${isCopy}`, { parts: [] }, [JSON.stringify(copy)]); // the same again
    await expectNeeds(`delete from ${table} t where ${isCopy}`, told, [JSON.stringify(copy)]);
  });

  test("of the store itself is told", async () => {
    await expectNeeds("update sites set name = 'Other' where id = $1", { parts: ["store"] });
  });

  test("may be told of as a change of all products", async () => {
    await write("update products set name = 'Other' where site_id = $1", { parts: ALL_PRODUCTS });
    await write("update variants set price = price + 1 where site_id = $1", { parts: ALL_PRODUCTS });
  });

  test("by the cascade of a foreign key is told", async () => {
    const { id } = await shop.product({ slug: "doomed" });

    await expect(
      write("delete from products where site_id = $1 and id = $2", { parts: ["catalogue"], products: [id] }, [id]),
    ).rejects.toThrow("untold delete of variants");
  });

  test("of a store is not told by another store's transaction", async () => {
    const other = await deliveringShop();
    const statement = "insert into changes (site_id, id, parts, product_ids) values ($1, $2, '{menus}', '{}')";
    await driver.transaction((inside) => inside.query(statement, [other.id, newId()]), other.id);

    await expect(write("update menus set title = 'Another' where site_id = $1", { parts: [] })).rejects.toThrow(
      "untold",
    );
  });
});

const setStock = "update variants set inventory_quantity = $3 where site_id = $1 and id = $2";
const setUses = "update promotions set used_count = $2 where site_id = $1 and code is null";

describe("a sale", () => {
  test("that leaves stock changes its product only, and one of the last piece also what can be bought", async () => {
    const products = [product];
    await expectNeeds(setStock, { parts: [], products }, [variant, 1]);
    await expectNeeds(setStock, { parts: ["availability"], products }, [variant, 0]);
    await expectNeeds(setStock, { parts: ["availability"], products }, [variant, 4]);
  });

  test("of a product that is sold without stock changes its product only", async () => {
    const products = [product];
    const sellAnyway = "update variants set continue_selling_when_out_of_stock = true where site_id = $1 and id = $2";
    await write(sellAnyway, { parts: ["catalogue"], products }, [variant]);

    await expectNeeds(setStock, { parts: [], products }, [variant, -1]);
  });

  test("uses a promotion, which is told only of its last use and when one is returned", async () => {
    await write(setUses, { parts: [] }, [1]);
    await expectNeeds(setUses, { parts: ["promotions"] }, [2]);
    await expectNeeds(setUses, { parts: ["promotions"] }, [1]);
  });

  test("counts units, which need not be told", async () => {
    await write("insert into product_sales (site_id, product_id, units) values ($1, $2, 1)", { parts: [] }, [product]);
    await write("update product_sales set units = units + 1 where site_id = $1", { parts: [] });
  });
});

describe("the triggers", () => {
  test("do not bind the owner of the tables, nor what belongs to a new store", async () => {
    await rowsForOwner("update menus set title = 'By the owner' where site_id = $1", [shop.id]);
    const site = newId();
    await driver.transaction(async (inside) => {
      await inside.query(
        `insert into sites (id, slug, name, currency, locale, country, shipping_methods, created_at, updated_at)
         values ($1, 'told-' || $1::uuid, 'New', 'DZD', 'fr', 'DZ', '{home}', now(), now())`,
        [site],
      );
      await inside.query(
        "insert into menus (site_id, id, handle, title, items, updated_at) values ($1, $2, 'new', 'New', '[]', now())",
        [site, newId()],
      );
    }, site);
  });

  test("guard every table that shoppers may read, and a new one without is detected", async () => {
    const undo = new Error("undo");
    const found = asOwner(async (owner) => {
      const before = await owner.query(READABLE, []);
      await owner.exec("create table forgotten (site_id uuid); grant select on forgotten to hanout_reader");
      throw Object.assign(undo, { before, after: await owner.query(READABLE, []) });
    });

    await expect(found).rejects.toBe(undo);
    const named = (names: string[]) => names.sort().map((name) => ({ name }));
    expect(undo).toMatchObject({
      before: named(Object.keys(NOT_GUARDED)),
      after: named([...Object.keys(NOT_GUARDED), "forgotten"]),
    });
    expect([...Object.keys(WRITES), "sites"].sort()).toEqual([...GUARDED_TABLES].sort());
  });
});
