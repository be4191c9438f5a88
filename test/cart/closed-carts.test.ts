import { describe, expect, test } from "vitest";
import { addItem, createCart } from "../../src/cart/cart.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { openShop } from "../support/app.ts";
import { cartWith, order } from "../support/selling.ts";

const DAY_MS = 86_400_000;

describe("the end of a cart", () => {
  test("comes 30 days after its last change: then it is not found", async () => {
    const own = await openShop();
    const { id: product_id } = await own.product();
    const old = new Date(Date.now() - 31 * DAY_MS).toISOString();
    const made = await own.transact((db) => createCart(db, null), old);
    const kept = await own.transact((db) => createCart(db, null), old);
    const later = new Date(Date.now() - 2 * DAY_MS).toISOString();
    await own.transact((db) => addItem(db, null, kept.id, { product_id, quantity: 1 }), later);

    expect((await own.get(`/cart/${kept.id}`)).status).toBe(200);
    expect(await own.get(`/cart/${made.id}`)).toMatchObject({ status: 404, body: { code: "cart_not_found" } });
    const item = { product_id, quantity: 1 };
    expect(await own.post(`/cart/${made.id}/items`, item)).toMatchObject({
      status: 404,
      body: { code: "cart_not_found" },
    });
    expect(await order(own, made.id)).toMatchObject({ status: 404, body: { code: "cart_not_found" } });
  });

  test("comes with its order: it can be read, but not changed", async () => {
    const own = await openShop();
    await own.transact((db) => saveShippingRates(db, []));
    const { id: product_id } = await own.product();
    const id = await cartWith(own, { product_id, quantity: 1 });
    const [item] = (await own.get(`/cart/${id}`)).body.items;
    expect((await order(own, id)).status).toBe(201);

    expect(await own.get(`/cart/${id}`)).toMatchObject({ status: 200, body: { status: "converted", items_count: 1 } });
    const refused = [
      await own.post(`/cart/${id}/items`, { product_id, quantity: 1 }),
      await own.patch(`/cart/${id}/items/${item.id}`, { quantity: 2 }),
      await own.delete(`/cart/${id}/items/${item.id}`),
      await order(own, id),
    ];
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: "cart_converted" } });
  });
});
