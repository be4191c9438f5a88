import { describe, expect, test } from "vitest";
import { changeOrderStatus } from "../../src/orders/orders.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../support/app.ts";
import { cartWith, expectInvariants, order, ordered } from "../support/selling.ts";

const promoteOnce = (own: Shop, code: string) =>
  own.transact((db) =>
    createPromotion(db, {
      title: code,
      code,
      discount_type: "percentage",
      discount_value: 1000,
      usage_limit_per_customer: 1,
    }),
  );

describe("coupons", () => {
  test("with two combinable codes apply together, and their discounts are on the lines", async () => {
    const own = await openShop();
    await own.transact(async (db) => {
      await saveShippingRates(db, [{ region: "*", method: "home", price: 60_000, free_above: null }]);
      const combinable = { is_combinable: true };
      await createPromotion(db, {
        ...combinable,
        title: "Ten",
        code: "Ten",
        discount_type: "percentage",
        discount_value: 1000,
      });
      await createPromotion(db, { ...combinable, title: "Ship", code: "SHIP", discount_type: "free_shipping" });
    });
    const [one, two] = [await own.product({ price: 33_333 }), await own.product({ price: 10_001 })];
    const placed = await ordered(
      own,
      [
        { product_id: one.id, quantity: 1 },
        { product_id: two.id, quantity: 2 },
      ],
      { coupon_code: " ten , ship" },
    );

    // 10 % of 533.35 is 53.335, rounded half up to 53.34: 33.34 on the first line, the rest on the second.
    expect(placed).toMatchObject({
      subtotal: 533.35,
      discount: 53.34,
      shipping_cost: 0,
      total: 480.01,
      coupon_code: "ten,ship",
      items: [{ discount: 33.34 }, { discount: 20 }],
      applied_discounts: [
        {
          code: "Ten",
          promotion_type: "coupon",
          discount_type: "percentage",
          discount_value: 10,
          discount_amount: 53.34,
          shipping_discount_amount: 0,
        },
        {
          code: "SHIP",
          discount_type: "free_shipping",
          discount_value: null,
          discount_amount: 0,
          shipping_discount_amount: 600,
        },
      ],
    });
    await expectInvariants(own);
  });

  test("that do not apply refuse the order with the reason", async () => {
    const own = await openShop();
    await own.transact(
      (db) =>
      createPromotion(db, {
        title: "Big", code: "BIG", discount_type: "fixed_amount", discount_value: 50_000, min_order_amount: 400_000,
      }), // biome-ignore format: a list
    );
    const { id: product_id } = await own.product({ price: 250_000 });
    const cart = await cartWith(own, { product_id, quantity: 1 });

    expect(await order(own, cart, { coupon_code: "big" })).toMatchObject({
      status: 422,
      body: {
        code: "coupon_not_applicable",
        detail: 'Add DZD\u00a01,500 more to use the code "big".',
        errors: [{ path: "coupon_code" }],
      },
    });
    expect(await order(own, cart, { coupon_code: "nope" })).toMatchObject({
      status: 422,
      body: { code: "coupon_not_applicable", detail: 'There is no code "nope".' },
    });
    expect((await own.get(`/cart/${cart}`)).body.status).toBe("open");
    expect((await order(own, cart, { coupon_code: " , " })).status).toBe(201);
  });

  test("with a limit of one use per customer can be used again after the order is cancelled", async () => {
    const own = await openShop();
    await own.transact(
      (db) =>
      createPromotion(db, {
        title: "Once", code: "ONCE", discount_type: "percentage", discount_value: 1000, usage_limit_per_customer: 1, usage_limit: 2,
      }), // biome-ignore format: a list
    );
    const { id: product_id } = await own.product({ price: 100_000 });
    const buy = async (customer_phone: string) =>
      order(own, await cartWith(own, { product_id, quantity: 1 }), { coupon_code: "ONCE", customer_phone });

    const first = await buy("0550123456");
    expect(first.body).toMatchObject({ discount: 100, total: 900 });
    expect(await buy("+213 550 12 34 56")).toMatchObject({
      status: 422,
      body: { detail: 'You have used the code "ONCE" as often as one customer may.' },
    });
    expect((await buy("0660123456")).status).toBe(201);
    expect(await buy("0770123456")).toMatchObject({ body: { detail: 'The code "ONCE" has been used up.' } });

    await own.transact((db) => changeOrderStatus(db, first.body.id, "cancelled", "key test"));
    expect((await buy("0550123456")).status).toBe(201);
    await promoteOnce(own, "ODD");
    const odd = async (customer_phone: string) =>
      (await order(own, await cartWith(own, { product_id, quantity: 1 }), { coupon_code: "ODD", customer_phone }))
        .status;
    expect([await odd("123456"), await odd("123 456"), await odd("12-34.56")]).toEqual([201, 422, 422]);
    await expectInvariants(own);
  });
});
