import { Type } from "typebox";
import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { changeOrderStatus } from "../../src/orders/orders.ts";
import { openShop, type Shop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { cartWith, deliveringShop, order, stockOf, variantsOf } from "../support/selling.ts";

const UNKNOWN_ID = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";

let shop: Shop;
beforeAll(async () => {
  shop = await deliveringShop();
});

describe("an idempotency key", () => {
  const withKey = (key: string) => ({ "idempotency-key": key });
  const storedKeys = (key: string) =>
    shop.rows(
      Type.Object({ key: Type.String() }),
      sql`select key from idempotency_keys where site_id = ${shop.id} and key = ${key}`,
    );

  test("returns the first response again, byte for byte, for the same body in any key order", async () => {
    const option_values = { Taille: "S", Couleur: "Bleu" };
    const { id: product_id, slug } = await shop.product({
      options: Object.entries(option_values).map(([name, value]) => ({ name, values: [value] })),
      variants: [{ option_values, inventory_quantity: 3 }],
    });
    const { S = "" } = await variantsOf(shop, slug);
    const cart = await cartWith(shop, { product_id, variant_id: S, quantity: 1 });
    const address = { zone: "z", line1: "1", code: 2 };
    const first = await order(shop, cart, { customer_notes: "z", shipping_address: address }, withKey(cart));
    await shop.transact((db) => changeOrderStatus(db, first.body.id, "confirmed", "key test"));
    const again = await order(
      shop,
      cart,
      { shipping_address: { code: 2, zone: "z", line1: "1" }, customer_notes: "z" },
      withKey(cart),
    );

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(await stockOf(shop, product_id)).toBe(2);
  });

  test("returns 422 with another body", async () => {
    const { id: product_id } = await shop.product();
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    await order(shop, cart, {}, withKey(`other-${cart}`));

    const refused = await order(shop, cart, { customer_notes: "new" }, withKey(`other-${cart}`));
    expect(refused).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });

  test("can be used again after an error, and in another store", async () => {
    const other = await openShop();
    const [mine, theirs] = [await shop.product(), await other.product()];
    const key = withKey(`shared-${mine.id}`);
    const cart = await cartWith(shop);

    expect((await order(shop, cart, {}, key)).body.code).toBe("cart_empty");
    await shop.post(`/cart/${cart}/items`, { product_id: mine.id, quantity: 1 });
    expect((await order(shop, cart, {}, key)).status).toBe(201);
    const elsewhere = await order(other, await cartWith(other, { product_id: theirs.id, quantity: 1 }), {}, key);
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.headers["idempotent-replayed"]).toBeUndefined();
  });

  test("replays only for the customer who used it, not for other customers or guests", async () => {
    const { id: product_id } = await shop.product({ stock: 5 });
    const [karim, amina] = [await customerOf(shop), await customerOf(shop, { email: "amina@example.dz" })];
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    const first = await order(shop, cart, {}, { ...withKey(cart), ...karim.headers });
    expect(first.status).toBe(201);

    for (const headers of [amina.headers, {}]) {
      const refused = await order(shop, cart, {}, { ...withKey(cart), ...headers });
      expect(refused).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
      expect(JSON.stringify(refused.body)).not.toContain(first.body.order_number);
    }
    const again = await order(shop, cart, {}, { ...withKey(cart), ...karim.headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test("expires after 24 hours", async () => {
    const { id: product_id } = await shop.product();
    const [cart, key] = [await cartWith(shop, { product_id, quantity: 1 }), `old-${product_id}`];
    await order(shop, cart, {}, withKey(key));
    await shop.transact((db) =>
      db.run(sql`
        update idempotency_keys
        set created_at = ${new Date(Date.now() - 25 * 3_600_000).toISOString()}
        where site_id = ${db.siteId} and key = ${key}
      `),
    );

    expect((await storedKeys(key)).length).toBe(1); // it is not cleared yet
    const next = await cartWith(shop, { product_id, quantity: 1 });
    expect(await order(shop, cart, {}, withKey(key))).toMatchObject({ status: 409, body: { code: "cart_converted" } });
    expect((await order(shop, next, {}, withKey(key))).status).toBe(201);
  });

  test.each(["", "x".repeat(256)])("is refused with an invalid length", async (key) => {
    expect(await order(shop, UNKNOWN_ID, {}, withKey(key))).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
  });
});
