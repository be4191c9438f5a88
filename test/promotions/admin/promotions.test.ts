import { describe, expect, test } from "vitest";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { at, categoryIn, entries, refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { ordered } from "../../support/selling.ts";

const save = (shop: Shop, args: object) => runTool(shop, "promotions_save", args);
const refusedSave = (shop: Shop, args: object) => refused(shop, "promotions_save", args);
const percent = (given: object = {}) => ({
  title: "Promo",
  discount_type: "percentage",
  discount_value: 10,
  ...given,
});
const discountedPrice = async (shop: Shop, slug: string) => (await seen(shop, `/products/${slug}`)).discounted_price;

/** The answer of `POST /coupons/validate` for a code and a number of units of a product. */
const validateCode = async (shop: Shop, code: string, product_id: string, quantity = 1) =>
  (await shop.post("/coupons/validate", { code, items: [{ product_id, quantity }] })).body;

describe("promotions_save", () => {
  // biome-ignore format: a table
  test.each([
    ["a percentage", { discount_type: "percentage", discount_value: 12.5 }, 875, 4 * 125],
    ["a percentage with two decimals", { discount_type: "percentage", discount_value: 33.33 }, 666.7, 1333.2],
    ["the whole price", { discount_type: "percentage", discount_value: 100 }, 0, 4000],
    ["a percentage with a maximum amount", { discount_type: "percentage", discount_value: 50, max_discount_amount: 99.99 }, 900.01, 99.99],
    ["a fixed amount", { discount_type: "fixed_amount", discount_value: 250.5 }, 749.5, 250.5],
    ["a fixed amount above the price", { discount_type: "fixed_amount", discount_value: 9000 }, 0, 4000],
    ["free units", { discount_type: "buy_x_get_y", buy_quantity: 1, get_quantity: 1 }, null, 2000],
    ["units at a reduced price", { discount_type: "buy_x_get_y", discount_value: 50, buy_quantity: 3, get_quantity: 1 }, null, 500],
    ["the delivery cost", { discount_type: "free_shipping" }, null, 0],
    ["from a minimum amount", { discount_type: "percentage", discount_value: 10, min_order_amount: 4000 }, null, 400],
    ["from a minimum quantity", { discount_type: "percentage", discount_value: 10, min_quantity: 4 }, null, 400],
  ])("discounts %s: on the product card, by a code and in an order", async (_, given, price, discount) => {
    const shop = await openShop();
    await shop.transact((db) => saveShippingRates(db, [{ region: "*", method: "home", price: 40_000, free_above: null }]));
    const { id, slug } = await shop.product({ stock: 20 });
    const wanted = [{ product_id: id, quantity: 4 }];
    const isDelivery = given.discount_type === "free_shipping";
    const costs = { subtotal: 4000, discount, shipping_cost: isDelivery ? 0 : 400, total: 4400 - discount - (isDelivery ? 400 : 0) };

    const automatic = await save(shop, { title: "Auto", ...given });
    expect(automatic).toMatchObject({ ...given, promotion_type: "automatic", state: "running", uses: 0 });
    expect(await discountedPrice(shop, slug)).toBe(price);
    expect(await ordered(shop, wanted)).toMatchObject({ ...costs, applied_discounts: [{ id: automatic.id }] });
    const stop = { promotion: automatic.id, is_active: false };
    const stale = { ...stop, expected_updated_at: "2020-01-01T00:00:00Z" };
    expect(await refused(shop, "promotions_save", stale)).toMatchObject({ code: "stale" });
    await runTool(shop, "promotions_save", { ...stop, expected_updated_at: automatic.updated_at });
    expect(await discountedPrice(shop, slug)).toBeNull();

    const coupon = await save(shop, { title: "Coupon", code: " Été25 ", ...given });
    expect(coupon).toMatchObject({ ...given, code: "Été25", promotion_type: "coupon" });
    expect(await discountedPrice(shop, slug)).toBeNull();
    expect(await validateCode(shop, "ÉTÉ25", id, 4)).toMatchObject({ valid: true });
    expect(await ordered(shop, wanted)).toMatchObject({ discount: 0 });
    expect(await ordered(shop, wanted, { coupon_code: "été25" })).toMatchObject(costs);
  });

  test("applies to the products, collections or categories that are named by id, slug or SKU", async () => {
    const shop = await openShop();
    const category_id = await categoryIn(shop, "tapis", "Tapis");
    const slugs: string[] = [];
    for (const [i, more] of [{}, { category_id }, {}, {}].entries()) {
      slugs.push((await shop.product({ sku: `SKU-${i}`, ...more })).slug);
    }
    const [by = "", inCategory = "", inCollection = "", none = ""] = slugs;
    const { id } = await runTool(shop, "collections_save", { title: "Choix", products: [inCollection] });
    const lowered = async () => {
      const prices = await Promise.all(slugs.map((slug) => discountedPrice(shop, slug)));
      return slugs.filter((_, i) => prices[i] !== null);
    };

    const made = await save(shop, percent({ target_type: "products", targets: ["SKU-0"] }));
    expect(await lowered()).toEqual([by]);
    const change = (given: object) => save(shop, { promotion: made.id, ...given });
    await change({ targets: [by, none] });
    expect(await lowered()).toEqual([by, none]);
    await change({ target_type: "categories", targets: ["tapis"] });
    expect(await lowered()).toEqual([inCategory]);
    await change({ target_type: "collections", targets: [id] });
    expect(await lowered()).toEqual([inCollection]);
    await change({ title: "Same targets" });
    expect(await lowered()).toEqual([inCollection]);
    await change({ target_type: "store" });
    expect(await lowered()).toEqual(slugs);
    const twice = await change({ target_type: "products", targets: ["SKU-0", by, by] });
    expect(twice.target_ids).toHaveLength(1);
  });

  test("is active from its start until its end in the store's time zone", async () => {
    const shop = await openShop();
    const { slug } = await shop.product();
    const days = { starts_at: "2026-03-10", expires_at: "2026-03-12T12:30" };
    const { id } = await at("2026-03-01T00:00:00Z", () => save(shop, percent(days)));
    const state = async (time: string) =>
      at(time, async () => {
        const { data } = await runTool(shop, "promotions_search");
        return [data[0].state, await discountedPrice(shop, slug)];
      });

    expect(await state("2026-03-09T22:59:59.999Z")).toEqual(["scheduled", null]);
    expect(await state("2026-03-09T23:00:00.000Z")).toEqual(["running", 900]);
    expect(await state("2026-03-12T11:29:59.999Z")).toEqual(["running", 900]);
    expect(await state("2026-03-12T11:30:00.000Z")).toEqual(["expired", null]);
    await save(shop, { promotion: id, expires_at: null });
    expect(await state("2027-01-01T00:00:00Z")).toEqual(["running", 900]);
    await save(shop, { promotion: id, starts_at: "2030-01-01T00:00:00+05:00" });
    expect(await state("2029-12-31T18:59:59Z")).toEqual(["scheduled", null]);
    expect(await state("2029-12-31T19:00:00Z")).toEqual(["running", 900]);
  });

  // biome-ignore format: a table
  test.each([
    [{ title: " " }, "title"],
    [{ title: undefined }, "title"],
    [{ discount_type: undefined }, "discount_type"],
    [{ discount_value: undefined }, "discount_value"],
    [{ discount_value: 0 }, "discount_value"],
    [{ discount_value: 100.01 }, "discount_value"],
    [{ discount_value: 10.001 }, "discount_value"],
    [{ discount_value: -1 }, "discount_value"],
    [{ discount_type: "fixed_amount", discount_value: 1.234 }, "discount_value"],
    [{ discount_type: "fixed_amount", discount_value: 0 }, "discount_value"],
    [{ discount_type: "buy_x_get_y", buy_quantity: 1, get_quantity: 1, discount_value: 101 }, "discount_value"],
    [{ discount_type: "buy_x_get_y", buy_quantity: 0, get_quantity: 1 }, "buy_quantity"],
    [{ discount_type: "buy_x_get_y", get_quantity: 1 }, "buy_quantity"],
    [{ discount_type: "buy_x_get_y", buy_quantity: 1 }, "get_quantity"],
    [{ discount_type: "percentage", discount_value: 10, buy_quantity: 2 }, "buy_quantity"],
    [{ discount_type: "fixed_amount", discount_value: 10, get_quantity: 2 }, "get_quantity"],
    [{ discount_type: "free_shipping", buy_quantity: 2 }, "buy_quantity"],
    [{ code: "" }, "code"],
    [{ code: "  " }, "code"],
    [{ code: "A,B" }, "code"],
    [{ code: "x".repeat(51) }, "code"],
    [{ min_order_amount: 9.999 }, "min_order_amount"],
    [{ max_discount_amount: 9.999 }, "max_discount_amount"],
    [{ max_discount_amount: -1 }, "max_discount_amount"],
    [{ min_quantity: 0 }, "min_quantity"],
    [{ usage_limit: 0 }, "usage_limit"],
    [{ usage_limit: 1.5 }, "usage_limit"],
    [{ usage_limit_per_customer: 0 }, "usage_limit_per_customer"],
    [{ starts_at: "2026-02-30" }, "starts_at"],
    [{ expires_at: "tomorrow" }, "expires_at"],
    [{ expires_at: "" }, "expires_at"],
    [{ starts_at: "2026-03-10", expires_at: "2026-03-09" }, "expires_at"],
    [{ starts_at: "2026-03-10T00:30:00+01:00", expires_at: "2026-03-09T23:30:00Z" }, "expires_at"],
    [{ target_type: "products" }, "targets"],
    [{ target_type: "categories", targets: [] }, "targets"],
    [{ targets: ["SKU"] }, "targets"],
  ])("refuses %j with the field, for a new promotion and a change", async (given, path) => {
    const shop = await openShop();
    expect((await refusedSave(shop, percent(given)))?.errors[0]?.path).toBe(path);

    const isOfNew = Object.values(given).includes(undefined);
    const { change_id: _, ...made } = await save(shop, percent());
    if (!isOfNew) {
      expect((await refusedSave(shop, { promotion: made.id, ...given }))?.errors[0]?.path).toBe(path);
    }
    const { data, total } = await runTool(shop, "promotions_search", { response_format: "detailed" });
    expect(total).toBe(1);
    expect(data[0]).toEqual({ ...made, currency: "DZD" });
  });

  test("lists unknown targets", async () => {
    const shop = await openShop();
    for (const [target_type, code] of [
      ...[
        ["products", "product_not_found"],
        ["collections", "collection_not_found"],
        ["categories", "category_not_found"],
      ],
    ] as const) {
      const refusal = await refusedSave(shop, percent({ target_type, targets: ["nowhere"] }));
      expect(refusal).toMatchObject({ code, detail: expect.stringContaining("nowhere") });
    }
  });

  test("a change of the discount type requires its values, and removes the values of the former type", async () => {
    const shop = await openShop();
    const { id } = await save(shop, percent());
    const change = (given: object) => save(shop, { promotion: id, ...given });
    const missing = { code: "invalid_value", errors: [{ path: "discount_value" }] };

    expect(await refusedSave(shop, { promotion: id, discount_type: "fixed_amount" })).toMatchObject(missing);
    expect(await change({ discount_type: "fixed_amount", discount_value: 200.5 })).toMatchObject({
      discount_value: 200.5,
    });
    expect(await refusedSave(shop, { promotion: id, discount_type: "percentage" })).toMatchObject(missing);
    expect(await change({ discount_type: "buy_x_get_y", buy_quantity: 2, get_quantity: 1 })).toMatchObject({
      discount_value: 100,
      buy_quantity: 2,
      get_quantity: 1,
    });
    expect(await change({ get_quantity: 3 })).toMatchObject({ buy_quantity: 2, get_quantity: 3, discount_value: 100 });
    expect(await change({ discount_type: "free_shipping" })).toMatchObject({
      discount_value: 0,
      buy_quantity: 0,
      get_quantity: 0,
    });
    expect(await refusedSave(shop, { promotion: id, discount_type: "percentage" })).toMatchObject(missing);
    expect(await change({ discount_type: "percentage", discount_value: 5 })).toMatchObject({ discount_value: 5 });
  });

  test("a coupon becomes automatic without a code, and a coupon again with one", async () => {
    const shop = await openShop();
    const { id, slug } = await shop.product();
    await save(shop, percent({ code: "SOLDE" }));

    await save(shop, { promotion: " solde ", code: null });
    expect(await discountedPrice(shop, slug)).toBe(900);
    expect(await validateCode(shop, "SOLDE", id)).toMatchObject({ valid: false });
    const last = (await entries(shop)).at(-1);
    expect([last?.before, last?.after]).toEqual([
      { code: "SOLDE", promotion_type: "coupon" },
      { code: null, promotion_type: "automatic" },
    ]);
    expect(await refused(shop, "promotions_save", { promotion: "SOLDE", is_active: true })).toMatchObject({
      code: "promotion_not_found",
    });
  });

  test("a code is unique ignoring case, also with ten concurrent requests", async () => {
    const shop = await openShop();
    const take = () => call(shop, "promotions_save", percent({ code: "Été" }));

    const calls = await Promise.all(Array.from({ length: 10 }, take));

    expect(calls.flatMap(({ problem }) => problem?.code ?? [])).toEqual(Array(9).fill("code_taken"));
    const { id } = await save(shop, percent({ code: "OTHER" }));
    for (const code of ["ÉTÉ", "été", " E\u0301te\u0301 "]) {
      expect(await refusedSave(shop, { promotion: id, code })).toMatchObject({
        code: "code_taken",
        errors: [{ path: "code" }],
      });
    }
    expect(await save(shop, { promotion: "été", code: "ÉTÉ" })).toMatchObject({ code: "ÉTÉ" });
    expect(await save(await openShop(), percent({ code: "Été" }))).toMatchObject({ code: "Été" });
  });

  test("refuses an outdated expected_updated_at; a dry run and a retry create nothing more", async () => {
    const shop = await openShop();
    const wanted = percent({ code: "SOLDE", idempotency_key: "one" });
    expect(await save(shop, { ...wanted, dry_run: true })).toMatchObject({
      changes: [{ label: "SOLDE", before: null }],
    });
    const { id, updated_at } = await save(shop, wanted);
    expect(await save(shop, wanted)).toMatchObject({ id, replayed: true });

    await save(shop, { promotion: id, discount_value: 20, expected_updated_at: updated_at });
    expect(
      await refusedSave(shop, { promotion: id, discount_value: 30, expected_updated_at: "2026-01-01" }),
    ).toMatchObject({
      code: "stale",
    });
    const { data, total } = await runTool(shop, "promotions_search", { promotion_type: "coupon" });
    expect([total, data[0].discount_value]).toEqual([1, 20]);
  });

  test("combinable promotions are applied together, others are not; discoverable ones are listed", async () => {
    const shop = await openShop();
    const { id, slug } = await shop.product();
    const one = await save(shop, percent({ is_combinable: true, is_discoverable: true, message: "Dix" }));
    await save(shop, percent({ is_combinable: true, discount_value: 50 }));

    expect(await discountedPrice(shop, slug)).toBe(450);
    await save(shop, { promotion: one.id, is_combinable: false });
    expect(await discountedPrice(shop, slug)).toBe(500);
    const shown = async () =>
      (await validateCode(shop, "", id)).available_promotions.map((info: { id: string }) => info.id);
    expect(await shown()).toEqual([one.id]);
    await save(shop, { promotion: one.id, is_discoverable: false });
    expect(await shown()).toEqual([]);
  });
});
