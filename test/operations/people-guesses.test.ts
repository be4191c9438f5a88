import { beforeEach, describe, expect, test } from "vitest";
import { hasScope, SCOPES, SEES_PEOPLE } from "../../src/core/scopes.ts";
import { openShop, type Shop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { call, post } from "../support/operations.ts";
import { ordered } from "../support/selling.ts";

/** What a key without customers:read may not find out by what it sends. */

const BLIND = SCOPES.filter((scope) => !hasScope([scope], SEES_PEOPLE));
const ORDER = { items: [{ item: "LAMP", quantity: 1 }], customer_name: "Karim", customer_phone: "0550 12 34 56" };

let shop: Shop;
let blind: string;
let lamp: { id: string };
beforeEach(async () => {
  shop = await openShop();
  lamp = await shop.product({ name: "Lamp", variants: [{ sku: "LAMP", inventory_quantity: 50 }] });
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

describe("a promotion that is limited per customer", () => {
  const promote = (given: object) =>
    call(shop, "promotions_save", { title: "Ten", discount_type: "percentage", discount_value: 10, ...given });
  const FIRST = { ...ORDER, customer_phone: "0550 99 99 99" };

  test("cannot be tried by its code, so that nobody's purchases are found", async () => {
    await promote({ code: "ONCE", usage_limit_per_customer: 1 });
    await promote({ code: "LARGE", min_order_amount: 100_000 });
    const with_ = (of: object, coupon_code: string) => ({ ...of, coupon_code });
    expect((await call(shop, "orders_create", with_(ORDER, "ONCE"))).problem).toBeUndefined();

    for (const args of [ORDER, FIRST].map((of) => ({ ...with_(of, "once"), dry_run: true }))) {
      for (const problem of [
        (await call(shop, "orders_create", args, blind)).problem,
        (await post({ secret_key: blind }, "orders_create", args)).body,
      ]) {
        expect(problem).toMatchObject({
          code: "coupon_not_applicable",
          errors: [{ path: "coupon_code", message: expect.stringContaining("customers:read") }],
          allowed: ["customers:read"],
        });
      }
    }
    const other = (await call(shop, "orders_create", with_(FIRST, "LARGE"), blind)).problem;
    expect(other?.detail).toMatch(/99,000 more/);
    expect((await call(shop, "orders_create", with_(FIRST, "ONCE"))).problem).toBeUndefined();
  });

  test("is not applied by itself, neither to a new order nor to a changed one", async () => {
    await promote({ usage_limit_per_customer: 1 });
    const take = async (of: object, key?: string) => (await call(shop, "orders_create", of, key)).data;
    expect((await take(ORDER)).discount).toBeGreaterThan(0);

    const guesses = [await take(ORDER, blind), await take(FIRST, blind)];
    expect(guesses.map(({ discount }) => discount)).toEqual([0, 0]);
    for (const { order_number: order } of guesses) {
      const items = [{ line: "LAMP", quantity: 2 }];
      const { data } = await call(shop, "orders_update", { order, items, dry_run: true }, blind);
      expect(JSON.stringify(data.changes)).not.toContain("discount");
    }
    expect((await take(FIRST)).discount).toBeGreaterThan(0);
  });

  test("stays on an order that has it", async () => {
    await promote({ usage_limit_per_customer: 1 });
    const { data } = await call(shop, "orders_create", ORDER);

    const items = [{ line: "LAMP", quantity: 2 }];
    const changed = await call(shop, "orders_update", { order: data.order_number, items }, blind);

    expect(changed.data.discount).toBe(2 * data.discount);
  });
});

test("a cart with a contact is not found by an order with a guessed phone number", async () => {
  const { headers } = await customerOf(shop);
  const cart = (await shop.post("/cart", {}, headers)).body.id;
  await shop.post(`/cart/${cart}/items`, { product_id: lamp.id, quantity: 1 }, headers);
  const abandoned = async (key?: string) => (await call(shop, "carts_abandoned", { min_hours: 0 }, key)).data.total;
  expect(await abandoned(blind)).toBe(1);

  await call(shop, "orders_create", ORDER, blind);

  expect([await abandoned(blind), await abandoned()]).toEqual([1, 0]);
});

test("where an order goes is not found by a carrier that serves a guessed region", async () => {
  const own = await openShop({ country: "FR" });
  const { id } = await own.product();
  const buyer = { customer_wilaya: "Provence", customer_phone: "+213550123456" };
  const order = (await ordered(own, [{ product_id: id, quantity: 1 }], buyer)).order_number;
  await call(own, "orders_confirm", { order });
  const key = await keyFor(own, "orders:write", "settings:write");
  for (const name of ["Provence", "Bretagne"]) await call(own, "carriers_save", { name, regions: [name] }, key);

  const ship = async (carrier: string, by?: string) =>
    (await call(own, "orders_ship", { order, carrier, dry_run: true }, by)).text;

  expect((await ship("Provence", key)).replace("Provence", "")).toBe(
    (await ship("Bretagne", key)).replace("Bretagne", ""),
  );
  expect(await ship("Bretagne")).toContain("does not serve");
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

describe("an idempotency key of an API key", () => {
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
    expect((await call(shop, "orders_create", once)).problem).toBeUndefined();
  });

  test("is not answered to another one, whatever that may do", async () => {
    const first = await call(shop, "orders_create", { ...once, idempotency_key: "two" });
    for (const scopes of [SCOPES, ["orders:write", "customers:read"] as const]) {
      const other = await call(
        shop,
        "orders_create",
        { ...once, idempotency_key: "two" },
        await keyFor(shop, ...scopes),
      );
      expect(other.problem?.code).toBe("idempotency_key_reused");
      expect(JSON.stringify(other)).not.toContain(first.data.order_number);
    }
  });
});
