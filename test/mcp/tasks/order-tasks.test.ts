import { describe, expect, test } from "vitest";
import { createPromotion } from "../../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../../support/app.ts";
import {
  at,
  auditSummary,
  changeBy,
  dayFromToday,
  dryRunChanges,
  refused,
  runTool,
  seen,
  signedUp,
} from "../../support/mcp-tasks.ts";
import { cartWith, expectInvariants, order, ordered } from "../../support/selling.ts";

const statusOf = async (shop: Shop, order_number: string) => (await seen(shop, `/orders/track/${order_number}`)).status;
const inStock = async (shop: Shop, slug: string) => (await seen(shop, `/products/${slug}`)).inventory_quantity;

/** Delivery to Oran: 700 to the door, 450 to the desk; elsewhere 400. */
const withRates = (shop: Shop) =>
  shop.transact((db) =>
    saveShippingRates(db, [
      { region: "*", method: "home", price: 40_000, free_above: null },
      { region: "31", method: "home", price: 70_000, free_above: null },
      { region: "31", method: "desk", price: 45_000, free_above: null },
    ]),
  );

describe("a merchant wants the agent to", () => {
  test("call about yesterday's unconfirmed orders from Oran, confirm two and cancel one", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "vase", stock: 20, price: 100_000 });
    const [yesterday, today] = [dayFromToday(-1), dayFromToday(0)];
    const hours = (count: number) => Date.parse(yesterday) + count * 3_600_000;
    const from = (customer_wilaya: string, time: number, quantity = 1) =>
      at(time, async () => (await ordered(shop, [{ product_id: id, quantity }], { customer_wilaya })).order_number);
    await from("Oran", hours(-1));
    const early = await from("31 - Oran", hours(0.5));
    const noon = await from("وهران", hours(12));
    await from("Alger", hours(13));
    const late = await from("oran", hours(23.5), 3);
    const known = await from("Oran", hours(15));
    await from("Oran", Date.now());
    await runTool(shop, "orders_confirm", { order: known, idempotency_key: known });

    const search = { status: "pending", wilaya: "Oran", from: yesterday, to: today };
    const { data } = await runTool(shop, "orders_search", search);
    expect(data.map(({ order_number }: { order_number: string }) => order_number)).toEqual([late, noon, early]);
    for (const number of [early, noon]) {
      const call = { order: number, outcome: "answered", text: "Confirme." };
      await runTool(shop, "orders_log_call", { ...call, idempotency_key: `call ${number}` });
      await runTool(shop, "orders_confirm", { order: number, idempotency_key: `confirm ${number}` });
    }
    await runTool(shop, "orders_log_call", { order: late, outcome: "no_answer", idempotency_key: "no answer" });
    await runTool(shop, "orders_log_call", { order: late, outcome: "answered", idempotency_key: "an answer" });
    const cancel = { order: late, reason: "changed_mind" };
    expect(await dryRunChanges(shop, "orders_cancel", cancel)).toEqual([
      `order ${late}: reason null → changed_mind, status pending → cancelled`,
    ]);
    expect(await inStock(shop, "vase")).toBe(11);
    const wanted = { ...cancel, idempotency_key: "cancel it" };
    await runTool(shop, "orders_cancel", wanted);
    expect(await runTool(shop, "orders_cancel", wanted)).toMatchObject({
      replayed: true,
      status: "cancelled",
      calls: 2,
    });
    expect(await refused(shop, "orders_confirm", { order: late })).toMatchObject({ code: "illegal_order_move" });

    expect(await Promise.all([early, noon, late].map((number) => statusOf(shop, number)))).toEqual([
      ...["confirmed", "confirmed", "cancelled"],
    ]);
    expect(await inStock(shop, "vase")).toBe(14);
    expect(await runTool(shop, "orders_search", search)).toMatchObject({ total: 0 });
    expect(await auditSummary(shop)).toEqual([
      `orders_confirm order ${known}: status pending → confirmed`,
      ...[early, noon].flatMap((number) => [
        `orders_log_call order ${number}: calls 0 → 1, notes`,
        `orders_confirm order ${number}: status pending → confirmed`,
      ]),
      `orders_log_call order ${late}: calls 0 → 1, notes`,
      `orders_log_call order ${late}: calls 1 → 2, notes`,
      `orders_cancel order ${late}: reason null → changed_mind, status pending → cancelled`,
    ]);
    const { before, after } = await changeBy(shop, "orders_cancel");
    expect([before, after]).toMatchObject([{ status: "pending" }, { status: "cancelled", reason: "changed_mind" }]);
    await expectInvariants(shop);
  });

  test("ship two orders with tracking, and note what the carrier collected", async () => {
    const shop = await openShop();
    await withRates(shop);
    const { id } = await shop.product({ slug: "vase", price: 250_000 });
    const karim = await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_phone: "0661 22 33 44" });
    const lynda = await ordered(shop, [{ product_id: id, quantity: 2 }], { customer_name: "Lynda Hamadi" });
    const ship = (number: string, tracking_number: number | string) => ({
      order: number,
      carrier: "Yalidine",
      tracking_number,
    });

    const found = [
      ...(await runTool(shop, "orders_search", { query: "0661223344" })).data,
      ...(await runTool(shop, "orders_search", { query: "hamadi" })).data,
    ];
    expect(found).toMatchObject([{ order_number: karim.order_number }, { order_number: lynda.order_number }]);
    expect(await refused(shop, "orders_ship", ship(karim.order_number, "YAL-1"))).toMatchObject({
      code: "illegal_order_move",
    });
    for (const [i, { order_number }] of found.entries()) {
      await runTool(shop, "orders_confirm", { order: order_number });
      const shipped = await runTool(shop, "orders_ship", ship(order_number, 778_001 + i));
      expect(shipped).toMatchObject({ status: "shipped", next: ["orders_mark_delivered", "orders_return"] });
    }
    expect(await seen(shop, `/orders/track/${karim.order_number}`)).toMatchObject({
      status: "shipped",
      carrier: "Yalidine",
      tracking_number: "778001",
    });
    await runTool(shop, "orders_mark_delivered", { order: karim.order_number, idempotency_key: "karim" });
    const short = { order: lynda.order_number, collected_amount: 5000, idempotency_key: "lynda" };
    expect(await runTool(shop, "orders_mark_delivered", short)).toMatchObject({
      payment_status: "unpaid",
      collected_amount: 5000,
      total: 5400,
    });
    await runTool(shop, "orders_add_note", { order: lynda.order_number, text: "Le livreur apporte le reste." });
    await runTool(shop, "orders_set_payment_status", { order: lynda.order_number, payment_status: "paid" });

    for (const { order_number } of found) {
      const tracked = await seen(shop, `/orders/track/${order_number}`);
      expect(tracked).toMatchObject({ status: "delivered", payment_status: "paid" });
      expect(tracked.history.map(({ status }: { status: string }) => status).slice(0, 5)).toEqual([
        ...["pending", "confirmed", "processing", "shipped", "delivered"],
      ]);
    }
    const [first, second] = [karim.order_number, lynda.order_number];
    expect(await auditSummary(shop)).toEqual([
      ...[first, second].flatMap((number, i) => [
        `orders_confirm order ${number}: status pending → confirmed`,
        `orders_ship order ${number}: carrier null → Yalidine, status confirmed → shipped, tracking_number null → ${778_001 + i}`,
      ]),
      `orders_mark_delivered order ${first}: collected_amount null → 2900, payment_status unpaid → paid, status shipped → delivered`,
      `orders_mark_delivered order ${second}: collected_amount null → 5000, status shipped → delivered`,
      `orders_add_note order ${second}: notes`,
      `orders_set_payment_status order ${second}: collected_amount 5000 → 5400, payment_status unpaid → paid`,
    ]);
    await expectInvariants(shop);
  });

  test("take back an order, refund it, and restock what can be sold again", async () => {
    const shop = await openShop();
    const vase = await shop.product({ slug: "vase", sku: "VAS-1", price: 100_000 });
    const nappe = await shop.product({ slug: "nappe", sku: "NAP-1", price: 80_000 });
    const wanted = [vase, nappe].map(({ id }) => ({ product_id: id, quantity: 2 }));
    const { order_number: number } = await ordered(shop, wanted, { customer_wilaya: "Sétif" });
    await runTool(shop, "orders_confirm", { order: number });
    await runTool(shop, "orders_ship", { order: number });
    await runTool(shop, "orders_mark_delivered", { order: number });
    expect(await inStock(shop, "vase")).toBe(8);

    const taken = { order: number, reason: "damaged", restock: true, note: "Un vase cassé.", refunded_amount: 0 };
    const { data } = await runTool(shop, "orders_search", { wilaya: "19", status: "delivered" });
    expect(data).toMatchObject([{ order_number: number, payment_status: "paid" }]);
    expect(await refused(shop, "orders_cancel", { order: number })).toMatchObject({ code: "illegal_order_move" });
    expect(await dryRunChanges(shop, "orders_return", taken)).toEqual([
      `order ${number}: notes, reason null → damaged, returns, status delivered → returned`,
    ]);
    await runTool(shop, "orders_return", { ...taken, idempotency_key: "back" });
    const broken = { changes: [{ variant: "VAS-1", by: -1 }], note: `Cassé au retour de ${number}` };
    await runTool(shop, "inventory_adjust", { ...broken, idempotency_key: "broken" });
    await runTool(shop, "orders_set_payment_status", { order: number, payment_status: "refunded" });

    expect(await seen(shop, `/orders/track/${number}`)).toMatchObject({
      status: "returned",
      payment_status: "refunded",
    });
    expect([await inStock(shop, "vase"), await inStock(shop, "nappe")]).toEqual([9, 10]);
    const sales = await runTool(shop, "analytics_report", { report: "sales" });
    expect(sales.totals).toMatchObject({ orders: 0, total: 0, returned: 1 });
    expect(await auditSummary(shop)).toEqual([
      `orders_confirm order ${number}: status pending → confirmed`,
      `orders_ship order ${number}: status confirmed → shipped`,
      `orders_mark_delivered order ${number}: collected_amount null → 3600, payment_status unpaid → paid, status shipped → delivered`,
      `orders_return order ${number}: notes, reason null → damaged, returns, status delivered → returned`,
      "inventory_adjust variant vase VAS-1: inventory_quantity 10 → 9",
      `orders_set_payment_status order ${number}: payment_status paid → refunded, refunded_amount 0 → 3600`,
    ]);
    await expectInvariants(shop);
  });

  test("take a phone order with a coupon, to be fetched at the carrier's desk", async () => {
    const shop = await openShop();
    await withRates(shop);
    const sizes = ["M", "L"].map((Taille) => ({ option_values: { Taille }, sku: `GAN-${Taille}`, price: 420_000 }));
    const options = [{ name: "Taille", values: ["M", "L"] }];
    const variants = sizes.map((variant) => ({ ...variant, inventory_quantity: 4 }));
    await shop.product({ slug: "gandoura", name: "Gandoura", options, variants });
    const coupon = { title: "Fidèles", code: "FIDELE10", usage_limit: 5 };
    await shop.transact((db) => createPromotion(db, { ...coupon, discount_type: "percentage", discount_value: 1000 }));
    const { data } = await runTool(shop, "inventory_search", { query: "gandoura" });
    expect(data.map(({ sku }: { sku: string }) => sku).sort()).toEqual(["GAN-L", "GAN-M"]);
    const phone = {
      items: [{ item: "GAN-L", quantity: 2 }],
      customer_name: "Yacine Merabet",
      customer_phone: "0770 11 22 33",
      customer_wilaya: "Oran",
      delivery_method: "desk",
      coupon_code: "fidele10",
    };

    expect(
      await refused(shop, "orders_create", { ...phone, items: [{ item: "gandoura", quantity: 2 }] }),
    ).toMatchObject({
      code: "variant_required",
    });
    expect(await dryRunChanges(shop, "orders_create", phone)).toEqual([expect.stringMatching(/^order ORD-.*: made$/)]);
    const wanted = { ...phone, idempotency_key: "yacine" };
    const placed = await runTool(shop, "orders_create", wanted);
    expect(await runTool(shop, "orders_create", wanted)).toMatchObject({ id: placed.id, replayed: true });
    await runTool(shop, "orders_confirm", { order: placed.order_number, note: "Par téléphone." });

    expect(await seen(shop, `/orders/track/${placed.order_number}`)).toMatchObject({
      status: "confirmed",
      delivery_method: "desk",
      wilaya_code: "31",
      coupon_code: "fidele10",
      subtotal: 8400,
      discount: 840,
      shipping_cost: 450,
      total: 8010,
      items: [{ sku: "GAN-L", quantity: 2, product_price: 4200 }],
    });
    const { variants: left } = await seen(shop, "/products/gandoura");
    expect(left).toMatchObject([{ inventory_quantity: 4 }, { inventory_quantity: 2 }]);
    const used = await runTool(shop, "promotions_search", { query: "FIDELE10" });
    expect(used.data).toMatchObject([{ uses: 1 }]);
    expect(await auditSummary(shop)).toEqual([
      `orders_create order ${placed.order_number}: made`,
      `orders_confirm order ${placed.order_number}: notes, status pending → confirmed`,
    ]);
    const { after } = await changeBy(shop, "orders_create");
    expect(after).toMatchObject({ total: 8010, customer_name: "(personal)", customer_phone: "(personal)" });
    await expectInvariants(shop);
  });

  test("send an order to another address, before it is shipped", async () => {
    const shop = await openShop();
    await withRates(shop);
    const { id } = await shop.product({ price: 300_000 });
    const { authorization } = await signedUp(shop, "amina");
    const wrong = {
      customer_wilaya: "Alger",
      customer_commune: "Hydra",
      shipping_address: { line1: "12 rue des Pins" },
    };
    const cart = await cartWith(shop, { product_id: id, quantity: 1 });
    const { body } = await order(shop, cart, wrong, { authorization });
    const number = body.order_number;
    const { updated_at } = await runTool(shop, "orders_get", { order: number });
    const right = {
      order: number,
      customer_wilaya: "Oran",
      customer_commune: "Bir El Djir",
      shipping_address: { line1: "3 rue de la Paix" },
    };

    expect(await dryRunChanges(shop, "orders_update", right)).toEqual([
      `order ${number}: customer_commune Hydra → Bir El Djir, customer_wilaya Alger → Oran, shipping_address, shipping_cost 400 → 700, total 3400 → 3700`,
    ]);
    const changed = await runTool(shop, "orders_update", { ...right, expected_updated_at: updated_at });
    expect(changed).toMatchObject({ total: 3700, delivery_rate: 700 });
    const cost = { order: number, shipping_cost: 650 };
    expect(await refused(shop, "orders_update", { ...cost, expected_updated_at: updated_at })).toMatchObject({
      code: "stale",
    });
    await runTool(shop, "orders_update", { ...cost, expected_updated_at: changed.updated_at });
    await runTool(shop, "orders_confirm", { order: number });
    await runTool(shop, "orders_ship", { order: number });
    expect(await refused(shop, "orders_update", { ...right, customer_commune: "Es Senia" })).toMatchObject({
      code: "illegal_order_move",
    });

    expect((await shop.get(`/orders/track/${number}`, { authorization })).body).toMatchObject({
      status: "shipped",
      wilaya_code: "31",
      customer_wilaya: "Oran",
      customer_commune: "Bir El Djir",
      shipping_address: { line1: "3 rue de la Paix" },
      shipping_cost: 650,
      total: 3650,
    });
    expect(await auditSummary(shop)).toEqual([
      `orders_update order ${number}: customer_commune, customer_wilaya, shipping_address, shipping_cost 400 → 700, total 3400 → 3700`,
      `orders_update order ${number}: shipping_cost 700 → 650, shipping_is_set false → true, total 3700 → 3650`,
      `orders_confirm order ${number}: status pending → confirmed`,
      `orders_ship order ${number}: status confirmed → shipped`,
    ]);
    await expectInvariants(shop);
  });
});
