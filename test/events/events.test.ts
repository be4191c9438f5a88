import { beforeEach, describe, expect, test } from "vitest";
import { eventNumbering } from "../../src/app.ts";
import { database, keyring, openShop, type Shop } from "../support/app.ts";
import { post } from "../support/operations.ts";
import { ordered } from "../support/selling.ts";

let shop: Shop;

beforeEach(async () => {
  shop = await openShop();
});

/** Gives all events of the store their numbers, and lists those after a number. */
async function events(args: object = {}, key?: Record<string, string>) {
  const numbering = eventNumbering(database, keyring);
  while (await shop.transact((db) => numbering.numberEvents(db)));
  const { status, body } = await post(shop, "events_list", { after: 0, ...args }, key);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as {
    type: string;
    number: number;
    thing_number: number;
    thing: string;
    thing_id: string;
    data: Record<string, unknown>;
    fields: string[];
    actor: string;
  }[];
}
const typesOf = (list: { type: string }[]) => list.map(({ type }) => type);

describe("an order's events", () => {
  test("are in the order of its changes, with the order as it was", async () => {
    const { id } = await shop.product({ stock: 7 });
    const { order_number, total } = await ordered(shop, [{ product_id: id, quantity: 2 }]);
    for (const move of ["orders_confirm", "orders_ship"]) await post(shop, move, { order: order_number });
    await post(shop, "orders_mark_delivered", { order: order_number });

    const list = await events({ types: ["orders.*"] });

    expect(typesOf(list)).toEqual([
      "orders.placed",
      "orders.confirmed",
      "orders.shipped",
      "orders.delivered",
      "orders.payment_changed",
    ]);
    expect(list.map(({ thing_number }) => thing_number)).toEqual([1, 2, 3, 4, 5]);
    expect(list.map(({ data }) => [data.order_number, data.status, data.total])).toEqual([
      [order_number, "pending", total],
      [order_number, "confirmed", total],
      [order_number, "shipped", total],
      [order_number, "delivered", total],
      [order_number, "delivered", total],
    ]);
  });

  test("are not written by what is refused, rolled back or only shown", async () => {
    const { id } = await shop.product({ stock: 1 });
    const { order_number } = await ordered(shop, [{ product_id: id, quantity: 1 }]);
    await post(shop, "orders_confirm", { order: order_number, dry_run: true });
    expect((await post(shop, "orders_ship", { order: order_number })).status).toBe(409);

    expect(typesOf(await events({ types: ["orders.*"] }))).toEqual(["orders.placed"]);
  });
});

test("stock tells when there are few, none, and some again", async () => {
  const { id, slug } = await shop.product({ stock: 7, sku: "LAMP" });
  const { order_number } = await ordered(shop, [{ product_id: id, quantity: 3 }]);
  await ordered(shop, [{ product_id: id, quantity: 4 }]);
  await post(shop, "orders_cancel", { order: order_number, reason: "refused" });

  expect(typesOf(await events({ types: ["stock.*"] })), slug).toEqual(["stock.low", "stock.out", "stock.back"]);
});

test("numbers of a store have no gaps, and every thing has its own", async () => {
  for (const name of ["Lamp", "Rug"]) await post(shop, "products_save", { name, price: 100 });
  const [lamp] = await events();
  await post(shop, "products_save", { product: lamp?.thing_id, price: 200 });
  await post(shop, "store_update", { name: "A shop" });

  const list = await events();

  expect(list.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(list.map(({ type, thing_number }) => [type, thing_number])).toEqual([
    ["products.created", 1],
    ["products.created", 1],
    ["products.changed", 2],
    ["store.changed", 1],
  ]);
  expect(list[2]).toMatchObject({ data: { slug: "lamp" }, fields: ["variants"] });
  expect(await events({ after: 3 })).toMatchObject([{ number: 4 }]);
});
