import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../src/operations/operation.ts";
import { type Answer, openShop, rowsForOwner, type Shop } from "../support/app.ts";
import { exampleFor, openDemo } from "../support/examples.ts";
import { type Called, call, callConfirmed, operationsOfKeys, post } from "../support/operations.ts";

const tools = operationsOfKeys;
const named = (...parts: string[]) => tools.filter(({ name }) => parts.some((part) => name.includes(part)));
const takesToken = ({ takes = [] }: Operation) => takes.includes("confirm_token");

/** Everything the database holds of a store, in one line a table; but when keys were used. */
async function everything(siteId: string): Promise<Record<string, string>> {
  const tables = (await rowsForOwner(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'site_id' and table_name <> 'api_key_uses'`,
    [],
  )) as { name: string }[];
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(r, '|' order by r), '')) as hash
       from (select to_jsonb(t)::text as r from ${name} t where site_id = $1) rows`,
  );
  const rows = (await rowsForOwner(hashes.join(" union all "), [siteId])) as { name: string; hash: string }[];
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

const PASSING = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>"],
  [/[0-9a-f]{64}/g, "<hash>"],
  [/ORD-\d{4}-[0-9A-Z]+/g, "<order>"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>"],
  [/"(confirm_token|key|secret|token|prefix|next_cursor|slug|label)":"[^"]*"/g, '"$1":"…"'],
] as const;

/** An answer without what two stores cannot have in common: ids, times, keys, cursors and the store's own slug. */
const common = (data: unknown): unknown =>
  JSON.parse(PASSING.reduce((text, [pattern, shown]) => text.replace(pattern, shown), JSON.stringify(data)));

describe("every tool", () => {
  test("answers the same data over MCP and HTTP, for its example on two stores of the same demo", async () => {
    const [byTool, byHttp] = [await openDemo(), await openDemo()];
    const inOrder = ["read", "write", "destroy"].flatMap((effect) => tools.filter((tool) => tool.effect === effect));

    for (const tool of inOrder) {
      const name = tool.name;
      const { dry_run: _, ...args } = (await exampleFor(byTool, tool)) as { dry_run?: true };
      const { dry_run: __, ...same } = (await exampleFor(byHttp, tool)) as { dry_run?: true };
      if (tool.takes?.includes("dry_run")) {
        const [one, other] = [
          { ...args, dry_run: true },
          { ...same, dry_run: true },
        ];
        expectSame(name, (await call(byTool, name, one)).data, await post(byHttp, name, other));
      }
      const token = takesToken(tool) ? (await post(byHttp, name, { ...same, dry_run: true })).body.confirm_token : null;
      const { data } = await (takesToken(tool) ? callConfirmed : call)(byTool, name, args);
      expectSame(
        name,
        data,
        await post(byHttp, name, { ...same, ...(token === null ? {} : { confirm_token: token }) }),
      );
    }
  }, 180_000); // it loads two demo stores

  function expectSame(name: string, data: Called["data"], { status, body }: Answer): void {
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200);
    if (!("cut" in data)) expect(common(body), name).toEqual(common(data));
  }

  test("does what its example shows; dry runs change nothing, reads neither, and every change is in the log", async () => {
    const demo = await openDemo();
    const inOrder = ["read", "write", "destroy"].flatMap((effect) => tools.filter((tool) => tool.effect === effect));

    for (const tool of inOrder) {
      const { dry_run: _, ...args } = (await exampleFor(demo, tool)) as { dry_run?: true };
      const before = await everything(demo.id);
      if (tool.takes?.includes("dry_run")) {
        const dry = await call(demo, tool.name, { ...args, dry_run: true });
        expect(dry.problem, tool.name).toBeUndefined();
        expect(dry.data, tool.name).toMatchObject({ dry_run: true, changes_count: expect.any(Number) });
        expect(dry.data.changes_count, tool.name).toBeGreaterThan(0);
        expect(await everything(demo.id), `a dry run of ${tool.name}`).toEqual(before);
      }
      const { problem, text, data } = await (takesToken(tool) ? callConfirmed : call)(demo, tool.name, args);
      expect(problem, tool.name).toBeUndefined();
      expect([typeof text, typeof data], tool.name).toEqual(["string", "object"]);
      const after = await everything(demo.id);
      if (tool.effect === "read") expect(after, tool.name).toEqual(before);
      else if (!["orders_next_call", "files_adopt"].includes(tool.name)) {
        // Whose turn it is to call is no change of the shop, and a job adopts files later.
        expect(after.audit_log, `the log after ${tool.name}`).not.toBe(before.audit_log);
        const calls = await call(demo, "changes_list", { operation: tool.name });
        expect(calls.data.total, tool.name).toBeGreaterThan(0);
      }
    }
  });

  test("that creates or moves money takes an idempotency key; that destroys or changes much, a dry run", () => {
    const without = (argument: "dry_run" | "idempotency_key") => (tool: Operation) => !tool.takes?.includes(argument);
    const writing = tools.filter(({ effect }) => effect !== "read");
    const creating = writing.filter(({ name }) => /_(create|save|log_call|add_note|adjust)$|^orders_/.test(name));
    const careful = writing.filter(({ name, effect }) => effect === "destroy" || /prices|set_status|import/.test(name));
    const namesOf = (some: Operation[]) => some.map(({ name }) => name);

    // A menu is known by its handle, so that saving it twice is saving it once; who asks twice for a call gets the same one.
    expect(namesOf(creating.filter(without("idempotency_key")))).toEqual(["menus_save", "orders_next_call"]);
    expect(namesOf(careful.filter(without("dry_run")))).toEqual([]);
    expect(namesOf(tools.filter(takesToken))).toEqual([
      "products_save",
      "products_set_status",
      "products_import",
      "prices_bulk_update",
      "inventory_adjust",
      "collections_save",
      "catalog_delete",
      "files_adopt",
      "orders_move",
      "cod_reconcile",
      "customers_erase",
      "blocked_phones_save",
      "shipping_rates_set",
      "content_delete",
    ]);
  });
});

describe("another store's", () => {
  let theirs: Record<string, string>;
  let shop: Shop;
  let owner: { id: string; secret_key: string };
  beforeAll(async () => {
    owner = await openDemo();
    shop = await openShop();
    await call(owner, "files_from_url", { url: "https://example.com/theirs.png" });
    await call(owner, "blocked_phones_save", { phones: ["0555 00 11 22"] });
    const first = async (tool: string, args: object = {}) =>
      (await call(owner, tool, { response_format: "detailed", ...args })).data.data[0];
    const [product, order, key] = [
      (await call(owner, "products_get", { product: "kilim-aures" })).data,
      await first("orders_search"),
      (await call(owner, "api_keys_list")).data.data[0],
    ];
    theirs = {
      product: product.id,
      slug: product.slug,
      variant: product.variants[0].id,
      category: (await first("categories_list")).id,
      collection: (await first("collections_search")).id,
      order: order.id,
      order_number: order.order_number,
      customer: (await first("customers_search")).id,
      promotion: (await first("promotions_search")).id,
      page: (await first("content_search", { kind: "page" })).id,
      key: key.id,
      change: (await call(owner, "store_update", { primary_color: "#123456" })).data.change_id,
    };
  });

  /** Every argument that says which one is meant, with what of the other store it is given. */
  // biome-ignore format: a table
  const foreign = (): Record<string, [argument: string, value: unknown, rest?: object][]> => ({
    products_get: [["product", theirs.product], ["product", theirs.slug]],
    products_save: [
      ["category", theirs.category, { name: "X", price: 1 }],
      ["collections", [theirs.collection], { name: "X", price: 1 }],
      ["product", theirs.product],
      ["product", theirs.slug],
    ],
    products_set_status: [["products", [theirs.product], { status: "draft" }]],
    prices_bulk_update: [["products", [theirs.product], { percent: 5 }]],
    inventory_adjust: [["changes", [{ variant: theirs.variant, by: 1 }]]],
    categories_save: [["category", theirs.category], ["parent", theirs.category, { name: "X" }]],
    collections_search: [["collection", theirs.collection]],
    collections_save: [
      ["collection", theirs.collection],
      ["products", [theirs.product], { title: "X" }],
      ["add_products", [theirs.product], { title: "X" }],
      ["remove_products", [theirs.product], { title: "X" }],
    ],
    catalog_delete: ["product", "category", "collection", "promotion"].map((kind) => ["item", theirs[kind], { kind }]),
    orders_create: [["items", [{ item: theirs.variant, quantity: 1 }], { customer_name: "X", customer_phone: "0550123456" }]],
    ...Object.fromEntries(
      named("orders_")
        .filter(({ input }) => "order" in input.properties)
        .map(({ name, example }) => [name, [["order", theirs.order, example], ["order", theirs.order_number, example]]]),
    ),
    customers_get: [["customer", theirs.customer]],
    customers_save: [["customer", theirs.customer]],
    customers_reset_link: [["customer", theirs.customer]],
    customers_erase: [["customer", theirs.customer]],
    promotions_save: [
      ["promotion", theirs.promotion],
      ["targets", [theirs.product], { title: "X", discount_type: "free_shipping", target_type: "products" }],
    ],
    content_get: [["slug", theirs.page, { kind: "page" }]],
    content_save: [["slug", theirs.page, { kind: "page" }]],
    content_delete: [["slug", theirs.page, { kind: "page" }], ["slug", "footer", { kind: "menu" }]],
    api_keys_revoke: [["key", theirs.key]],
    changes_list: [["change", theirs.change]],
    changes_undo: [["changes", [theirs.change]]],
  });

  const REFERENCES = ["product", "category", "collection", "item", "order", "customer", "promotion", "key", "changes"];

  test("things are not found by any tool, and stay as they are", async () => {
    const before = await everything(owner.id);
    const table = foreign();
    for (const [name, tries] of Object.entries(table)) {
      for (const [argument, value, rest] of tries) {
        const { problem } = await call(shop, name, { ...rest, [argument]: value });
        expect(problem?.code, `${name} with ${argument}`).toMatch(/_not_found$/);
      }
    }
    const writing = tools.filter(
      ({ effect, input }) => effect !== "read" && REFERENCES.some((one) => one in input.properties),
    );
    expect(writing.map(({ name }) => name).filter((name) => !(name in table))).toEqual([]);
    expect(await everything(owner.id)).toEqual(before);
  });

  test("things are in no search", async () => {
    for (const { name, input } of named("_search", "_list")) {
      if (
        !("limit" in input.properties) ||
        ["api_keys_list", "events_list", "jobs_list", "webhooks_list"].includes(name)
      )
        continue;
      const args = "kind" in input.properties ? { kind: "page" } : {};
      expect((await call(shop, name, args)).data.total, name).toBe(0);
      expect((await call(owner, name, args)).data.total, `the owner's ${name}`).toBeGreaterThan(
        name === "changes_list" ? -1 : 0,
      );
    }
  });
});
