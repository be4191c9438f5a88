import { describe, expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { entries, refused, runConfirmedTool, runTool, seen } from "../../support/mcp-tasks.ts";
import { call, previewTool } from "../../support/operations.ts";
import { cartWith, expectInvariants, order, ordered } from "../../support/selling.ts";

/** Opens a store with a coupon of ten percent, and returns functions to use and change it. */
async function openShopWithCoupon(given: object = {}) {
  const shop = await openShop();
  const { id } = await shop.product({ stock: 1000 });
  const coupon = { title: "Coupon", code: "TEN", discount_type: "percentage", discount_value: 10, ...given };
  const promotion = await runTool(shop, "promotions_save", coupon);
  const use = (i = 0) =>
    ordered(shop, [{ product_id: id, quantity: 1 }], { coupon_code: "ten", customer_phone: `05501234${10 + i}` });
  const change = (args: object) => call(shop, "promotions_save", { promotion: promotion.id, ...args });
  const uses = async () => (await runTool(shop, "promotions_search", { response_format: "detailed" })).data[0]?.uses;
  return { shop, product_id: id, promotion, use, change, uses };
}

const repeat = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

describe("usage limits", () => {
  test.each([{ usage_limit: 40 }, { usage_limit_per_customer: 1 }])(
    "%j that is set during thirty concurrent orders counts each of them",
    async (limit) => {
      const { shop, use, change, uses } = await openShopWithCoupon();

      const [changed] = await Promise.all([change(limit), repeat(30, use)]);

      expect(changed.problem).toBeUndefined();
      expect(await uses()).toBe(30);
      await expectInvariants(shop);
    },
  );

  test("count all uses when they are removed and set again during orders", async () => {
    const { shop, use, change, uses } = await openShopWithCoupon({ usage_limit: 100 });
    const toggleLimit = async () => {
      for (const usage_limit of [null, 60, null, 50, null, 40]) await change({ usage_limit });
    };

    await Promise.all([toggleLimit(), repeat(30, use)]);

    expect(await uses()).toBe(30);
    expect((await change({ usage_limit: 30 })).data).toMatchObject({ state: "used_up" });
    await expectInvariants(shop);
  });

  test("count the orders that are not cancelled when they are set during cancellations", async () => {
    const { shop, use, change, uses } = await openShopWithCoupon();
    const orders = await repeat(30, use);
    const toggleLimit = async () => {
      for (const usage_limit of [40, null, 39, null, 38]) await change({ usage_limit });
    };

    await Promise.all([toggleLimit(), repeat(20, (i) => call(shop, "orders_cancel", { order: orders[i].id }))]);

    expect(await uses()).toBe(10);
    await expectInvariants(shop);
  });

  test("cannot be below the number of uses; a cancelled order releases one", async () => {
    const { shop, use, change } = await openShopWithCoupon();
    const [first] = await repeat(3, use);
    const tooLow = { code: "invalid_value", errors: [{ path: "usage_limit", message: expect.stringContaining("3") }] };

    expect((await change({ usage_limit: 2 })).problem).toMatchObject(tooLow);
    expect((await change({ usage_limit: 3 })).data).toMatchObject({ usage_limit: 3, uses: 3, state: "used_up" });
    await runTool(shop, "orders_cancel", { order: first.id });
    expect((await change({ usage_limit: 2 })).data).toMatchObject({ uses: 2, state: "used_up" });
    expect((await change({ usage_limit: null })).data).toMatchObject({ uses: 2, state: "running" });
    await use(5);
    await expectInvariants(shop);
  });

  test("count an order that came back", async () => {
    const { shop, use, uses } = await openShopWithCoupon({ usage_limit: 1 });
    const { id, order_number } = await use();
    for (const move of ["orders_confirm", "orders_ship"]) await runTool(shop, move, { order: id });
    await runTool(shop, "orders_return", { order: id, reason: "refused" });

    expect((await seen(shop, `/orders/${order_number}`)).status).toBe("returned");
    expect(await uses()).toBe(1);
    await expectInvariants(shop);
  });

  test("are never exceeded when they are lowered during orders", async () => {
    const { shop, product_id, change, uses } = await openShopWithCoupon({ usage_limit: 100 });
    const attempt = async (i: number) =>
      order(shop, await cartWith(shop, { product_id, quantity: 1 }), {
        coupon_code: "TEN",
        customer_phone: `05501234${10 + i}`,
      });

    const [lowered, placed] = await Promise.all([change({ usage_limit: 5 }), repeat(30, attempt)]);

    const worked = placed.filter(({ status }) => status === 201).length;
    expect(await uses()).toBe(worked);
    if (lowered.problem) expect(lowered.problem.errors[0]?.path).toBe("usage_limit");
    else expect(worked).toBe(5);
    await expectInvariants(shop);
  });
});

describe("stopping and deleting a promotion", () => {
  test("a stopped coupon is refused until it is active again, and stopping it again changes nothing", async () => {
    const { shop, product_id, use } = await openShopWithCoupon();
    const set = (is_active: boolean) => call(shop, "promotions_save", { promotion: "ten", is_active });

    expect((await set(false)).text).toBe("Changed the promotion TEN; it is off.");
    await set(false);
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    expect((await order(shop, cart, { coupon_code: "TEN" })).body).toMatchObject({ code: "coupon_not_applicable" });
    expect((await set(true)).text).toBe("Changed the promotion TEN; it is running.");
    await use();
    const log = await entries(shop, "promotions_save");
    expect(log.slice(1).map(({ after }) => after)).toEqual([
      { is_active: false, state: "off" },
      { is_active: true, state: "running" },
    ]);
  });

  test("orders keep the discount of a deleted promotion and can still be cancelled", async () => {
    const { shop, use } = await openShopWithCoupon({ usage_limit: 5 });
    const { id, order_number } = await use();

    expect(await runTool(shop, "catalog_delete", { kind: "promotion", item: "TEN", dry_run: true })).toMatchObject({
      changes: [{ entity: "promotion", label: "TEN", after: null }],
    });
    await runConfirmedTool(shop, "catalog_delete", { kind: "promotion", item: "TEN" });

    const kept = { discount: 100, total: 900, applied_discounts: [{ code: "TEN", discount_amount: 100 }] };
    expect(await seen(shop, `/orders/track/${order_number}`)).toMatchObject(kept);
    expect(await refused(shop, "catalog_delete", { kind: "promotion", item: "TEN" })).toMatchObject({
      code: "promotion_not_found",
    });
    await runTool(shop, "promotions_save", {
      title: "Again",
      code: "TEN",
      discount_type: "fixed_amount",
      discount_value: 1,
      usage_limit: 1,
    });
    await runTool(shop, "orders_cancel", { order: id });
    expect(await seen(shop, `/orders/track/${order_number}`)).toMatchObject({ ...kept, status: "cancelled" });
    await use(1);
    await expectInvariants(shop);
  });

  test("an order during the deletion of its promotion gets the discount, or is refused because the code is unknown", async () => {
    const { shop, product_id } = await openShopWithCoupon({ usage_limit: 100 });
    const attempt = async () => order(shop, await cartWith(shop, { product_id, quantity: 1 }), { coupon_code: "TEN" });

    const remove = await previewTool(shop, "catalog_delete", { kind: "promotion", item: "TEN" });
    const [, placed] = await Promise.all([remove(), repeat(20, attempt)]);

    for (const { status, body } of placed) {
      if (status === 201) expect(body.discount).toBe(100);
      else expect(body.code).toBe("coupon_not_applicable");
    }
    await expectInvariants(shop);
  });
});

describe("promotions_search", () => {
  test("finds by words of the title, code, state and type, with paging", async () => {
    const { shop } = await openShopWithCoupon({ title: "Fête de l'Aïd" });
    const make = (given: object) =>
      runTool(shop, "promotions_save", { discount_type: "percentage", discount_value: 5, ...given });
    await make({ title: "Soldes", is_active: false });
    await make({ title: "Later", starts_at: "2099-01-01" });
    await make({ title: "Before", expires_at: "2020-01-01" });
    const titles = async (args: object) => {
      const { data, total } = await runTool(shop, "promotions_search", args);
      expect(total).toBe(data.length);
      return data.map(({ title }: { title: string }) => title);
    };

    for (const query of ["aïd", "FÊTE AID", "tEn"]) expect(await titles({ query })).toEqual(["Fête de l'Aïd"]);
    expect(await titles({ query: "te" })).toEqual(["Later", "Fête de l'Aïd"]);
    expect(await titles({ query: "%" })).toEqual([]);
    expect(await titles({ query: " " })).toHaveLength(4);
    expect(await titles({ state: "running" })).toEqual(["Fête de l'Aïd"]);
    expect(await titles({ state: "off" })).toEqual(["Soldes"]);
    expect(await titles({ state: "scheduled" })).toEqual(["Later"]);
    expect(await titles({ state: "expired" })).toEqual(["Before"]);
    expect(await titles({ promotion_type: "coupon" })).toEqual(["Fête de l'Aïd"]);
    const page = await runTool(shop, "promotions_search", { limit: 3 });
    expect(page.data).toHaveLength(3);
    const last = await runTool(shop, "promotions_search", { limit: 3, cursor: page.next_cursor });
    expect(last).toMatchObject({ total: 4, data: [{ title: "Fête de l'Aïd" }], next_cursor: null });
  });
});
