import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { refused, runConfirmedTool, runTool } from "../support/mcp-tasks.ts";
import { legacy } from "../support/mcp-wire.ts";
import { type Called, call } from "../support/operations.ts";
import { BUYER, ordered } from "../support/selling.ts";

const MOST = 25_000;

/** A call, whose text is held to what an agent can read at once, and its two forms of data to each other. */
async function read(shop: Shop, tool: string, args: object = {}): Promise<Called["data"]> {
  const { body } = await legacy(shop.secret_key, "tools/call", { params: { name: tool, arguments: args } });
  const { content, structuredContent, isError } = body.result;
  expect(isError, `${tool}: ${content[0].text}`).toBeUndefined();
  const length = content.reduce((sum: number, { text }: { text: string }) => sum + text.length, 0);
  expect(length, tool).toBeLessThanOrEqual(MOST);
  expect(JSON.parse(content[1].text)).toEqual(structuredContent);
  return structuredContent;
}

/** All rows of a list, turned to the last page, and how many pages there were. */
async function readAll(shop: Shop, tool: string, args: object): Promise<{ rows: Called["data"][]; pages: number }> {
  const rows: Called["data"][] = [];
  let pages = 0;
  for (let cursor: string | null | undefined; cursor !== null; pages++) {
    const page = await read(shop, tool, { ...args, ...(cursor ? { cursor } : {}) });
    expect(page.data.length).toBeGreaterThan(0);
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return { rows, pages };
}

const long = (length: number, of = 'Été à "Oran" '): string =>
  of.repeat(Math.ceil(length / of.length)).slice(0, length);
const SIZES = Array.from({ length: 60 }, (_, i) => `Taille ${i}`);

const bigProduct = (slug: string, description: string) => ({
  slug,
  name: `Robe ${slug}`,
  description,
  vendor: "Nour",
  options: [{ name: "Taille", values: SIZES }],
  variants: SIZES.map((Taille) => ({ option_values: { Taille }, sku: `${slug}-${Taille}` })),
});

describe("a page of a search", () => {
  test("ends at the size limit of its text, and the cursor goes on with the next row", async () => {
    const shop = await openShop();
    const slugs = Array.from({ length: 12 }, (_, i) => `robe-${String.fromCharCode(97 + i)}`);
    for (const slug of slugs) await shop.product(bigProduct(slug, long(3000)));

    const { rows, pages } = await readAll(shop, "products_search", { response_format: "detailed", limit: 100 });

    expect(rows.map(({ slug }) => slug).toSorted()).toEqual(slugs);
    expect(pages).toBeGreaterThan(2);
    const stock = await readAll(shop, "inventory_search", { limit: 100 });
    expect(new Set(stock.rows.map(({ sku }) => sku)).size).toBe(slugs.length * SIZES.length);
  });

  test("shows a row longer than a page alone, and marks what is cut", async () => {
    const shop = await openShop();
    await shop.product(bigProduct("small", "Courte."));
    const description = long(150_000);
    await shop.product(bigProduct("huge", description));
    await shop.product(bigProduct("other", "Courte."));

    const { rows } = await readAll(shop, "products_search", { response_format: "detailed" });

    expect(rows.map(({ slug }) => slug)).toEqual(["other", "huge", "small"]);
    const [, huge] = rows;
    expect(huge.cut.map(({ path, of }: { path: string; of: number }) => [path, of])).toContainEqual([
      "description",
      description.length,
    ]);
    expect(description.startsWith(huge.description.slice(0, -1))).toBe(true);
    expect(huge.description.length).toBeGreaterThan(1000);
  });

  test("of every list has the same limit", async () => {
    const shop = await openShop();
    const text = long(5000);
    for (let i = 0; i < 12; i++) {
      await runTool(shop, "categories_save", { name: `Rayon ${i}`, description: text });
      await runTool(shop, "collections_save", { title: `Choix ${i}`, description: text });
      await runTool(shop, "content_save", { kind: "page", title: `Page ${i}`, description: text, body: text });
    }
    const { id } = await shop.product({ stock: 100 });
    for (let i = 0; i < 12; i++) {
      const customer_notes = long(2000);
      await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_notes, customer_phone: "0550123456" });
    }

    for (const [tool, args] of [
      ["categories_list", { response_format: "detailed" }],
      ["collections_search", { response_format: "detailed" }],
      ["content_search", { kind: "page", response_format: "detailed" }],
      ["orders_search", { response_format: "detailed" }],
    ] as const) {
      const { rows, pages } = await readAll(shop, tool, { limit: 100, ...args });
      expect([tool, rows.length, pages > 1]).toEqual([tool, 12, true]);
    }
    const calls = await readAll(shop, "changes_list", { response_format: "detailed", limit: 100 });
    expect(calls.rows).toHaveLength(36);
    const pages = await readAll(shop, "changes_list", { of: "page-1", response_format: "detailed" });
    expect(pages.rows).toHaveLength(1);
  });

  test("says how many rows it shows", async () => {
    const shop = await openShop();
    for (let i = 0; i < 12; i++)
      await runTool(shop, "categories_save", { name: `Rayon ${i}`, description: long(5000) });
    const { text, data } = await call(shop, "categories_list", { limit: 100, response_format: "detailed" });
    expect(text).toBe(`12 categories; ${data.data.length} shown.`);
    expect(data.data.length).toBeLessThan(12);
  });

  test("in concise form has no nulls, no timestamps and no ids beside a slug or a number", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "vase", sku: "VASE" });
    await runTool(shop, "categories_save", { name: "Maison" });
    await ordered(shop, [{ product_id: id, quantity: 1 }]);
    await runTool(shop, "content_save", { kind: "page", title: "Retours", slug: "retours" });
    await runTool(shop, "collections_save", { title: "Soldes" });

    for (const [tool, args] of [
      ["products_search", {}],
      ["orders_search", {}],
      ["content_search", { kind: "page" }],
      ["collections_search", {}],
      ["categories_list", {}],
      ["inventory_search", {}],
    ] as const) {
      const [row] = (await read(shop, tool, args)).data;
      expect([tool, Object.keys(row).filter((name) => ["id", "updated_at"].includes(name))]).toEqual([tool, []]);
      expect([tool, Object.values(row).includes(null)]).toEqual([tool, false]);
    }
  });
});

describe("a tool that shows one thing", () => {
  /** A text or list that an answer and the ones after it hold between them. */
  async function whole(shop: Shop, tool: string, args: object, field: string): Promise<string | unknown[]> {
    const parts: (string | unknown[])[] = [];
    let cursor: string | undefined;
    do {
      const {
        [field]: part,
        cut = [],
        next_cursor,
      } = await read(shop, tool, { ...args, ...(cursor ? { cursor } : {}) });
      const isCut = cut.some(({ path }: { path: string }) => path === field);
      if (part !== undefined) parts.push(isCut && typeof part === "string" ? part.slice(0, -1) : part);
      cursor = next_cursor;
    } while (cursor);
    return typeof parts[0] === "string" ? parts.join("") : parts.flat();
  }

  test("goes on where it was cut, for texts, lists and objects", async () => {
    const shop = await openShop();
    const description = long(70_000, 'تنوّع 🏺 "et" \n');
    await shop.product(bigProduct("vase", description));
    const content = { blocks: Array.from({ length: 2000 }, (_, i) => ({ type: "text", text: `Bloc ${i}` })) };
    await runTool(shop, "content_save", { kind: "page", slug: "long", title: "Long", body: description, content });

    const product = { product: "vase", response_format: "detailed" };
    expect(await whole(shop, "products_get", product, "description")).toBe(description);
    expect(await whole(shop, "products_get", product, "variants")).toHaveLength(SIZES.length);
    const page = { kind: "page", slug: "long" };
    expect(await whole(shop, "content_get", page, "body")).toBe(description);
    expect(JSON.parse(String(await whole(shop, "content_get", page, "content")))).toEqual(content);
  });

  test("refuses a cursor of another call", async () => {
    const shop = await openShop();
    await shop.product({ slug: "vase" });
    for (const inside of ["", "at 3", "parts", "parts {}", 'parts {"a":-1}', 'parts {"a":"b"}', "parts [1]"]) {
      const cursor = Buffer.from(inside).toString("base64url");
      const problem = await refused(shop, "products_get", { product: "vase", cursor });
      expect([inside, problem?.errors[0]?.path]).toEqual([inside, "cursor"]);
    }
  });

  test("refuses a cursor of more than 500 characters", async () => {
    const shop = await openShop();
    await shop.product({ slug: "vase" });
    const places = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field${i}`, 0]));
    const cursor = Buffer.from(`parts ${JSON.stringify(places)}`).toString("base64url");

    for (const [tool, args] of [
      ["products_get", { product: "vase", cursor }],
      ["catalog_delete", { kind: "product", item: "vase", dry_run: true, cursor }],
    ] as const) {
      expect(await refused(shop, tool, args)).toMatchObject({ code: "invalid_value", errors: [{ path: "cursor" }] });
    }
  });
});

/** All changes of a dry run, turned to the last page; an entry that is too long comes as the text of its JSON. */
async function allChanges(shop: Shop, tool: string, args: object): Promise<Called["data"][]> {
  const shown = new Map<number, Called["data"]>();
  let from = 0;
  let cursor: string | undefined;
  do {
    const page = await read(shop, tool, { ...args, dry_run: true, ...(cursor ? { cursor } : {}) });
    const { changes = [], cut = [], next_cursor } = page;
    from = cut.find(({ path }: { path: string }) => path === "changes")?.from ?? from;
    for (const [i, change] of changes.entries()) shown.set(from + i, change);
    from += changes.length;
    for (const [, index] of Object.keys(page).flatMap((name) => [/^changes\.(\d+)$/.exec(name) ?? []])) {
      if (index === undefined) continue;
      const part = page[`changes.${index}`];
      const isCut = cut.some(({ path }: { path: string }) => path === `changes.${index}`);
      const before = shown.get(Number(index));
      shown.set(Number(index), (typeof before === "string" ? before : "") + (isCut ? part.slice(0, -1) : part));
    }
    cursor = next_cursor;
  } while (cursor);
  return [...shown.values()].map((change) => (typeof change === "string" ? JSON.parse(change) : change));
}

describe("a dry run", () => {
  test("says how to confirm before the sentence, whose end may be cut", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ stock: 100 });
    await ordered(shop, [{ product_id: id, quantity: 1 }]);

    const { text } = await call(shop, "customers_erase", { customer: BUYER.customer_phone, dry_run: true });
    expect(text).toMatch(/call again within 15 minutes with this confirm_token.*Erased a guest/s);
  });

  test("says that its list of changes is cut, and goes on with a cursor until all were shown", async () => {
    const shop = await openShop();
    const slugs = Array.from({ length: 8 }, (_, i) => `robe-${i}`);
    for (const slug of slugs) await shop.product({ ...bigProduct(slug, "x"), price: 100_000 });
    const args = { all: true, percent: 10, dry_run: true };

    const first = await call(shop, "prices_bulk_update", args);
    expect(first.text).toContain("next_cursor goes on");
    expect(first.data).toMatchObject({
      changes_count: 8,
      cut: expect.arrayContaining([{ path: "changes", from: 0, shown: first.data.changes.length, of: 8 }]),
    });
    const labels: string[] = [];
    let cursor: string | undefined;
    do {
      const { changes, next_cursor, confirm_token } = await read(shop, "prices_bulk_update", {
        ...args,
        ...(cursor ? { cursor } : {}),
      });
      expect(typeof confirm_token).toBe(cursor ? "undefined" : "string"); // a later page is of a later shop
      labels.push(...changes.map(({ label }: { label: string }) => label));
      cursor = next_cursor;
    } while (cursor);
    expect(labels.toSorted()).toEqual(slugs);
    const { dry_run: _, ...real } = args;
    expect(await refused(shop, "prices_bulk_update", { ...real, cursor: "x" })).toMatchObject({
      errors: [{ path: "cursor" }],
    });
  });

  test("of one long thing stays within the limit", async () => {
    const shop = await openShop();
    await shop.product(bigProduct("vase", long(180_000)));

    const dry = await read(shop, "catalog_delete", { kind: "product", item: "vase", dry_run: true });
    expect(dry).toMatchObject({ changes_count: 1, changes: [{ before: { slug: "vase" } }] });
    expect(dry.cut.map(({ path }: { path: string }) => path)).toContain("changes.0.before.description");
    const { id } = await runTool(shop, "products_get", { product: "vase" });
    const [{ before }] = await allChanges(shop, "catalog_delete", { kind: "product", item: "vase" });
    expect(before).toMatchObject({ id, description: long(180_000) });
    expect(before.variants).toHaveLength(SIZES.length);
  });

  test("goes on within a long change, and then with the changes after it", async () => {
    const shop = await openShop();
    const slugs = Array.from({ length: 300 }, (_, i) => `${"vase-".repeat(30)}${i}`);
    for (const slug of slugs) await shop.product({ slug });
    await runConfirmedTool(shop, "collections_save", { title: "Choix", products: slugs });

    const [{ before }] = await allChanges(shop, "catalog_delete", { kind: "collection", item: "choix" });
    expect(before.products).toEqual(slugs);
    const parts: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const args = { collection: "choix", ...(cursor ? { cursor } : {}) };
      const page: Called["data"] = await read(shop, "collections_search", args);
      parts.push(...page.data[0].products);
      cursor = page.next_cursor;
    }
    expect(parts).toEqual(slugs.slice(0, 250));
  });

  test("of several long things shows each of them whole", async () => {
    const shop = await openShop();
    const csv = ["Handle,Title,Variant Price,Body (HTML)"];
    for (const slug of ["a", "b", "c"]) csv.push(`${slug},Vase,10,${"Haut. ".repeat(8000)}`);
    const changes = await allChanges(shop, "products_import", { csv: csv.join("\n") });
    expect(changes.map(({ label, after }) => [label, after.description.length > 40_000])).toEqual([
      ["a", true],
      ["b", true],
      ["c", true],
    ]);
  });

  test("with long names stays within the limit", async () => {
    const shop = await openShop();
    const members = Array.from({ length: 14 }, (_, i) => [`${i}${"n".repeat(950)}`, "v".repeat(3400)]);
    const theme_settings = Object.fromEntries(members);
    const [{ after }] = await allChanges(shop, "store_update", { theme_settings });
    expect(after.theme_settings).toMatchObject(theme_settings);
  });
});
