import type { TObject } from "typebox";
import { beforeAll, expect, test } from "vitest";
import { COLUMNS, type DeclaredTable, linesOf } from "../../src/core/columns/columns.ts";
import type { Line } from "../../src/core/columns/line.ts";
import { hasScope, SCOPES, SEES_PEOPLE } from "../../src/core/scopes.ts";
import { NewAddress, SignUp } from "../../src/customers/schema.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { PlaceOrder } from "../../src/orders/schema.ts";
import { keyring, openShop, rowsForOwner, type Shop, tokens } from "../support/app.ts";
import { bearer } from "../support/customers.ts";
import { keyFor, legacy } from "../support/mcp-wire.ts";
import { call, callConfirmed } from "../support/operations.ts";
import { BUYER, cartWith, promote } from "../support/selling.ts";

/**
 * A person whose every text is recognised wherever it stands. The texts are made from the schemas of what shoppers send, so a new
 * field is planted without a word here; where it may stand is held against the lines of the columns.
 */
const PLANTED = /planted|661[\s.-]*98[\s.-]*76[\s.-]*54/i;
const PHONE = "0661 98 76 54";
const EMAIL = "planted@example.dz";

/** The column that shoppers fill with a word of the shop's. */
const CHOSEN = "orders.payment_method";
/** What anybody who has the number of an order may see of what was written in it. */
const PUBLIC = ["customer_wilaya", "payment_method"];

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
}

const typesOf = ({ type = [], enum: values, anyOf = [] }: Schema): string[] =>
  values ? [] : [...[type].flat(), ...anyOf.flatMap(typesOf)];

/** A text for each field that takes one; `text` names it. */
function planted({ properties }: TObject, text = (name: string) => `Planted ${name}`): Record<string, unknown> {
  const fields = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const types = typesOf(schema as Schema);
    if (types.includes("object")) return [[name, { line1: text(name), [text("member")]: text("value") }]];
    if (!types.includes("string")) return [];
    return [[name, name.endsWith("phone") ? PHONE : name.endsWith("email") ? EMAIL : text(name)]];
  });
  return Object.fromEntries(fields);
}

/** The fields of an operation that say something of the person, as shoppers' fields do, or as notes. */
function plantedFor(operation: string): Record<string, unknown> {
  const { input } = merchantOperations(keyring, tokens).find(({ name }) => name === operation) as { input: TObject };
  const known = { ...planted(PlaceOrder), ...planted(SignUp), note: "Planted note", text: "Planted text" };
  const { coupon_code: _, payment_method: __, customer_wilaya: ___, ...personal } = known as Record<string, unknown>;
  return Object.fromEntries(Object.entries(personal).filter(([name]) => name in input.properties));
}

interface Row {
  table: string;
  row: Record<string, unknown>;
}

/** All rows of the store. */
async function allRows({ id }: Shop): Promise<Row[]> {
  const tables = Object.keys(COLUMNS).map(
    (table) =>
      `select '${table}' as "table", to_jsonb(t) as row from ${table} t where ${ABOVE_STORES.has(table) ? "$1::uuid is not null" : `${table === "sites" ? "id" : "site_id"} = $1`}`,
  );
  return (await rowsForOwner(tables.join(" union all "), [id])) as Row[];
}

/** Where a text of the person stands: `orders.customer_name`. */
const placesOf = (rows: Row[], pattern = PLANTED): string[] => [
  ...new Set(
    rows.flatMap(({ table, row }) =>
      Object.entries(row).flatMap(([column, value]) =>
        pattern.test(JSON.stringify(value)) ? [`${table}.${column}`] : [],
      ),
    ),
  ),
];

const lineAt = (place: string): Line => {
  const [table = "", column = ""] = place.split(".");
  return (COLUMNS as Record<string, Record<string, Line>>)[table]?.[column] as Line;
};

/** The paths of the person's texts in an answer, as `hanout/untrusted` writes paths. */
function pathsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, `${path}[]`));
  if (typeof value !== "object" || value === null) return PLANTED.test(String(value)) ? [path] : [];
  return Object.entries(value).flatMap(([name, inner]) =>
    PLANTED.test(name) ? [path] : pathsOf(inner, path ? `${path}.${name}` : name),
  );
}

/** Calls a tool as agents do. */
const ask = async (key: string, name: string, args: object) =>
  (await legacy(key, "tools/call", { params: { name, arguments: args } })).body.result;

/** The paths of planted texts that an answer does not mark as written by others. */
function unmarked(data: unknown, meta: { "hanout/untrusted"?: string[] } = {}): string[] {
  const marked = meta["hanout/untrusted"] ?? [];
  const isMarked = (path: string) =>
    marked.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
  return pathsOf(data).filter((path) => !isMarked(path));
}

/** What identifies a row of the tables about people. */
const keyOf = ({ id, order_id, promotion_id }: Record<string, unknown>): string => `${promotion_id} ${id ?? order_id}`;

/** What an erasure leaves in a column. */
const EMPTY = [null, "", "(erased)"];

let shop: Shop;
let token: { authorization: string };
let own: string;
let guests: string;

/** Places an order with every text planted, and has the merchant write about it. */
async function place(headers: Record<string, string>, text?: () => string): Promise<string> {
  const { id: product_id } = await shop.product({ stock: 9 });
  const { coupon_code: _, ...fields } = planted(PlaceOrder, text);
  const cart_id = await cartWith(shop, { product_id, quantity: 1 });
  const placed = await shop.post("/orders", { ...fields, cart_id }, { "idempotency-key": cart_id, ...headers });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return placed.body.order_number;
}

beforeAll(async () => {
  shop = await openShop();
  const { body } = await shop.post("/auth/signup", { ...planted(SignUp), password: "long enough" });
  token = bearer(body.token);
  const added = await shop.post("/auth/me/addresses", planted(NewAddress), token);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  await shop.post("/cart", {}, token);
  const limited = { discount_type: "percentage" as const, discount_value: 1000, usage_limit_per_customer: 99 };
  await promote(shop, { ...limited, title: "Limited" });
  own = await place(token);
  guests = await place({});
  const { id } = await shop.product({ sku: "PLANT", stock: 9 });
  const calls: [string, object][] = [
    ["orders_create", { items: [{ item: id, quantity: 1 }] }],
    ["orders_update", { order: own, customer_name: "Planted again" }],
    ["orders_update", { order: own }],
    ["orders_add_note", { order: own }],
    ["orders_log_call", { order: own, outcome: "busy" }],
    ["customers_save", { customer: EMAIL, full_name: "Planted again" }],
    ["customers_save", { customer: EMAIL }],
    ["blocked_phones_save", { phones: [PHONE] }],
  ];
  for (const [operation, args] of calls) {
    const { problem } = await call(shop, operation, { ...plantedFor(operation), ...args, idempotency_key: undefined });
    expect([operation, problem]).toEqual([operation, undefined]);
  }
});

test("stands only in columns that say so, and not in the log", async () => {
  const places = placesOf(await allRows(shop));

  const texts = places.filter((place) => lineAt(place).erasure !== "inside" && place !== CHOSEN);
  expect(texts.filter((place) => lineAt(place).of !== "person")).toEqual([]);
  expect(texts.filter((place) => lineAt(place).isLogged)).toEqual([]);
  expect(places.filter((place) => place.startsWith("audit_"))).toEqual([]);
  expect(places).toEqual(
    expect.arrayContaining([
      ...["orders.customer_notes", "orders.shipping_address", "customers.full_name", "addresses.line1"],
      ...["order_notes.text", "blocked_phones.note", "row_images.before", "idempotency_keys.response"],
    ]),
  );
});

test("is shown to nobody else who has the number of the order", async () => {
  const { body: stranger } = await shop.post("/auth/signup", {
    email: "other@example.dz",
    password: "long enough",
    full_name: "Other",
  });
  for (const path of [`/orders/track/${own}`, `/orders/${own}`, `/orders/track/${guests}`]) {
    for (const headers of [{}, bearer(stranger.token)]) {
      const { status, body } = await shop.get(path, headers);
      expect(status).toBe(200);
      expect(pathsOf(body).filter((field) => !PUBLIC.includes(field))).toEqual([]);
    }
  }
});

test("is shown to the customer as the lines say", async () => {
  const { body } = await shop.get(`/orders/track/${own}`, token);
  const fields = Object.entries(COLUMNS.orders as Record<string, Line>)
    .filter(([, { of, shoppers }]) => of === "person" && shoppers !== "nobody")
    .map(([name]) => name);

  const shown = new Set(pathsOf(body).map((path) => path.split(".")[0]));
  expect(fields.filter((name) => !shown.has(name) && name !== "customer_wilaya")).toEqual([]);
});

test("every column that a line shows is in the answer, and no other", async () => {
  const track = (await shop.get(`/orders/track/${own}`, token)).body;
  const { customer } = (await shop.get("/auth/me", token)).body;
  const { data: detailed } = await call(shop, "orders_get", { order: own, response_format: "detailed" });
  const { data: account } = await call(shop, "customers_get", { customer: EMAIL });
  const { data: phones } = await call(shop, "blocked_phones_list");
  const { data: keys } = await call(shop, "api_keys_list");
  const answers: [DeclaredTable, "shoppers" | "merchants", object, string[]][] = [
    ["orders", "shoppers", track, ["site_id"]],
    ["orders", "merchants", detailed, ["site_id"]],
    ["order_items", "shoppers", track.items[0], ["site_id", "order_id", "position", "price"]],
    ["order_notes", "merchants", detailed.notes[0], ["site_id", "order_id", "created_at"]],
    ["order_history", "merchants", detailed.history[0], ["site_id", "order_id", "created_at"]],
    ["customers", "shoppers", customer, ["site_id"]],
    ["customers", "merchants", account, ["site_id"]],
    ["addresses", "shoppers", customer.addresses[0], ["site_id", "customer_id"]],
    ["blocked_phones", "merchants", phones.data[0], ["site_id", "id"]],
    ["api_keys", "merchants", keys.data[0], ["site_id"]],
  ];
  for (const [table, who, answer, underOtherNames] of answers) {
    const shown = new Set([...Object.keys(answer), ...underOtherNames]);
    const wrong = linesOf(table).filter(([column, line]) => (line[who] === "nobody") === shown.has(column));
    expect([table, who, wrong.map(([column]) => column)]).toEqual([table, who, []]);
  }
});

test("is shown to merchants who may see people, as text that is no instruction, and to no others", async () => {
  const blind = await keyFor(shop, ...SCOPES.filter((scope) => !hasScope([scope], SEES_PEOPLE)));
  const whole = { response_format: "detailed" };
  const change = (await call(shop, "changes_list", { operation: "orders_update" })).data.data[0].change_id;
  const asked: [string, object][] = [
    ["orders_get", { order: own, ...whole }],
    ["orders_get", { order: own }],
    ["orders_search", whole],
    ["orders_search", {}],
    ["carts_abandoned", {}],
    ["changes_list", { change, ...whole }],
    ["analytics_report", { report: "customers" }],
    ["orders_add_note", { order: own, text: "Planted", dry_run: true }],
  ];
  const ofPeople: [string, object][] = [
    ["customers_get", { customer: EMAIL }],
    ["customers_search", whole],
    ["blocked_phones_list", {}],
  ];
  const seen = new Set<string>();
  for (const [name, args] of [...asked, ...ofPeople]) {
    const { structuredContent, _meta } = await ask(shop.secret_key, name, args);
    const paths = pathsOf(structuredContent);
    for (const path of paths) seen.add(path.split(/\W+/).at(-1) ?? "");
    expect([name, unmarked(structuredContent, _meta)]).toEqual([name, []]);
  }
  for (const [name, args] of asked) {
    const { structuredContent, content } = await ask(blind, name, args);
    expect([name, pathsOf(structuredContent).filter((path) => !path.endsWith("payment_method"))]).toEqual([name, []]);
    expect(content[0].text).not.toMatch(PLANTED);
  }
  const texts = ["customer_name", "customer_phone", "customer_email", "customer_commune", "customer_notes", "note"];
  expect([...seen]).toEqual(expect.arrayContaining([...texts, "shipping_address", "full_name", "line1", "text"]));
});

test("what an import brings is marked as text that is no instruction", async () => {
  const store = await openShop();
  const texts = ["name", "description", "vendor", "product_type", "seo_title", "seo_description"];
  const product = Object.fromEntries(texts.map((name) => [name, `Planted ${name}`]));
  const variant = {
    option_values: { "Planted option": "Planted value" },
    sku: "PLANTED-1",
    price: 5,
    inventory_quantity: 3,
  };
  const saved = await call(store, "products_save", {
    ...product,
    tags: ["planted"],
    status: "active",
    price: 5,
    variants: [variant],
  });
  expect(saved.problem).toBeUndefined();
  const item = { item: "PLANTED-1", quantity: 1 };
  const { data: order } = await call(store, "orders_create", { ...BUYER, items: [item] });
  const whole = { response_format: "detailed" };
  for (const [name, args] of [
    ["products_get", { product: "planted-name" }],
    ["products_search", whole],
    ["inventory_search", {}],
    ["changes_list", { of: "planted-name", ...whole }],
    ["changes_list", { change: saved.data.change_id, ...whole }],
    ["orders_get", { order: order.order_number, ...whole }],
    ["analytics_report", { report: "best_sellers" }],
  ] as [string, object][]) {
    const { structuredContent, _meta } = await ask(store.secret_key, name, args);
    expect([name, pathsOf(structuredContent).length > 0]).toEqual([name, true]);
    expect([name, unmarked(structuredContent, _meta)]).toEqual([name, []]);
  }
});

/** Their rows are of no store. */
const ABOVE_STORES = new Set(["accounts", "account_sessions", "passkeys"]);

test("is nowhere after an erasure, and every column is as its line says", async () => {
  const inPlace = await place({}, () => "Alger");
  const before = await allRows(shop);
  const erased = await callConfirmed(shop, "customers_erase", { customer: EMAIL });
  expect(erased.problem).toBeUndefined();

  const after = await allRows(shop);
  expect(placesOf(after).filter((place) => place !== CHOSEN)).toEqual([]);
  const isPlace = (row: Row) => row.row.order_number === inPlace;
  expect(placesOf(after.filter(isPlace), /alger/i).filter((place) => place !== CHOSEN)).toEqual([
    "orders.customer_wilaya",
  ]);
  const rowsOf = (rows: Row[]) => new Map(rows.map(({ table, row }) => [`${table} ${keyOf(row)}`, row]));
  const [was, is] = [rowsOf(before), rowsOf(after)];
  const hidden: string[] = [];
  for (const [key, row] of was) {
    const table = key.split(" ")[0] as DeclaredTable;
    const columns = linesOf(table);
    const now = is.get(key);
    if (!columns.some(([, { of }]) => of === "person") || row.email === "other@example.dz") continue;
    const goes = columns.some(([, { erasure }]) => erasure === "with its row");
    expect([key, now !== undefined]).toEqual([key, !goes]);
    if (!now) continue;
    for (const [column, { erasure }] of columns) {
      const [old, current, at] = [row[column], now[column], `${table}.${column}`];
      if (column === "updated_at" || old === null || old === "" || old === "(erased)") continue;
      if (erasure === "stays") expect([at, current]).toEqual([at, old]);
      else expect([at, current]).not.toEqual([at, old === "Alger" ? "" : old]);
      if (erasure === "cleared" || erasure === "replaced") expect([at, current]).toEqual([at, expect.toBeOneOf(EMPTY)]);
      if (erasure !== "stays") hidden.push(at);
    }
  }
  expect(hidden).toEqual(
    expect.arrayContaining([
      ...["orders.customer_id", "order_notes.text", "carts.customer_id"],
      ...["orders.phone_key", "orders.shipping_address"],
    ]),
  );
});
