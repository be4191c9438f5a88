import { describe, expect, test } from "vitest";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { buildTestApp, openShop, type Shop } from "../support/app.ts";
import { cartWith, order } from "../support/selling.ts";

const NOWHERE = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";
const LIMITED = { status: 429, body: { code: "rate_limited" } };

/** How many codes another request may still try: one code is tried after the other until one is refused. */
async function codesLeft(shop: Shop): Promise<number> {
  for (let left = 0; ; left++) {
    const { status } = await shop.post("/coupons/validate", { code: "x" });
    if (status === 429) return left;
    expect(status).toBe(200);
  }
}

const limitedShop = async (codes: number) =>
  openShop({ via: await buildTestApp({ RATE_LIMIT_CODES_PER_ADDRESS: codes }) });

describe("guesses of coupons", () => {
  test.each([
    ["x", 1],
    ["x, y,z", 3],
    [" , x,,", 1],
    ["", 0],
    [" , ", 0],
    [null, 0],
    [undefined, 0],
    ["a,b,c,d,e,f,g,h,i,j,k", 11],
  ])("%j counts each code, when validated or ordered with", async (codes, count) => {
    for (const [path, body] of [
      ["/coupons/validate", { code: codes }],
      ["/orders", { cart_id: NOWHERE, customer_name: "A", customer_phone: "0550123456", coupon_code: codes }],
    ] as const) {
      const shop = await limitedShop(12);
      await shop.post(path, body);

      expect([path, await codesLeft(shop)]).toEqual([path, 12 - count]);
    }
  });

  test.each([
    [{ cart_total: 100, customer_phone: "0550123456" }, 1],
    [{ cart_total: 100, customer_email: "a@example.dz", code: " , " }, 1],
    [{ cart_total: 100, customer_phone: "0550123456", customer_email: "a@example.dz", code: "a,b" }, 2],
    [{ cart_total: 100, customer_phone: " ", customer_email: "" }, 0],
  ])("count each check of a customer's earlier orders: %j counts as %i", async (body, count) => {
    const shop = await limitedShop(5);
    expect((await shop.post("/coupons/validate", body)).status).toBe(200);

    expect(await codesLeft(shop)).toBe(5 - count);
  });

  test("in failing orders are refused in the end, and orders without a code go on", async () => {
    const shop = await limitedShop(3);
    await shop.transact((db) =>
      createPromotion(db, { title: "Half", code: "HALF", discount_type: "percentage", discount_value: 5000 }),
    );
    const { id: product_id } = await shop.product({ stock: 100 });
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    const guesses = [];
    for (const coupon_code of ["A", "B,C", "HALF"]) guesses.push(await order(shop, cart, { coupon_code }));

    expect(guesses.map(({ body }) => body.code)).toEqual([
      "coupon_not_applicable",
      "coupon_not_applicable",
      "rate_limited",
    ]);
    expect(Number(guesses[2]?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await order(shop, cart)).status).toBe(201);
  });

  test("are counted whatever a field holds that the route does not read", async () => {
    for (const code of ["", "y", 5, {}, { toString: 5 }]) {
      const shop = await limitedShop(3);
      const cart = await cartWith(shop);

      await order(shop, cart, { code, coupon_code: "a,b,c" });

      expect(await order(shop, cart, { code, coupon_code: "d" })).toMatchObject(LIMITED);
    }
  });

  test("are at most ten in one request, and a repeated code counts once", async () => {
    const shop = await openShop();
    const codes = (count: number) => Array.from({ length: count }, (_, i) => `code${i}`).join(", ");
    const { id: product_id } = await shop.product();
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    const tooMany = { status: 422, body: { code: "invalid_value", detail: "At most 10 codes can be used at once." } };

    expect(await shop.post("/coupons/validate", { code: codes(11) })).toMatchObject(tooMany);
    expect(await order(shop, cart, { coupon_code: codes(11) })).toMatchObject(tooMany);
    expect(await shop.post("/coupons/validate", { code: `${codes(10)}, CODE9,,` })).toMatchObject({ status: 200 });
    expect(await order(shop, cart, { coupon_code: `${codes(10)}, CODE9` })).toMatchObject({
      body: { code: "coupon_not_applicable" },
    });
  });
});

describe("guesses of a password", () => {
  const spellings = ["ami\u00e9@b.dz", "ami\u0065\u0301@b.dz", " AMI\u00c9@B.DZ", "\tAmiE\u0301@b.dz "];

  test("count for the account, in any spelling of its e-mail", async () => {
    const via = await buildTestApp({ RATE_LIMIT_SIGN_INS_PER_EMAIL: spellings.length });
    const shop = await openShop({ via });
    const statuses = [];
    for (const email of [...spellings, ...spellings]) {
      statuses.push((await shop.post("/auth/login", { email, password: "x" })).status);
    }

    expect(statuses).toEqual([...spellings.map(() => 401), ...spellings.map(() => 429)]);
    expect((await shop.post("/auth/login", { email: "amie@b.dz", password: "x" })).status).toBe(401);
  });

  test("count for the account of one store, not for that of another store with the same e-mail", async () => {
    const via = await buildTestApp({ RATE_LIMIT_SIGN_INS_PER_EMAIL: 1 });
    const [one, other] = [await openShop({ via }), await openShop({ via })];
    const signIn = async (shop: Shop) => (await shop.post("/auth/login", { email: "a@b.dz", password: "x" })).status;

    expect([await signIn(one), await signIn(one), await signIn(other)]).toEqual([401, 429, 401]);
  });

  test("count for sign-up and sign-in of one account together", async () => {
    const shop = await openShop();
    const account = { password: "long enough", full_name: "A" };
    const made = await shop.post("/auth/signup", { ...account, email: spellings[0] });

    for (const email of spellings) {
      expect(await shop.post("/auth/signup", { ...account, email })).toMatchObject({ body: { code: "email_taken" } });
      const { status, body } = await shop.post("/auth/login", { ...account, email });
      expect([email, status, body.customer]).toEqual([email, 200, made.body.customer]);
    }
  });
});
