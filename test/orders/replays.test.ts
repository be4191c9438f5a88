import { expect, test } from "vitest";
import { changePassword, hashPassword } from "../../src/customers/customers.ts";
import { openShop } from "../support/app.ts";
import { cartWith, expectInvariants, order, stockOf } from "../support/selling.ts";

test("an order is replayed only while the customer's token is valid", async () => {
  const shop = await openShop();
  const { body } = await shop.post("/auth/signup", {
    email: "karim@example.dz",
    password: "long enough",
    full_name: "Karim",
  });
  const keyed = { "idempotency-key": "one" };
  const signedIn = { ...keyed, authorization: `Bearer ${body.token}` };
  const { id: product_id } = await shop.product({ stock: 5 });
  const cart = await cartWith(shop, { product_id, quantity: 1 });
  const placed = await order(shop, cart, {}, signedIn);
  const replay = { status: 201, body: placed.body, headers: { "idempotent-replayed": "true" } };
  expect(placed.status).toBe(201);
  expect(await order(shop, cart, {}, signedIn)).toMatchObject(replay);

  const hash = await hashPassword("another password");
  await shop.transact((db) => changePassword(db, body.customer.id, hash));
  const refused = await order(shop, cart, {}, signedIn);

  expect(refused).toMatchObject({ status: 401, body: { code: "invalid_token" } });
  expect(JSON.stringify(refused.body)).not.toContain(placed.body.order_number);
  expect(refused.headers["idempotent-replayed"]).toBeUndefined();
  expect(await order(shop, cart, {}, { ...keyed, authorization: "Bearer x" })).toMatchObject({ status: 401 });

  const again = await shop.post("/auth/login", { email: "karim@example.dz", password: "another password" });
  expect(await order(shop, cart, {}, { ...keyed, authorization: `Bearer ${again.body.token}` })).toMatchObject(replay);
  expect(await stockOf(shop, product_id)).toBe(4);
  await expectInvariants(shop);
});

test("a replay returns image URLs with the host of its own request", async () => {
  const shop = await openShop();
  const { id: product_id } = await shop.product({ stock: 5, images: [{ url: "/a.svg", alt: null }] });
  const cart = await cartWith(shop, { product_id, quantity: 1 });
  const keyed = { "idempotency-key": "one" };

  const forged = await order(shop, cart, {}, { ...keyed, host: "evil.example" });
  expect(forged).toMatchObject({ status: 201, body: { items: [{ product_image: "http://evil.example/a.svg" }] } });
  const replayed = await order(shop, cart, {}, keyed);

  expect(replayed).toMatchObject({ status: 201, headers: { "idempotent-replayed": "true" } });
  expect(replayed.body).toEqual({
    ...forged.body,
    items: [{ ...forged.body.items[0], product_image: "http://localhost/a.svg" }],
  });
});
