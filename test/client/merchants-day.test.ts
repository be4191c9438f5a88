import { afterAll, beforeAll, expect, test } from "vitest";
import { all, attempt, createAdmin } from "../../packages/client/src/admin.ts";
import { createShop } from "../../packages/client/src/shop.ts";
import { buildTestApp, closeAtOnce, openShop, type Shop } from "../support/app.ts";

const app = await buildTestApp();
let url = "";
let store: Shop;

beforeAll(async () => {
  url = await app.listen({ host: "127.0.0.1", port: 0 });
  store = await openShop({ via: app });
});

afterAll(() => closeAtOnce(app));

async function placeOrder(product_id: string): Promise<string> {
  const shop = createShop({ url, key: store.publishable_key });
  const { id } = await shop.cart.create();
  await shop.cart.addItem(id, { product_id, quantity: 1 });
  const person = { customer_name: "Karim Benali", customer_phone: "0550 12 34 57", customer_wilaya: "16" };
  return (await shop.orders.place({ cart_id: id, ...person })).order_number;
}

test("a merchant adds a product, confirms and ships what is ordered, counts stock, and undoes a mistake", async () => {
  const admin = createAdmin({ url, key: store.secret_key });
  await admin.products.save({ name: "Tajine", price: 2500, status: "active", inventory_quantity: 10 });
  const shop = createShop({ url, key: store.publishable_key });
  const tajine = (await shop.products.search({ q: "tajine" })).data[0];
  const numbers = [await placeOrder(tajine?.id ?? ""), await placeOrder(tajine?.id ?? "")];
  const [order = ""] = numbers;

  const pending: string[] = [];
  for await (const found of all(admin.orders.search, { status: "pending", limit: 1 })) pending.push(found.order_number);
  expect(pending.sort()).toEqual(numbers.sort());

  const rehearsal = await admin.orders.confirm({ order, dry_run: true });
  expect(rehearsal.changes.map(({ entity, label }) => [entity, label])).toEqual([["order", order]]);
  expect((await shop.orders.track(order)).status).toBe("pending");
  await admin.orders.confirm({ order });
  const shipped = await admin.orders.ship({ order, tracking_number: "YAL-1" });
  expect([shipped.status, shipped.next]).toEqual(["shipped", ["orders_mark_delivered", "orders_return"]]);
  const whole = await admin.orders.get({ order, response_format: "detailed" });
  expect(whole.history.map(({ status }) => status)).toEqual(["pending", "confirmed", "processing", "shipped"]);
  expect((await shop.orders.track(order)).status).toBe("shipped");

  await admin.inventory.adjust({ changes: [{ variant: tajine?.id ?? "", by: 5 }], note: "Delivery" });
  expect((await shop.products.get("tajine")).inventory_quantity).toBe(13);
  await admin.changes.undo({ changes: ["last"] });
  expect((await shop.products.get("tajine")).inventory_quantity).toBe(8);

  const { error } = await attempt(admin.catalog.delete({ kind: "product", item: "tajine" }));
  expect(error).toMatchObject({ code: "confirmation_required", next: expect.stringMatching(/./) });
  const { error: gone } = await attempt(admin.orders.get({ order: "ORD-0" }));
  expect(gone?.code).toBe("order_not_found");
});
