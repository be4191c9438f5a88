import { beforeEach, describe, expect, test } from "vitest";
import { hasScope, SCOPES, SEES_PEOPLE } from "../../../src/core/scopes.ts";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { customerOf } from "../../support/customers.ts";
import { refused, runTool } from "../../support/mcp-tasks.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { order, ordered, promote } from "../../support/selling.ts";

/** A merchant asks why a coupon does not work for a customer: one call. */

const AMINA = { email: "amina@example.dz", full_name: "Amina", phone: "0550 12 34 56" };
const TENTH = { title: "Dix pour cent", code: "DIX", discount_type: "percentage" as const, discount_value: 1000 };

let shop: Shop;
let headers: { authorization: string };
let lamp: string;
let rug: string;
let cart: string;

/** Amina is signed in, and has two lamps of 2000 in her cart. */
beforeEach(async () => {
  shop = await openShop({ locale: "fr-DZ" });
  lamp = (await shop.product({ name: "Lampe", sku: "LAMP", price: 200_000, stock: 50 })).id;
  rug = (await shop.product({ name: "Tapis", slug: "tapis", sku: "RUG", price: 1_000_000, stock: 50 })).id;
  headers = (await customerOf(shop, AMINA)).headers;
  cart = (await shop.post("/cart", {}, headers)).body.id;
  await shop.post(`/cart/${cart}/items`, { product_id: lamp, quantity: 2 }, headers);
});

const why = (args: object, key?: string) => runTool(shop, "promotions_check", args, key);
const ofAmina = (code: string) => why({ code, customer: AMINA.email });
/** What the checkout says about her cart. */
const atCheckout = async (coupon_code: string) =>
  (await order(shop, cart, { customer_phone: AMINA.phone, coupon_code }, headers)).body.detail;

describe("why does this coupon not work for this customer?", () => {
  test("it works, for her open cart", async () => {
    await promote(shop, TENTH);
    expect(await ofAmina("dix")).toMatchObject({
      valid: true,
      reason: null,
      tried_on: "open_cart",
      subtotal: 4000,
      units: 2,
      discount: 400,
      applied: [{ code: "DIX", discount_amount: 400 }],
      promotion: { title: "Dix pour cent", state: "running", discount_value: 10, uses: 0 },
      used_by_customer: { uses: 0, orders: [] },
    });
  });

  test("the same phone number used it before", async () => {
    await promote(shop, { ...TENTH, usage_limit_per_customer: 1 });
    const line = { product_id: lamp, quantity: 1 };
    const used = await ordered(shop, [line], { customer_phone: "+213 550 123 456", coupon_code: "DIX" });
    await ordered(shop, [line], { customer_phone: "0770 99 99 99", coupon_code: "DIX" });

    const answer = await ofAmina("DIX");
    expect(answer).toMatchObject({
      valid: false,
      reason: "used_by_customer",
      discount: 0,
      promotion: { usage_limit_per_customer: 1, uses: 2 },
      used_by_customer: { uses: 1, orders: [{ order_number: used.order_number, status: "pending" }] },
    });
    expect(await atCheckout("DIX")).toBe(answer.message_for_shopper);
    const guest = { code: "DIX", items: [{ item: "LAMP", quantity: 1 }] };
    expect(await why({ ...guest, customer: "0770 99 99 99" })).toMatchObject({ reason: "used_by_customer" });
    expect(await why({ ...guest, phone: "0660 11 11 11" })).toMatchObject({
      valid: true,
      used_by_customer: { uses: 0 },
    });
    expect(await why(guest)).toMatchObject({ valid: true, used_by_customer: null });
  });

  test("an amount is missing", async () => {
    await promote(shop, { ...TENTH, min_order_amount: 500_050 });
    const answer = await ofAmina("DIX");
    expect(answer).toMatchObject({
      reason: "min_order_amount",
      missing_amount: 1000.5,
      promotion: { min_order_amount: 5000.5 },
      message_for_shopper: expect.stringContaining("Ajoutez"),
    });
    expect(await atCheckout("DIX")).toBe(answer.message_for_shopper);
  });

  test("units are missing", async () => {
    await promote(shop, { ...TENTH, min_quantity: 3 });
    expect(await ofAmina("DIX")).toMatchObject({ reason: "min_quantity", missing_units: 1 });
  });

  test("it has not started, has expired, is off, or is used up", async () => {
    const [past, future] = ["2020-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"];
    await promote(shop, { ...TENTH, code: "LATER", starts_at: future });
    await promote(shop, { ...TENTH, code: "OVER", starts_at: null, expires_at: past });
    await promote(shop, { ...TENTH, code: "OFF", is_active: false });
    await promote(shop, { ...TENTH, code: "ONCE", usage_limit: 1 });
    await ordered(shop, [{ product_id: lamp, quantity: 1 }], { customer_phone: "0770 99 99 99", coupon_code: "ONCE" });

    expect(await ofAmina("LATER")).toMatchObject({
      reason: "not_started",
      promotion: { state: "scheduled", starts_at: future },
    });
    expect(await ofAmina("OVER")).toMatchObject({
      reason: "expired",
      promotion: { state: "expired", expires_at: past },
    });
    expect(await ofAmina("OFF")).toMatchObject({ reason: "inactive", promotion: { state: "off" } });
    expect(await ofAmina("ONCE")).toMatchObject({
      reason: "used_up",
      promotion: { state: "used_up", usage_limit: 1, uses: 1 },
      used_by_customer: { uses: 0, orders: [] },
    });
    for (const code of ["LATER", "OVER", "OFF", "ONCE"]) {
      expect(await atCheckout(code)).toBe((await ofAmina(code)).message_for_shopper);
    }
  });

  test("it is for other products", async () => {
    await promote(shop, { ...TENTH, target_type: "products", target_ids: [rug] });
    expect(await ofAmina("DIX")).toMatchObject({
      reason: "no_match",
      promotion: { target_type: "products", targets: ["Tapis"], targets_count: 1 },
    });
    const items = [{ item: "RUG", quantity: 1 }];
    expect(await why({ code: "DIX", items })).toMatchObject({ valid: true, tried_on: "items", discount: 1000 });
  });

  test("another offer saves more", async () => {
    await promote(shop, TENTH);
    await promote(shop, { ...TENTH, title: "Soldes", code: null, discount_value: 3000, is_combinable: false });
    expect(await ofAmina("DIX")).toMatchObject({
      reason: "better_offer",
      discount: 1200,
      would_take_off: 400,
      applied: [{ code: null, title: "Soldes", discount_amount: 1200 }],
    });
  });

  test("it works, and what free delivery saves is said only when delivery costs the same everywhere", async () => {
    await promote(shop, { title: "Port", code: "PORT", discount_type: "free_shipping" });
    const items = [{ item: "LAMP", quantity: 1 }];
    const home = (region: string, price: number) => ({ region, method: "home" as const, price, free_above: null });
    const checkedWith = async (...rates: ReturnType<typeof home>[]) => {
      await shop.transact((db) => saveShippingRates(db, rates));
      return why({ code: "PORT", items });
    };

    expect(await checkedWith(home("*", 80_000))).toMatchObject({
      shipping_discount: 800,
      explanation: expect.stringMatching(/save .*800/),
    });
    const unknown = await checkedWith(home("*", 80_000), home("16", 40_000));
    expect(unknown).toMatchObject({ valid: true, shipping_discount: null, explanation: "Port: Free delivery" });
  });

  test("there is no such code; close ones are named", async () => {
    await promote(shop, { ...TENTH, code: "BIENVENUE10", title: "Premier achat" });
    await promote(shop, { ...TENTH, code: "RAMADAN" });
    expect(await ofAmina("BIENVENU10")).toMatchObject({
      valid: false,
      reason: "unknown",
      promotion: null,
      used_by_customer: null,
      close_codes: ["BIENVENUE10"],
    });
  });

  test("there is nothing to take it off: no cart, or nothing that is published", async () => {
    await promote(shop, TENTH);
    await runTool(shop, "products_set_status", { products: ["tapis"], status: "draft" });
    expect(await why({ code: "DIX", phone: "0770 99 99 99" })).toMatchObject({ reason: "empty", tried_on: "nothing" });
    expect(await why({ code: "DIX", items: [{ item: "RUG", quantity: 1 }] })).toMatchObject({
      reason: "empty",
      tried_on: "items",
      unpublished: ["RUG"],
    });
  });
});

describe("a question about a coupon", () => {
  test("is refused with what to correct", async () => {
    const question = (args: object) => refused(shop, "promotions_check", { code: "DIX", ...args });
    expect(await question({ code: "DIX,ETE" })).toMatchObject({ errors: [{ path: "code" }] });
    expect(await question({ code: " " })).toMatchObject({ errors: [{ path: "code" }] });
    expect(await question({ customer: "nobody" })).toMatchObject({ code: "customer_not_found" });
    expect(await question({ phone: "12" })).toMatchObject({ errors: [{ path: "phone" }] });
    expect(await question({ email: "amina" })).toMatchObject({ errors: [{ path: "email" }] });
    expect(await question({ items: [{ item: "NONE", quantity: 1 }] })).toMatchObject({ code: "variant_not_found" });
  });

  test("names a person only by a key that may see people", async () => {
    await promote(shop, { ...TENTH, usage_limit_per_customer: 1 });
    const blind = await keyFor(shop, ...SCOPES.filter((scope) => !hasScope([scope], SEES_PEOPLE)));
    for (const person of [{ customer: AMINA.email }, { phone: AMINA.phone }, { email: AMINA.email }]) {
      expect(await refused(shop, "promotions_check", { code: "DIX", ...person }, blind)).toMatchObject({
        code: "insufficient_scope",
        errors: [{ path: Object.keys(person)[0] }],
      });
    }
    const items = [{ item: "LAMP", quantity: 1 }];
    expect(await why({ code: "DIX", items }, blind)).toMatchObject({ valid: true, used_by_customer: null });
  });
});
