import { expect, test } from "vitest";
import { createPromotion, type PromotionInput } from "../../src/promotions/promotions.ts";
import { openShop, type Shop } from "../support/app.ts";
import { cartWith, order } from "../support/selling.ts";

const HINT = 'Add DZD\u00a01,500 more to get "From 6,500".';
const NO_PROMOTION = "No promotion applies to this cart.";
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

/** Opens a store with one automatic promotion that requires at least 6,500. */
async function openShopWith(given: Partial<PromotionInput>): Promise<Shop> {
  const shop = await openShop();
  await shop.transact((db) =>
    createPromotion(db, {
      title: "From 6,500",
      discount_type: "percentage",
      discount_value: 1000,
      min_order_amount: 650_000,
      ...given,
    }),
  );
  return shop;
}

/** Returns the message for a cart of 5,000. */
const messageFor = async (shop: Shop, headers: Record<string, string> = {}): Promise<string> =>
  (await shop.post("/coupons/validate", { cart_total: 5000 }, headers)).body.message;

async function signUpCustomer(shop: Shop, email: string): Promise<Record<string, string>> {
  const { body } = await shop.post("/auth/signup", { email, password: "long enough", full_name: "A" });
  return { authorization: `Bearer ${body.token}` };
}

test.each([
  ["that is active", { starts_at: YESTERDAY, expires_at: TOMORROW }, HINT],
  ["that has not started", { starts_at: TOMORROW }, NO_PROMOTION],
  ["that has expired", { expires_at: YESTERDAY }, NO_PROMOTION],
  ["that is inactive", { is_active: false }, NO_PROMOTION],
])("a promotion %s gives a hint only when it could apply", async (_, given, message) => {
  expect(await messageFor(await openShopWith(given))).toBe(message);
});

test("a customer who has reached a promotion's limit gets no hint for it; others do", async () => {
  const shop = await openShopWith({ usage_limit_per_customer: 1 });
  const [karim, amina] = [
    await signUpCustomer(shop, "karim@example.dz"),
    await signUpCustomer(shop, "amina@example.dz"),
  ];
  const { id: product_id } = await shop.product({ price: 650_000 });
  const buy = async () =>
    (await order(shop, await cartWith(shop, { product_id, quantity: 1 }), {}, karim)).body.discount;
  expect(await messageFor(shop, karim)).toBe(HINT);

  expect([await buy(), await buy()]).toEqual([650, 0]);

  expect(await messageFor(shop, karim)).toBe(NO_PROMOTION);
  expect(await messageFor(shop, amina)).toBe(HINT);
  expect(await messageFor(shop)).toBe(HINT);
});

test("a promotion whose limit a customer has reached does not prevent the next hint", async () => {
  const shop = await openShopWith({ usage_limit_per_customer: 1 });
  const karim = await signUpCustomer(shop, "karim@example.dz");
  const { id: product_id } = await shop.product({ price: 650_000 });
  await order(shop, await cartWith(shop, { product_id, quantity: 1 }), {}, karim);
  const next = { title: "Three", discount_type: "free_shipping" as const, min_quantity: 3 };
  await shop.transact((db) => createPromotion(db, next));

  expect(await messageFor(shop, karim)).toBe('Add 2 more to get "Three".');
  expect(await messageFor(shop)).toBe(HINT);
});
