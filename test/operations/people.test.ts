import { beforeAll, describe, expect, test } from "vitest";
import { fieldLine } from "../../src/core/columns/fields.ts";
import { newId } from "../../src/core/ids.ts";
import { hasScope, SCOPES, SEES_PEOPLE } from "../../src/core/scopes.ts";
import { darElBahdja } from "../../src/demo/dar-el-bahdja/store.ts";
import { loadDemoStore } from "../../src/demo/demo.ts";
import { mayUse, type Operation } from "../../src/operations/operation.ts";
import { database, openShop, type Shop } from "../support/app.ts";
import { keyFor, legacy } from "../support/mcp-wire.ts";
import { call, operationsOfKeys, post } from "../support/operations.ts";

const operations = operationsOfKeys;

/** All scopes but those that show people. */
const BLIND = SCOPES.filter((scope) => !hasScope([scope], SEES_PEOPLE));

/** A person whose data stands nowhere else. */
const PERSON = {
  customer_name: "Xanthippe Zerrouki",
  customer_phone: "0661 98 76 54",
  customer_email: "xanthippe@example.dz",
  customer_wilaya: "Oran",
  customer_commune: "Xylopolis",
  shipping_address: { line1: "12 rue Xenakis" },
  customer_notes: "Près du xylophone",
};
const ORDER = { items: [{ item: "TAP-PRI-1", quantity: 1 }], ...PERSON };
const OF_PERSON = /xanthippe|zerrouki|661[\s.-]*98[\s.-]*76[\s.-]*54|xylo|xenakis/i;

const OF_DEMO = darElBahdja.customers.flatMap(({ email, full_name, phone, address }) => [
  ...[email, full_name, phone, phone.replace(/\D/g, "").slice(-9), address.line1],
]);

/** The fields of an answer that have no line, so that they would be hidden from a key that may not see people. */
function undeclared(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(undeclared);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const line = fieldLine(name);
    if (!line) return [name];
    return line.isFree || line.merchants === "people" ? [] : undeclared(inner);
  });
}

/** Expects nobody's data in what was answered. */
function expectNobody(answer: unknown, what: string): void {
  const text = JSON.stringify(answer);
  expect(OF_PERSON.exec(text)?.[0], what).toBeUndefined();
  expect(
    OF_DEMO.filter((value) => text.includes(value)),
    what,
  ).toEqual([]);
}

interface Demo {
  secret_key: string;
  blind: string;
  /** The number of the person's order. */
  order: string;
}

/** A demo store in which the person has an account, orders, calls and notes, which were changed since. */
async function openDemo(): Promise<Demo> {
  const slug = `people-${newId()}`;
  const demo = await loadDemoStore(database, { ...darElBahdja, slug });
  const { data: key } = await call(demo, "api_keys_create", { name: "Blind", scopes: BLIND });
  const { customer_name: full_name, customer_email: email, customer_phone: phone } = PERSON;
  await call(demo, "customers_save", { full_name: "Xanthippe", email, phone });
  await call(demo, "customers_save", { customer: email, full_name });
  return { secret_key: demo.secret_key, blind: key.key, order: await placed(demo) };
}

/** A demo store for the tests that only read it, or order. */
let shared: Demo;
beforeAll(async () => {
  shared = await openDemo();
});

/** Places an order of the person, with a call, a note and a change. */
async function placed(demo: { secret_key: string }): Promise<string> {
  const { data } = await call(demo, "orders_create", ORDER);
  const order = data.order_number;
  await call(demo, "orders_log_call", { order, outcome: "busy", text: "Xanthippe was busy" });
  await call(demo, "orders_add_note", { order, text: "A gift for Zerrouki" });
  await call(demo, "orders_update", { order, customer_notes: "Before the xylophone" });
  return order;
}

const MOVES: Record<string, string[]> = {
  orders_ship: ["orders_confirm"],
  orders_mark_delivered: ["orders_confirm", "orders_ship"],
  orders_return: ["orders_confirm", "orders_ship", "orders_mark_delivered"],
};

/** Calls of the operation: its example, with texts about the person and every field of the answer. */
async function callsOf(demo: Demo, { name, input, example }: Operation): Promise<object[]> {
  if (name === "analytics_report") {
    return (input.properties.report as unknown as { enum: string[] }).enum.map((report) => ({ report }));
  }
  if (name.startsWith("files_") && "file" in input.properties) {
    return [{ ...example, file: (await call(demo, "files_from_url", { url: "https://example.com/a.png" })).data.id }];
  }
  if (name === "orders_create") return [ORDER];
  if (name === "orders_move") return [{ ...example, orders: [await placed(demo)], note: "Zerrouki called" }];
  if (name === "changes_undo") {
    const note = { order: await placed(demo), text: "Madame Zerrouki called" };
    return [{ changes: [(await call(demo, "orders_add_note", note)).data.change_id] }];
  }
  if ("response_format" in input.properties && !("order" in input.properties)) {
    return [
      { ...example, limit: 100 },
      { limit: 100, response_format: "detailed" },
    ].map((args) => ({
      ...("kind" in input.properties ? { kind: "page" } : {}),
      ...args,
    }));
  }
  if (!name.startsWith("orders_") || !("order" in input.properties)) return [example];
  const order = await placed(demo);
  for (const move of MOVES[name] ?? []) await call(demo, move, { order });
  const texts = ["note", "text"].filter((field) => field in input.properties);
  const other = "with" in input.properties ? { with: await placed(demo) } : {};
  return [{ ...example, order, ...other, ...Object.fromEntries(texts.map((field) => [field, "Zerrouki called"])) }];
}

/** Whether a key that may not see people may call the operation with these arguments. */
const isAllowed = (operation: Operation, args: object): boolean =>
  mayUse({ scopes: BLIND }, operation) &&
  Object.entries(operation.needs ?? {}).every(
    ([name, { scope, unless }]) => hasScope(BLIND, scope) || unless || !(name in args),
  );

const DOORS = {
  MCP: (key: string, name: string, args: object) => call({ secret_key: key }, name, args),
  HTTP: async (key: string, name: string, args: object) => {
    const { status, body } = await post({ secret_key: key }, name, args);
    return { data: body, problem: status === 200 ? undefined : body };
  },
};

describe.each(Object.entries(DOORS))("over %s, a key without customers:read", (door, ask) => {
  test("finds nobody in any answer of any operation", async () => {
    const demo = await openDemo();
    const inOrder = ["read", "write", "destroy"].flatMap((effect) => operations.filter((one) => one.effect === effect));
    const seen: string[] = [];

    for (const operation of inOrder) {
      const { name, takes = [] } = operation;
      for (const args of await callsOf(demo, operation)) {
        const what = `${name} ${JSON.stringify(args)}`;
        const { dry_run: _, ...real } = args as { dry_run?: true };
        if (takes.includes("dry_run")) {
          const dry = await ask(demo.blind, name, { ...real, dry_run: true });
          expectNobody(dry, `a dry run of ${what}`);
          const full = await ask(demo.secret_key, name, { ...real, dry_run: true });
          if (OF_PERSON.test(JSON.stringify(full.data))) seen.push(`${name} dry_run`);
          expect([what, full.problem ? [] : undeclared(full.data)]).toEqual([what, []]);
          expect(dry.problem?.code, what).toBe(isAllowed(operation, real) ? undefined : "insufficient_scope");
        }
        if (operation.effect === "read") {
          const { data, problem } = await ask(demo.secret_key, name, real);
          if (OF_PERSON.test(JSON.stringify(data))) seen.push(name);
          expect([what, problem ? [] : undeclared(data)]).toEqual([what, []]);
        }
        const done = await ask(demo.blind, name, real);
        expectNobody(done, what);
        if (operation.area === "customers") expect(done.problem?.code, what).toBe("insufficient_scope");
      }
    }
    expectNobody(await ask(demo.blind, "changes_list", { response_format: "detailed", limit: 100 }), "the log");
    // What a key that sees people is shown of the same; otherwise this test would prove nothing.
    expect(seen).toEqual(
      expect.arrayContaining([
        ...["orders_search", "orders_get", "analytics_report", "orders_create dry_run"],
        ...["orders_confirm dry_run", "orders_cancel dry_run"],
      ]),
    );
  }, 180_000);

  test("sees masked names and phone numbers, and the wilaya's code", async () => {
    const demo = shared;

    const masked = await ask(demo.blind, "orders_get", { order: demo.order, response_format: "detailed" });
    expect(masked.data).toMatchObject({
      customer_name: "X*** Z***",
      customer_phone: expect.stringMatching(/^\+?\*+54$/),
      customer_email: null,
      customer_wilaya: null,
      wilaya_code: "31",
      customer_commune: null,
      shipping_address: null,
      customer_notes: null,
      notes: [
        { outcome: "busy", text: null, actor: "key First secret key" },
        { outcome: null, text: null },
      ],
      items: [{ sku: "TAP-PRI-1" }],
    });
    const report = await ask(demo.blind, "analytics_report", { report: "customers" });
    const plain = await ask(demo.secret_key, "analytics_report", { report: "customers" });
    expect(report.data.data).toHaveLength(plain.data.data.length);
    for (const row of report.data.data) {
      expect(row).toMatchObject({
        customer_name: expect.stringMatching(/^(\S\*{3} ?)+$/),
        customer_phone: expect.stringContaining("*"),
      });
    }
    const best = { report: "best_sellers" };
    expect((await ask(demo.blind, "analytics_report", best)).data).toEqual(
      (await ask(demo.secret_key, "analytics_report", best)).data,
    );
    expect((await ask(demo.blind, "store_get", {})).data).toEqual((await ask(demo.secret_key, "store_get", {})).data);
  });

  test("finds nobody in a refusal that holds a dry run", async () => {
    const move = { orders: [shared.order], to: "confirmed", note: "Zerrouki called", confirm_token: "0.x" };

    const masked = await ask(shared.blind, "orders_move", move);
    expect(masked.problem).toMatchObject({ code: "confirmation_required" });
    expectNobody(masked, "the refusal");
    expect(JSON.stringify(await ask(shared.secret_key, "orders_move", move))).toMatch(OF_PERSON);
  });

  test("gets a masked repetition of its own answer", async () => {
    const demo = shared;
    const once = { ...ORDER, idempotency_key: `once by ${door}` };

    const first = await ask(demo.blind, "orders_create", once);
    const retry = await ask(demo.blind, "orders_create", once);

    expect(first.data).toMatchObject({ customer_name: "X*** Z***" });
    expect(retry.data).toMatchObject(first.data);
    expectNobody([first, retry], "the repeated answers");
  });
});

test("a resource is masked for a key that may not see people", async () => {
  const demo = shared;
  const uri = `hanout://orders/${demo.order}`;
  const read = async (key: string) => (await legacy(key, "resources/read", { params: { uri } })).body.result.contents;

  const masked = await read(demo.blind);
  expectNobody(masked, uri);
  expect(JSON.parse(masked[0].text)).toMatchObject({ customer_name: "X*** Z***", shipping_address: null });
  expect(JSON.parse((await read(demo.secret_key))[0].text)).toMatchObject({ customer_name: PERSON.customer_name });
});

test("a key is told at the start that it sees no people", async () => {
  const shop = await openShop();
  const instructionsFor = async (key: string) =>
    (await legacy(key, "initialize", { params: INITIALIZE })).body.result.instructions;

  expect(await instructionsFor(await keyFor(shop, ...BLIND))).toContain("may not see people");
  expect(await instructionsFor(await keyFor(shop, "customers:write"))).not.toContain("may not see people");
});

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

test("a merchant's option or contact data with a personal name is not masked", async () => {
  const shop: Shop = await openShop();
  const option = { option_values: { phone: "With a phone" }, sku: "CASE", price: 5, inventory_quantity: 3 };
  await call(shop, "products_save", { name: "Case", price: 5, status: "active", variants: [option] });
  await call(shop, "store_update", { contact_info: { phone: "021 00 00 00" } });
  const { data: order } = await call(shop, "orders_create", { ...ORDER, items: [{ item: "CASE", quantity: 1 }] });
  const blind = await keyFor(shop, ...BLIND);

  const args = { order: order.order_number, response_format: "detailed" };
  const shown = (await call(shop, "orders_get", args, blind)).data;
  expect(shown.items[0].variant_options).toEqual({ phone: "With a phone" });
  const log = (await call(shop, "changes_list", { of: shop.slug, response_format: "detailed" }, blind)).data;
  expect(log.data[0].after.contact_info.phone).toBe("021 00 00 00");
  const changes = await call(shop, "changes_list", { of: order.order_number, response_format: "detailed" }, blind);
  expect(changes.data.data[0].after).toMatchObject({ customer_name: "(personal)", customer_email: "(personal)" });
});
