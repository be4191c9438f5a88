import { afterAll, beforeAll, expect, test } from "vitest";
import { all, attempt, createShop, HanoutError } from "../../packages/client/src/shop.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { buildTestApp, closeAtOnce, openShop, type Shop } from "../support/app.ts";

const app = await buildTestApp();
let url = "";
let store: Shop;

beforeAll(async () => {
  url = await app.listen({ host: "127.0.0.1", port: 0 });
  store = await openShop({ via: app });
  await store.transact((db) =>
    saveShippingRates(db, [{ region: "*", method: "home", price: 60_000, free_above: null }]),
  );
  for (const number of [1, 2, 3]) await store.product({ slug: `pot-${number}`, name: `Pot ${number}`, price: 150_000 });
});

afterAll(() => closeAtOnce(app));

test("a shopper finds a product, fills a cart, signs up, orders and follows the order", async () => {
  const visitor = createShop({ url, key: store.publishable_key, locale: "fr" });
  const found = await visitor.products.search({ q: "pot 2" });
  const pot = await visitor.products.get(found.data[0]?.slug ?? "");
  const cart = await visitor.cart.create();
  const filled = await visitor.cart.addItem(cart.id, { product_id: pot.id, quantity: 2 });
  const account = { email: "leila@example.dz", password: "a long password", full_name: "Leïla Mansouri" };
  const { token } = await visitor.account.signUp(account);

  const shop = createShop({ url, key: store.publishable_key, customerToken: () => token });
  const order = await shop.orders.place({
    cart_id: cart.id,
    customer_name: "Leïla Mansouri",
    customer_phone: "0550 12 34 56",
    customer_wilaya: "16",
  });

  expect([filled.items_count, filled.subtotal]).toEqual([2, 3000]);
  expect(order.total).toBe(3600);
  expect((await shop.orders.list()).data.map(({ id }) => id)).toEqual([order.id]);
  expect((await visitor.orders.track(order.order_number)).status).toBe("pending");
});

test("a refusal has its code, status and sentence in the shopper's language", async () => {
  const shop = createShop({ url, key: store.publishable_key, locale: "fr" });
  const { id } = await shop.cart.create();

  const { error } = await attempt(
    shop.orders.place({ cart_id: id, customer_name: "Karim", customer_phone: "0550 12 34 57" }),
  );

  expect(error).toBeInstanceOf(HanoutError);
  expect(error).toMatchObject({
    code: "cart_empty",
    status: 422,
    detail: expect.stringContaining("Le panier"),
    errors: [],
  });
  expect(error?.requestId).toMatch(/./);
});

test("a list is read to its end, page after page", async () => {
  const shop = createShop({ url, key: store.publishable_key });
  const names: string[] = [];
  for await (const { name } of all(shop.products.list, { limit: 2, sort_by: "name" })) names.push(name);

  expect(names).toEqual(["Pot 1", "Pot 2", "Pot 3"]);
});
