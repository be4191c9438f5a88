import { beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, openShop, type Shop } from "../support/app.ts";
import { refused, runTool } from "../support/mcp-tasks.ts";
import { post, request } from "../support/mcp-wire.ts";

/** What is small in bytes and expensive to work on is refused before anything works on it. */

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const fields = (count: number, value: unknown = 1) => Object.fromEntries(many(count, (i) => [`k${i}`, value]));
const calling = (args: unknown, name = "products_search", id = 1) =>
  request("tools/call", { name, arguments: args as object }, id);
const deep = (levels: number): unknown[] => (levels > 1 ? [deep(levels - 1)] : []);

const TOO_MANY_FIELDS = "The body must not have more than 10000 fields.";
const TOO_MANY_VALUES = "The body must not hold more than 100000 values.";

describe("a message is refused completely", () => {
  test.each([
    ["300,000 unknown arguments", calling(fields(300_000)), TOO_MANY_FIELDS],
    ["as many fields outside the arguments", { ...request("tools/list"), ...fields(10_000) }, TOO_MANY_FIELDS],
    ["as many fields of _meta", request("tools/list", { _meta: fields(10_000) }), TOO_MANY_FIELDS],
    ["fields of a batch together", many(20, (i) => calling(fields(600), "products_search", i)), TOO_MANY_FIELDS],
    [
      "300,000 references",
      calling({ products: many(300_000, String), status: "draft" }, "products_set_status"),
      TOO_MANY_VALUES,
    ],
    ["a batch of 100,000 numbers", many(100_000, (i) => i), TOO_MANY_VALUES],
    ["arguments 33 levels deep", calling({ query: deep(33) }), "The body must not be nested more than 32 levels deep."],
    [
      "a name of a megabyte",
      calling({ ["n".repeat(1_000_000)]: 1 }),
      "The body must not have a name longer than 1000 characters.",
    ],
  ])("with %s", async (_, message, detail) => {
    expect(await post(shop.secret_key, message)).toMatchObject({
      status: 400,
      body: { jsonrpc: "2.0", id: null, error: { code: -32600, message: detail, data: { code: "invalid_request" } } },
    });
  });

  test("with two million brackets, in both protocols", async () => {
    for (const headers of [{}, { "mcp-protocol-version": "2026-07-28" }]) {
      expect(await post(shop.secret_key, "[".repeat(2_000_000), { headers })).toMatchObject({
        status: 400,
        body: { error: { code: -32600 } },
      });
    }
  });
});

describe("a call is refused", () => {
  // biome-ignore format: a table
  const CALLS: [what: string, tool: string, args: object, path: string, message: string][] = [
    ["lists beyond their length", "products_set_status", { products: many(50_000, () => 1), status: "draft" }, "products", "must not have more than 100 items"],
    ["lists of what is none", "products_save", { name: "X", variants: many(2000, () => ({ a: 1, b: 2 })) }, "variants", "must not have more than 250 items"],
    ["option values without end", "products_save", { name: "X", variants: [{ option_values: fields(5000, "v") }] }, "variants.0.option_values", "must not have more than 10 properties"],
    ["settings without end", "store_update", { settings: fields(1001) }, "settings", "must not have more than 1000 properties"],
    ["an address without end", "orders_update", { order: "x", shipping_address: fields(1001) }, "shipping_address", "must not have more than 1000 properties"],
    ["content of megabytes", "content_save", { kind: "page", title: "X", content: [many(40, () => "x".repeat(20_000))] }, "content", "must not be larger than 500000 bytes"],
    ["a title of megabytes", "content_save", { kind: "page", title: "x".repeat(4_000_000) }, "title", "must not have more than 300 characters"],
    ["a description of megabytes", "products_save", { name: "X", description: "<b>".repeat(100_000) }, "description", "must not have more than 200000 characters"],
    ["a CSV of commas", "products_import", { csv: `Handle,Title,Variant Price${",".repeat(900_000)}\na,b,1` }, "csv", "cannot be read: it has more than 1000 columns"],
    ["a CSV of rows", "products_import", { csv: `Handle,Title,Variant Price\n${"a,b\n".repeat(500_000)}` }, "csv", "cannot be read: it has more than 100000 rows"],
  ];
  test.each(CALLS)("with %s: %s", async (_, tool, args, path, message) => {
    const problem = await refused(shop, tool, args);

    expect([problem?.code, problem?.errors[0]]).toEqual(["invalid_value", { path, message }]);
  });

  test("with thousands of unknown arguments, and the refusal names the first ten", async () => {
    const problem = await refused(shop, "products_search", fields(9000));

    expect(problem).toMatchObject({ code: "invalid_value" });
    expect(problem?.errors.map(({ path }) => path)).toEqual(many(10, (i) => `k${i}`));
    expect(problem?.errors[0]?.message).toMatch(/^is not known; known are: query, status/);
  });

  test("with unknown and invalid arguments, which are reported together", async () => {
    const problem = await refused(shop, "products_set_status", { products: ["a"], stauts: "draft" });

    expect(problem?.errors).toMatchObject([{ path: "stauts" }, { path: "status", message: "is required" }]);
  });
});

describe("an error does not repeat long texts of the request", () => {
  const long = "x".repeat(1_000_000);
  test.each([
    ["an unknown tool", request("tools/call", { name: long })],
    ["an unknown prompt", request("prompts/get", { name: long })],
    ["an argument of a prompt", request("prompts/get", { name: "daily_briefing", arguments: { date: long } })],
    ["an unknown address", request("resources/read", { uri: `hanout://products/${long}` })],
  ])("for %s", async (_, message) => {
    const { body } = await post(shop.secret_key, message);

    expect(body.error.code).toBe(-32602);
    expect(JSON.stringify(body).length).toBeLessThan(1000);
  });
});

test("a row of three million commas is one invalid row", async () => {
  const csv = `Handle,Title,Variant Price\npot,Pot,5\n${",".repeat(3_000_000)}`;

  const { failed, failures } = await runTool(shop, "products_import", { csv });

  expect({ failed, failures }).toMatchObject({ failed: 1, failures: [{ line: 3 }] });
});

test("a product's text of any characters is read up to its limit", async () => {
  const texts = [
    "<div>".repeat(40_000),
    `<i>${"</a><i>".repeat(28_000)}`,
    `a${"\u0301\u0316".repeat(90_000)}`,
    "\ufdfa".repeat(200_000),
  ];
  for (const description of texts) {
    const { slug } = await runTool(shop, "products_save", { name: "Long", price: 1, description, status: "active" });
    expect((await shop.get(`/products/${slug}`)).body.description).toBe(description);
  }
});

test("the calls of a batch run in order, so that one can build on the one before", async () => {
  const mine = await openShop();
  const batch = [
    calling({ name: "Vase", price: 5 }, "products_save", 1),
    ...many(18, (i) => calling({ product: "vase", price: 6 + i }, "products_save", 2 + i)),
    calling({ product: "vase" }, "products_get", 20),
  ];

  const { body } = await post(mine.secret_key, batch);

  expect(body.map(({ result }: { result: { isError?: boolean } }) => result.isError ?? false)).toEqual(
    Array(20).fill(false),
  );
  expect(body.at(-1).result.structuredContent).toMatchObject({ price: 23 });
});

describe("the storefront refuses", () => {
  test("a body that is too deep or has too many values, before parsing it", async () => {
    const app = await buildTestApp({ BODY_LIMIT_BYTES: 4_194_304 });
    const own = await openShop({ via: app });
    for (const junk of ["[".repeat(60_000), `[${"1,".repeat(100_000)}1]`, JSON.stringify(fields(10_001))]) {
      expect(await own.post("/orders", `{"cart_id":"x","junk":${junk}}`)).toMatchObject({
        status: 400,
        body: { code: "invalid_request", errors: [{ path: "" }] },
      });
      expect(await own.post("/auth/login", `{"email":"a@b.dz","junk":${junk}}`)).toMatchObject({
        status: 422,
        body: { code: "invalid_value" },
      });
    }
    await app.close();
  });
});
