import { beforeEach, describe, expect, test } from "vitest";
import { hasScope, SCOPES, SEES_PEOPLE } from "../../src/core/scopes.ts";
import { openShop, type Shop } from "../support/app.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { call, post } from "../support/operations.ts";
import { ordered } from "../support/selling.ts";

/** What a key without customers:read may not find out by what it sends. */

const BLIND = SCOPES.filter((scope) => !hasScope([scope], SEES_PEOPLE));
const ORDER = { items: [{ item: "LAMP", quantity: 1 }], customer_name: "Karim", customer_phone: "0550 12 34 56" };

let shop: Shop;
let blind: string;
beforeEach(async () => {
  shop = await openShop();
  await shop.product({ name: "Lamp", variants: [{ sku: "LAMP", inventory_quantity: 50 }] });
  blind = await keyFor(shop, ...BLIND);
});

describe("a region that a shopper typed", () => {
  const TYPED = "Derrière chez Xanthippe";
  const place = async (of: Shop, customer_wilaya: string, given: object = {}): Promise<string> => {
    const { id } = await of.product({ name: "Rug" });
    return (await ordered(of, [{ product_id: id, quantity: 1 }], { customer_wilaya, ...given })).order_number;
  };

  test("is in no answer; a wilaya that was recognised is shown by its code", async () => {
    const order = await place(shop, TYPED, { customer_commune: "Bir El Djir" });
    const answers = [
      await call(shop, "orders_search", {}, blind),
      await call(shop, "orders_search", { response_format: "detailed" }, blind),
      await call(shop, "orders_get", { order }, blind),
      await call(shop, "orders_get", { order, response_format: "detailed" }, blind),
      await call(shop, "orders_update", { order, carrier: "Yalidine", dry_run: true }, blind),
      await call(shop, "orders_update", { order, customer_wilaya: "Alger", dry_run: true }, blind),
      await call(shop, "orders_update", { order, customer_wilaya: "Oran" }, blind),
      await call(shop, "changes_list", { of: order, response_format: "detailed" }, blind),
    ];

    for (const { data, problem } of answers) {
      expect(problem).toBeUndefined();
      expect(JSON.stringify(data)).not.toMatch(/xanthippe/i);
    }
    expect(answers[0]?.data.data).toMatchObject([{ customer_wilaya: null, wilaya_code: "31" }]);
    expect(answers[2]?.data).toMatchObject({ customer_wilaya: null, wilaya_code: "31" });
  });

  test.each(["DZ", "FR"])("cannot be guessed by changing it, in %s", async (country) => {
    const own = await openShop({ country });
    const order = await place(own, TYPED, { customer_phone: "+213550123456" });
    const { problem } = await call(
      own,
      "orders_update",
      { order, customer_wilaya: TYPED },
      await keyFor(own, "orders:write"),
    );
    expect(problem).toMatchObject({ code: "insufficient_scope", errors: [{ path: "customer_wilaya" }] });
  });
});

describe("why a coupon does not apply", () => {
  const coupon = (code: string, given: object = {}) =>
    call(shop, "promotions_save", { title: code, code, discount_type: "percentage", discount_value: 10, ...given });

  test("is not told to a key that may not see people, so that nobody's coupons are found", async () => {
    await coupon("ONCE", { usage_limit_per_customer: 1 });
    await coupon("LARGE", { usage_limit_per_customer: 1, min_order_amount: 100_000 });
    const with_ = (coupon_code: string) => ({ ...ORDER, coupon_code });
    expect((await call(shop, "orders_create", with_("ONCE"))).problem).toBeUndefined();

    const refusals = [];
    for (const code of ["ONCE", "LARGE", "NONE"]) {
      refusals.push((await call(shop, "orders_create", with_(code), blind)).problem);
      refusals.push((await post({ secret_key: blind }, "orders_create", with_(code))).body);
    }
    for (const problem of refusals) {
      expect(problem).toMatchObject({
        code: "coupon_not_applicable",
        detail: "The coupon does not apply. The reason needs the scope customers:read.",
        errors: [{ path: "coupon_code", message: "does not apply" }],
      });
    }
    const seen = (await call(shop, "orders_create", with_("ONCE"))).problem;
    expect(seen?.detail).toContain("ONCE");
  });
});

describe("whose order it is", () => {
  test("is not found by merging it with an order of a guessed phone number", async () => {
    const order = (await call(shop, "orders_create", ORDER)).data.order_number;

    for (const customer_phone of [ORDER.customer_phone, "0550 99 99 99"]) {
      const guess = (await call(shop, "orders_create", { ...ORDER, customer_phone }, blind)).data.order_number;
      const { problem } = await call(shop, "orders_merge", { order, with: guess, dry_run: true }, blind);
      expect(problem).toMatchObject({ code: "insufficient_scope", errors: [{ path: "with" }] });
    }
  });
});

describe("an idempotency key of a key that may not see people", () => {
  const once = { ...ORDER, idempotency_key: "one" };

  test("repeats the answer to the same key only", async () => {
    const first = await call(shop, "orders_create", once, blind);
    const retry = await call(shop, "orders_create", once, blind);
    const other = await call(shop, "orders_create", once, await keyFor(shop, "orders:write"));

    expect(retry.data.order_number).toBe(first.data.order_number);
    expect(other.problem?.code).toBe("idempotency_key_reused");
  });

  test("does not confirm what another key sent", async () => {
    expect((await call(shop, "orders_create", once)).problem).toBeUndefined();

    const guesses = ["0550 12 34 56", "0550 99 99 99"].map((customer_phone) => ({ ...once, customer_phone }));
    const codes = [];
    for (const guess of guesses) codes.push((await call(shop, "orders_create", guess, blind)).problem?.code);

    expect(codes).toEqual(["idempotency_key_reused", "idempotency_key_reused"]);
    expect((await call(shop, "orders_create", once, await keyFor(shop, ...SCOPES))).problem).toBeUndefined();
  });
});
