import { describe, expect, test } from "vitest";
import { app, buildTestApp, driver, openShop, type Shop } from "../../support/app.ts";
import { withHooks } from "../../support/faulty-driver.ts";
import { entries } from "../../support/mcp-tasks.ts";
import { call, callConfirmed } from "../../support/operations.ts";
import { expectInvariants, ordered, stockOf } from "../../support/selling.ts";

const HEADER =
  "Handle,Title,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Variant Inventory Tracker";
const columns = HEADER.split(",");
type Cells = Record<string, string | number>;

/** Returns a CSV export with these rows; missing cells have the values of a simple product. */
const csv = (...rows: Cells[]): string =>
  [
    HEADER,
    ...rows.map((cells) => {
      const plain: Cells = { "Option1 Name": "Title", "Option1 Value": "Default Title", "Variant Price": "10" };
      const all = { ...plain, "Variant Inventory Tracker": "shopify", Title: cells.Handle ?? "", ...cells } as Cells;
      return columns.map((column) => `"${String(all[column] ?? "").replaceAll('"', '""')}"`).join(",");
    }),
  ].join("\n");

const runImport = (shop: Shop, text: string, more: object = {}, via = app) =>
  call(shop, "products_import", { csv: text, ...more }, shop.secret_key, via);

test("creates products, updates them by handle, and reports failures with line and reason", async () => {
  const shop = await openShop();
  const pot = {
    Handle: "pot",
    Title: "Pot",
    Type: "Vaisselle",
    "Variant Price": "2500.50",
    "Variant Inventory Qty": 3,
  };
  const mug = { Handle: "mug", Title: "Mug" };

  const first = await runImport(shop, csv(pot, mug, { Handle: "jar", "Variant Price": "ten" }));
  const second = await runImport(shop, csv({ ...pot, "Variant Inventory Qty": 7 }, mug, { Handle: "jar" }));

  expect(first).toMatchObject({ text: "2 created, 0 updated, 0 unchanged, 1 failed." });
  expect(first.data).toEqual({
    change_id: expect.any(String),
    created: 2,
    updated: 0,
    unchanged: 0,
    failed: 1,
    failures: [{ line: 4, handle: "jar", reason: 'the price "ten" is not an amount' }],
  });
  expect(second.data).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 0, failures: [] });
  const { status, body } = await shop.get("/products/pot");
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: "Pot", price: 2500.5 });
  expect(await stockOf(shop, body.id)).toBe(7);
  const changes = await entries(shop, "products_import");
  expect(changes).toHaveLength(4);
  const pots = changes.filter(({ label }) => label === "pot");
  expect(pots).toMatchObject([
    { before: null, after: { name: "Pot", variants: [{ price: 2500.5 }] } },
    { after: { variants: [{ inventory_quantity: 7 }] } },
  ]);
  expect(Object.keys(pots[1]?.before ?? {})).toEqual(["variants"]);
  await expectInvariants(shop);
});

test("a dry run returns counts, failures and the fields that would change, and changes nothing", async () => {
  const shop = await openShop();
  await runImport(shop, csv({ Handle: "pot", Title: "Pot" }));
  const text = csv(
    { Handle: "pot", Title: "Big pot", Type: "Dishes", Tags: "new" },
    { Handle: "mug" },
    { Handle: "!" },
  );

  const dry = await runImport(shop, text, { dry_run: true });

  expect(dry.text).toContain("nothing was changed");
  expect(dry.text).toContain("1 created, 1 updated, 0 unchanged, 1 failed.");
  expect(dry.data).toMatchObject({
    dry_run: true,
    created: 1,
    updated: 1,
    failed: 1,
    failures: [{ line: 4, handle: "!", reason: 'the handle "!" holds no letter or digit' }],
    changes: [
      { entity: "product", label: "pot", before: { name: "Pot", tags: [] }, after: { name: "Big pot", tags: ["new"] } },
      { entity: "product", label: "mug", before: null, after: { name: "mug" } },
    ],
  });
  expect((await shop.get("/products/mug")).status).toBe(404);
  expect((await shop.get("/products/pot")).body).toMatchObject({ name: "Pot", tags: [] });
  expect(await entries(shop, "products_import")).toHaveLength(1);
  expect((await runImport(shop, text)).data).toMatchObject({ created: 1, updated: 1, failed: 1 });
});

test("imports 500 products in one call; of 501 it wants the token of a dry run", async () => {
  const shop = await openShop();
  const rows = Array.from({ length: 501 }, (_, i) => ({ Handle: `item-${i}`, Type: `Category ${i % 7}` }));

  const many = await runImport(shop, csv(...rows));
  const most = await callConfirmed(shop, "products_import", { csv: csv(...rows.slice(1)) });
  const again = await runImport(shop, csv(...rows.slice(1)));

  expect(many.problem).toMatchObject({
    code: "confirmation_required",
    detail: "products_import would change 501 things; more than 20 need a confirm_token.",
  });
  expect(most.data).toMatchObject({ created: 500, failed: 0 });
  expect(again.data).toMatchObject({ unchanged: 500, failed: 0 });
  expect((await shop.get("/products/item-0")).status).toBe(404);
  expect((await shop.get("/products/item-500")).status).toBe(200);
});

test("shortens the reasons of failures and cuts the list to a page; a dry run pages through all of them", async () => {
  const shop = await openShop();
  const rows = Array.from({ length: 150 }, (_, i) => ({ Handle: `bad-${i}`, "Variant Price": "x".repeat(9999) }));

  const file = csv(...rows, { Handle: "good" });

  const lines: number[] = [];
  for (let cursor: string | undefined, isDone = false; !isDone; ) {
    const { data } = await call(shop, "products_import", { csv: file, dry_run: true, ...(cursor ? { cursor } : {}) });
    lines.push(...(data.failures ?? []).map(({ line }: { line: number }) => line));
    cursor = data.next_cursor;
    isDone = cursor === undefined;
  }
  expect(new Set(lines).size).toBe(150);
  const { data } = await runImport(shop, file);
  expect(data).toMatchObject({ created: 1, failed: 150 });
  expect(data.cut).toMatchObject([{ path: "failures", shown: data.failures.length }]);
  expect(data.failures[0].reason.length).toBeLessThan(310);
});

test.each([
  [
    "a,b\n1,2",
    "csv cannot be read: this is not a Shopify product export: it has no column Handle, Title, Variant Price.",
  ],
  ["\n", "csv cannot be read: the file is empty."],
  ['"Handle,Title', /^csv cannot be read: /],
])("refuses the file %j", async (text, detail) => {
  const shop = await openShop();

  const { problem } = await runImport(shop, text);

  expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "csv" }] });
  expect(problem?.detail).toMatch(detail);
});

describe("a text that is too long for a database index", () => {
  const randomText = (length: number) =>
    Array.from({ length }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join("");

  test.each([
    ["SKU", { "Variant SKU": randomText(3000) }, "the SKU is longer than 255 characters"],
    ["type", { Type: randomText(3000) }, "the type is longer than 255 characters"],
    ["type that grows when folded", { Type: "㍿".repeat(255) }, "the type is too long to search by"],
    ["title that grows when folded", { Title: "㍿".repeat(300) }, "the title is too long to sort by"],
    ["tag", { Tags: `a,${randomText(256)}` }, "the tag is longer than 255 characters"],
    ["tags", { Tags: Array.from({ length: 251 }, (_, i) => i).join() }, "a product may have at most 250 tags"],
    [
      "option",
      { "Option1 Name": "Size", "Option1 Value": randomText(256) },
      "the option value is longer than 255 characters",
    ],
  ])("makes its product fail: a long %s", async (_name, cells, reason) => {
    const shop = await openShop();

    const { data, problem } = await runImport(shop, csv({ Handle: "long", ...cells }, { Handle: "good" }));

    expect(problem).toBeUndefined();
    expect(data).toMatchObject({ created: 1, failed: 1, failures: [{ line: 2, handle: "long", reason }] });
  });

  test("is accepted at the maximum length", async () => {
    const shop = await openShop();
    const long = {
      Handle: randomText(300),
      Title: randomText(300),
      Type: randomText(255),
      "Variant SKU": randomText(255),
      Tags: Array.from({ length: 250 }, (_, i) => `${i}${randomText(250)}`).join(),
      "Option1 Name": randomText(255),
      "Option1 Value": randomText(255),
    };

    expect((await runImport(shop, csv(long))).data).toMatchObject({ created: 1, failed: 0 });
  });
});

test("saves nothing when the database refuses a row, and reports that row", async () => {
  const shop = await openShop();
  let saved = 0;
  const refusing = await buildTestApp(
    {},
    withHooks(driver, {
      afterStatement: (text) => {
        if (/insert into products/.test(text) && ++saved === 2) {
          throw Object.assign(new Error("index row size 9000 exceeds maximum 2704"), { code: "54000" });
        }
      },
    }),
  );

  const { problem } = await runImport(shop, csv({ Handle: "a" }, { Handle: "b" }, { Handle: "c" }), {}, refusing);
  await refusing.close();

  expect(problem).toMatchObject({
    code: "invalid_value",
    detail:
      "csv could not be imported, and nothing was saved with it: line 3, b: the database refused it: index row size 9000 exceeds maximum 2704.",
  });
  expect((await shop.get("/products/a")).status).toBe(404);
});

test("a product whose category was renamed is found by the new category name", async () => {
  const shop = await openShop();
  await runImport(shop, csv({ Handle: "pot", Type: "Poterie" }));
  await call(shop, "categories_save", { category: "poterie", name: "Argile" });
  await runImport(shop, csv({ Handle: "pot", Title: "Grand pot", Type: "Poterie" }));

  expect((await shop.get("/search?q=argile")).body.data).toMatchObject([{ name: "Grand pot", category: "Argile" }]);
});

test("stock stays consistent when orders are placed during imports", async () => {
  const shop = await openShop();
  const rows = ["a", "b", "c"].map((Handle) => ({ Handle, "Variant Inventory Qty": 50 }));
  await runImport(shop, csv(...rows));
  const ids = await Promise.all(["a", "b", "c"].map(async (slug) => (await shop.get(`/products/${slug}`)).body.id));
  const all = ids.map((product_id) => ({ product_id, quantity: 1 }));

  await Promise.all([
    ...[60, 70, 80].map((stock) =>
      runImport(shop, csv(...rows.toReversed().map((row) => ({ ...row, "Variant Inventory Qty": stock })))),
    ),
    ...Array.from({ length: 8 }, () => ordered(shop, all)),
  ]);

  await expectInvariants(shop);
});

test("refuses a read-only key, and does not change another store", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { key } = await shop.createKey({ kind: "secret", name: "Reader", scopes: ["catalog:read"] });
  await runImport(shop, csv({ Handle: "pot" }));

  const read = await runImport({ ...shop, secret_key: key }, csv({ Handle: "mug" }));

  expect(read.problem).toMatchObject({ code: "insufficient_scope", allowed: ["catalog:write"] });
  expect((await other.get("/products/pot")).status).toBe(404);
  expect((await runImport(other, csv({ Handle: "pot" }))).data).toMatchObject({ created: 1 });
});
