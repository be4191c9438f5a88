import { beforeEach, describe, expect, test } from "vitest";
import { type Json, openShop, type Shop } from "../support/app.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { call, callConfirmed, listTools, post } from "../support/operations.ts";
import { BUYER, cartWith, ordered } from "../support/selling.ts";
import { eventsOf, typesOf } from "./asking.ts";

const TENTH = { discount_type: "percentage", discount_value: 10 };
const CHEAPER = { rates: [{ region: "16", method: "home", price: 400 }] };

let shop: Shop;

beforeEach(async () => {
  shop = await openShop();
});

describe("an order's events", () => {
  test("are in the order of its changes, with the order as it was", async () => {
    const { id } = await shop.product({ stock: 7 });
    const { order_number, total } = await ordered(shop, [{ product_id: id, quantity: 2 }]);
    for (const move of ["orders_confirm", "orders_ship"]) await post(shop, move, { order: order_number });
    await post(shop, "orders_mark_delivered", { order: order_number });

    const list = await eventsOf(shop, { types: ["orders.*"] });

    expect(typesOf(list)).toEqual([
      "orders.placed",
      "orders.confirmed",
      "orders.shipped",
      "orders.delivered",
      "orders.payment_changed",
    ]);
    expect(list.map(({ thing_number }) => thing_number)).toEqual([1, 2, 3, 4, 5]);
    expect(list.map(({ actor }) => actor)).toEqual(["shopper", ...Array(4).fill("key First secret key")]);
    expect(list.map(({ data }) => [data.order_number, data.status, data.total])).toEqual([
      [order_number, "pending", total],
      [order_number, "confirmed", total],
      [order_number, "shipped", total],
      [order_number, "delivered", total],
      [order_number, "delivered", total],
    ]);
  });

  test("are not told by what is refused, rolled back, only shown or repeated", async () => {
    const { id } = await shop.product({ stock: 1 });
    const cart_id = await cartWith(shop, { product_id: id, quantity: 1 });
    const place = () => shop.post("/orders", { ...BUYER, cart_id }, { "idempotency-key": cart_id });
    const { order_number } = (await place()).body;
    expect((await place()).body.order_number).toBe(order_number);
    const late = await cartWith(shop);
    expect((await shop.post("/orders", { ...BUYER, cart_id: late })).status).toBe(422);
    await post(shop, "orders_confirm", { order: order_number, dry_run: true });
    expect((await post(shop, "orders_mark_delivered", { order: order_number })).status).toBe(409);
    const once = { order: order_number, text: "Calls back", idempotency_key: "once" };
    for (const _ of [1, 2]) expect((await post(shop, "orders_add_note", once)).status).toBe(200);

    expect(typesOf(await eventsOf(shop, { types: ["orders.*"] }))).toEqual(["orders.placed", "orders.changed"]);
  });

  test("a part of a call that is refused tells nothing", async () => {
    const { id } = await shop.product({ stock: 9 });
    const [first, second] = [
      await ordered(shop, [{ product_id: id, quantity: 1 }]),
      await ordered(shop, [{ product_id: id, quantity: 1 }]),
    ];
    await post(shop, "orders_cancel", { order: second.order_number, reason: "refused" });

    const orders = [first.order_number, second.order_number];
    const { status } = await post(shop, "orders_move", { orders, to: "confirmed" });

    expect(status).toBe(200);
    const told = await eventsOf(shop, { types: ["orders.confirmed"] });
    expect(told.map(({ data }) => data.order_number)).toEqual([first.order_number]);
  });
});

test("stock tells when there are few, none, and some again", async () => {
  const { id } = await shop.product({ stock: 7, sku: "LAMP" });
  const { order_number } = await ordered(shop, [{ product_id: id, quantity: 3 }]);
  await ordered(shop, [{ product_id: id, quantity: 4 }]);
  await post(shop, "orders_cancel", { order: order_number, reason: "refused" });
  await post(shop, "store_update", { low_stock: 20 });
  const set = async (to: number) => (await post(shop, "inventory_adjust", { changes: [{ variant: "LAMP", to }] })).body;
  await set(30);
  const { change_id } = await set(12);
  await post(shop, "changes_undo", { changes: [change_id] });
  await set(0);

  const told = await eventsOf(shop, { types: ["stock.*"] });

  expect(told.map(({ type, data }) => [type, data.inventory_quantity])).toEqual([
    ["stock.low", 4],
    ["stock.out", 0],
    ["stock.back", 3],
    ["stock.low", 12],
    ["stock.out", 0],
  ]);
  expect(new Set(told.map(({ data }) => data.product_id))).toEqual(new Set([id]));
});

test("an import tells of stock that it sets", async () => {
  const csv = (stock: number) =>
    `Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\nvase,Vase,Title,Default Title,25,shopify,${stock}`;
  for (const stock of [9, 2]) await post(shop, "products_import", { csv: csv(stock) });

  expect(typesOf(await eventsOf(shop, { types: ["products.*", "stock.*"] }))).toEqual([
    "products.created",
    "stock.low",
    "products.changed",
  ]);
});

test.each<[type: string, operation: string, made: object, change: object]>([
  ["promotions.changed", "promotions_save", { title: "Ten", code: "TEN", ...TENTH }, { promotion: "TEN", title: "A" }],
  [
    "content.changed",
    "content_save",
    { kind: "page", slug: "about", title: "About", body: "<p>Us</p>" },
    { title: "A" },
  ],
  [
    "content.changed",
    "content_save",
    { kind: "post", slug: "news", title: "News", body: "<p>New</p>" },
    { title: "A" },
  ],
  ["menus.changed", "menus_save", { handle: "footer", items: [{ title: "Us", url: "/us" }] }, { items: [] }],
  ["shipping.changed", "shipping_rates_set", { rates: [{ region: "16", method: "home", price: 500 }] }, CHEAPER],
  ["carriers.changed", "carriers_save", { name: "Rapide", home_cost: 350 }, { carrier: "Rapide", home_cost: 300 }],
])("%s after an undo has the thing as %s made it: %o", async (type, operation, made, change) => {
  await done(operation, made);
  const which = "carrier" in change || "promotion" in change ? {} : made;
  const { change_id } = await done(operation, { ...which, ...change });
  await done("changes_undo", { changes: [change_id] });

  const told = await eventsOf(shop, { types: [type] });

  const [first, second, third] = told.map(({ data: { updated_at: _, ...data } }) => data);
  expect(told).toHaveLength(3);
  expect(second).not.toEqual(first);
  expect(third).toEqual(first);
});

/** Calls an operation, expects success, and returns its answer. */
async function done(operation: string, args: object): Promise<Json> {
  const { status, body } = await post(shop, operation, args);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

test("numbers of a store have no gaps, and every thing has its own", async () => {
  for (const name of ["Lamp", "Rug"]) await post(shop, "products_save", { name, price: 100 });
  const [lamp] = await eventsOf(shop);
  await post(shop, "products_save", { product: lamp?.thing_id, price: 200 });
  await post(shop, "store_update", { name: "A shop" });

  const list = await eventsOf(shop);

  expect(list.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(list.map(({ type, thing_number }) => [type, thing_number])).toEqual([
    ["products.created", 1],
    ["products.created", 1],
    ["products.changed", 2],
    ["store.changed", 1],
  ]);
  expect(list[2]).toMatchObject({ data: { slug: "lamp", price: 200 }, fields: ["variants"] });
  expect(await eventsOf(shop, { after: 3 })).toMatchObject([{ number: 4 }]);
});

test("an undo tells of what it put back, a variant as its product", async () => {
  const { id } = await shop.product({ sku: "LAMP", price: 100 });
  const { body: prices } = await post(shop, "prices_bulk_update", { products: [id], percent: 10 });
  const { body: store } = await post(shop, "store_update", { name: "A shop" });
  await post(shop, "changes_undo", { changes: [prices.change_id, store.change_id] });

  const told = await eventsOf(shop);

  expect(told.map(({ type, thing_id }) => [type, thing_id])).toEqual([
    ["products.changed", id],
    ["store.changed", shop.id],
    ["store.changed", shop.id],
    ["products.changed", id],
  ]);
});

test("of more than 500 things of a type, one event says how many and what to ask", async () => {
  const rows = Array.from({ length: 500 }, (_, i) => `vase-${i},Vase ${i},Title,Default Title,25`);
  const { data } = await callConfirmed(shop, "products_import", {
    csv: ["Handle,Title,Option1 Name,Option1 Value,Variant Price", ...rows].join("\n"),
  });
  expect(data.created).toBe(500);
  await shop.product({ price: 2500 });
  await callConfirmed(shop, "prices_bulk_update", { all: true, percent: 10 });

  expect(await eventsOf(shop, { types: ["products.created"] })).toHaveLength(500);
  expect(await eventsOf(shop, { types: ["products.changed"] })).toMatchObject([
    { thing_id: "", data: { many: 501, ask: "products_search" } },
  ]);
}, 60_000);

describe("events_list", () => {
  test("shows only types whose area the key may read", async () => {
    const { id } = await shop.product({ stock: 9 });
    await ordered(shop, [{ product_id: id, quantity: 1 }]);
    await call(shop, "content_save", { kind: "page", title: "About" });

    const seen = async (...scopes: Parameters<typeof keyFor>[1][]) =>
      typesOf(await eventsOf(shop, {}, await keyFor(shop, ...scopes)));

    expect(await seen("orders:read")).toEqual(["orders.placed"]);
    expect(await seen("content:write")).toEqual(["content.changed"]);
    expect(await seen("reports:read")).toEqual([]);
  });

  test("finds the events of a thing, and goes on after a number", async () => {
    const { id } = await shop.product({ stock: 9 });
    const orders = [];
    for (const _ of [1, 2]) orders.push(await ordered(shop, [{ product_id: id, quantity: 1 }]));
    await post(shop, "orders_confirm", { order: orders[1].order_number });
    await eventsOf(shop);
    const list = async (args: object) => (await post(shop, "events_list", args)).body;

    const ofThing = await list({ thing: "order", thing_id: orders[1].id });
    expect(ofThing).toMatchObject({ has_more: false, data: [{ type: "orders.placed" }, { type: "orders.confirmed" }] });
    const first = await list({ limit: 2 });
    expect(first).toMatchObject({ last_number: 2, has_more: true });
    expect(await list({ after: 2, limit: 2 })).toMatchObject({
      last_number: 3,
      has_more: false,
      data: [{ number: 3 }],
    });
    expect(await list({ after: 3 })).toMatchObject({ last_number: 3, has_more: false, data: [] });
    expect(await list({ after: 99 })).toMatchObject({ last_number: 99, has_more: false, data: [] });
  });

  test("a type that nothing has is passed over to the last number", async () => {
    await shop.transact(async (db) =>
      db.happened(
        ...Array.from({ length: 3 }, (_, i) => ({
          type: "menus.changed",
          thing: { kind: "menu", id: `${i}` },
          actor: "key test" as const,
        })),
      ),
    );
    await eventsOf(shop);

    const { body } = await post(shop, "events_list", { types: ["keys.changed"] });

    expect(body).toEqual({ data: [], last_number: 3, has_more: false });
  });

  test("refuses types that do not exist, and a thing without its id", async () => {
    const typo = await post(shop, "events_list", { types: ["orders.place"] });
    expect(typo).toMatchObject({
      status: 422,
      body: { code: "invalid_value", allowed: expect.arrayContaining(["orders.placed"]) },
    });
    const { status, body } = await post(shop, "events_list", { thing: "order" });
    expect([status, body.errors]).toEqual([422, [{ path: "thing_id", message: expect.any(String) }]]);
  });

  test("is no tool of agents", async () => {
    expect((await listTools(shop.secret_key)).map(({ name }) => name)).not.toContain("events_list");
  });
});
