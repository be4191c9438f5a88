import { describe, expect, test } from "vitest";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { at, changeBy, entries, refused, runConfirmedTool, runTool, seen, signedUp } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { cartWith, expectInvariants, order, ordered } from "../../support/selling.ts";

/** An order as `orders_get` shows it, with the changes of status only in its history. */
async function getDetailed(shop: Shop, ref: string) {
  const order = await runTool(shop, "orders_get", { order: ref, response_format: "detailed" });
  return { ...order, history: order.history.filter(({ changes }: { changes: unknown }) => changes === null) };
}

/** Places an order of 2000 to Oran, where home delivery costs 700 and desk delivery 450; elsewhere it costs 400. */
async function openShopWithOrder(given: object = {}) {
  const shop = await openShop();
  await shop.transact((db) =>
    saveShippingRates(db, [
      { region: "*", method: "home", price: 40_000, free_above: null },
      { region: "31", method: "home", price: 70_000, free_above: null },
      { region: "31", method: "desk", price: 45_000, free_above: null },
    ]),
  );
  const { id } = await shop.product();
  const buyer = { customer_wilaya: "Oran", customer_email: "k@example.dz", customer_commune: "Es Senia" };
  const placed = await ordered(shop, [{ product_id: id, quantity: 2 }], { ...buyer, ...given });
  const update = (args: object) => runTool(shop, "orders_update", { order: placed.id, ...args });
  const refusal = (args: object) => refused(shop, "orders_update", { order: placed.id, ...args });
  return { shop, id: placed.id as string, number: placed.order_number as string, update, refusal };
}

describe("orders_update", () => {
  // biome-ignore format: a table
  test.each([
    [{ customer_name: "  Lynda Hamadi " }, { customer_name: "Lynda Hamadi" }],
    [{ customer_phone: "0661 22 33 44" }, { customer_phone: "+213661223344" }],
    [{ customer_phone: 213661223344 }, { customer_phone: "+213661223344" }],
    [{ customer_email: "l@example.dz" }, { customer_email: "l@example.dz" }],
    [{ customer_email: null }, { customer_email: null }],
    [{ customer_wilaya: "وهران" }, { customer_wilaya: "وهران" }],
    [{ customer_wilaya: "Alger" }, { customer_wilaya: "Alger", wilaya_code: "16", shipping_cost: 400, total: 2400 }],
    [{ customer_wilaya: null, customer_commune: null }, { customer_wilaya: null, customer_commune: null, wilaya_code: null, shipping_cost: 400, total: 2400 }],
    [{ customer_wilaya: null, customer_commune: "Hydra" }, { customer_wilaya: null, customer_commune: "Hydra", wilaya_code: "16", shipping_cost: 400, total: 2400 }],
    [{ customer_commune: "Bir El Djir" }, { customer_commune: "Bir El Djir" }],
    [{ customer_commune: null }, { customer_commune: null }],
    [{ customer_commune: " " }, { customer_commune: null }],
    [{ customer_notes: "Sonnez." }, { customer_notes: "Sonnez." }],
    [{ shipping_address: { line1: "12 rue" } }, { shipping_address: { line1: "12 rue", method: "home" } }],
    [{ shipping_address: { line1: "12 rue", method: "desk" } }, { shipping_address: { line1: "12 rue", method: "desk" }, delivery_method: "desk", shipping_cost: 450, total: 2450 }],
    [{ delivery_method: "desk" }, { delivery_method: "desk", shipping_cost: 450, total: 2450 }],
    [{ delivery_method: "desk", shipping_address: { line1: "a", method: "home" } }, { delivery_method: "desk", shipping_address: { line1: "a", method: "desk" }, shipping_cost: 450, total: 2450 }],
    [{ shipping_cost: 0 }, { shipping_cost: 0, shipping_is_set: true, total: 2000 }],
    [{ shipping_cost: 123.45 }, { shipping_cost: 123.45, shipping_is_set: true, total: 2123.45 }],
    [{ carrier: " Yalidine " }, { carrier: "Yalidine" }],
    [{ tracking_number: 778001 }, { tracking_number: "778001" }],
  ])("%j changes only these fields, and the audit log contains them", async (patch, changed) => {
    const { shop, id, update } = await openShopWithOrder();
    const before = await getDetailed(shop, id);

    await update({ ...patch, dry_run: true });
    expect(await getDetailed(shop, id)).toEqual(before);
    await update(patch);

    const after = await getDetailed(shop, id);
    expect(after).toEqual({ ...before, ...changed, updated_at: after.updated_at });
    expect(after.total).toBe(after.subtotal - after.discount + after.shipping_cost);
    const { after: logged } = await changeBy(shop, "orders_update");
    const derived = ["wilaya_code"];
    expect(Object.keys(logged ?? {}).sort()).toEqual(
      Object.keys(changed).filter((name) => !derived.includes(name)).sort(),
    );
    await expectInvariants(shop);
  });

  test("keeps the address when only other fields are sent, and sets its method to delivery_method", async () => {
    const { shop, id, update } = await openShopWithOrder({ shipping_address: { line1: "12 rue" } });

    await update({ customer_name: "Lynda" });
    expect((await getDetailed(shop, id)).shipping_address).toEqual({ line1: "12 rue" });
    const { before, after } = await changeBy(shop, "orders_update");
    expect([before, after]).toEqual([{ customer_name: "(personal)" }, { customer_name: "(personal)" }]);
    await update({ delivery_method: "desk" });
    expect(await getDetailed(shop, id)).toMatchObject({
      delivery_method: "desk",
      shipping_address: { line1: "12 rue", method: "desk" },
    });
    await update({ shipping_address: null });
    expect(await getDetailed(shop, id)).toMatchObject({ delivery_method: "desk", shipping_address: null });
  });

  test("lets the delivery cost follow the address until it is set by hand, and again after null", async () => {
    const { shop, number, id, update } = await openShopWithOrder();

    const moved = await call(shop, "orders_update", { order: number, customer_wilaya: "16" });
    expect(moved.data).toMatchObject({ delivery_rate: 400, shipping_cost: 400, total: 2400 });
    expect(moved.text).toBe(`Changed ${number}. The total was 2700 and is 2400 DZD.`);
    const set = await call(shop, "orders_update", { order: number, shipping_cost: 500 });
    expect(set.data).toMatchObject({ delivery_rate: 400, total: 2500 });
    const back = await call(shop, "orders_update", { order: number, customer_wilaya: "31" });
    expect(back.data).toMatchObject({ delivery_rate: 700, total: 2500 });
    expect(back.text).toBe(`Changed ${number}. Delivery costs 500; the rate is 700.`);
    expect(await seen(shop, `/orders/track/${number}`)).toMatchObject({ shipping_cost: 500, total: 2500 });
    expect(await update({ shipping_cost: null })).toMatchObject({ shipping_cost: 700, total: 2700 });
    await update({ delivery_method: "desk" });
    expect(await getDetailed(shop, id)).toMatchObject({ shipping_cost: 450, total: 2450 });
  });

  test("keeps the delivery cost when the name changes after the store changed its rates", async () => {
    const { shop, id, update } = await openShopWithOrder();
    await shop.transact((db) =>
      saveShippingRates(db, [{ region: "31", method: "home", price: 90_000, free_above: null }]),
    );

    await update({ customer_name: "Lynda", customer_commune: "Bir El Djir" });
    expect(await getDetailed(shop, id)).toMatchObject({ shipping_cost: 700, total: 2700 });
  });

  // biome-ignore format: a table
  test.each([
    [{ customer_name: " " }, "customer_name"],
    [{ customer_name: null }, "customer_name"],
    [{ customer_phone: "call me" }, "customer_phone"],
    [{ customer_email: "nobody" }, "customer_email"],
    [{ shipping_address: { method: "drone" } }, "shipping_address.method"],
    [{ shipping_address: { line1: "x".repeat(5000) } }, "shipping_address"],
    [{ delivery_method: "drone" }, "delivery_method"],
    [{ shipping_cost: 1.234 }, "shipping_cost"],
    [{ shipping_cost: -1 }, "shipping_cost"],
    [{ tracking_number: "x".repeat(300) }, "tracking_number"],
  ])("refuses %j with the field, and changes nothing", async (patch, path) => {
    const { shop, id, refusal } = await openShopWithOrder();
    const before = await getDetailed(shop, id);

    expect(await refusal({ customer_commune: "Elsewhere", ...patch })).toMatchObject({
      code: "invalid_value", errors: [{ path }],
    });
    expect(await getDetailed(shop, id)).toEqual(before);
    expect(await entries(shop)).toEqual([]);
  });

  test("refuses shipping_cost once the order is paid, and an outdated expected_updated_at", async () => {
    const { shop, id, update, refusal } = await openShopWithOrder();
    const { updated_at } = await getDetailed(shop, id);
    await runTool(shop, "orders_set_payment_status", { order: id, payment_status: "paid" });

    expect(await refusal({ shipping_cost: 1 })).toMatchObject({
      code: "invalid_value",
      errors: [{ path: "shipping_cost" }],
    });
    expect(await refusal({ carrier: "X", expected_updated_at: updated_at })).toMatchObject({ code: "stale" });
    const current = (await getDetailed(shop, id)).updated_at;
    await update({ carrier: "X", expected_updated_at: current });
    expect(await refusal({ carrier: "Y", expected_updated_at: "soon" })).toMatchObject({ code: "invalid_value" });
    expect(await getDetailed(shop, id)).toMatchObject({ carrier: "X", total: 2700 });
  });

  test.each([
    ["shipped", ["orders_confirm", "orders_ship"]],
    ["delivered", ["orders_confirm", "orders_ship", "orders_mark_delivered"]],
    ["cancelled", ["orders_cancel"]],
  ])("changes only carrier and tracking number when the order is %s", async (_, moves) => {
    const { shop, id, update, refusal } = await openShopWithOrder();
    for (const move of moves) await runTool(shop, move, { order: id });
    const before = await getDetailed(shop, id);

    for (const patch of [{ customer_name: "X" }, { delivery_method: "desk" }, { shipping_cost: 1 }]) {
      expect(await refusal({ carrier: "X", ...patch })).toMatchObject({ code: "illegal_order_move" });
    }
    expect(await getDetailed(shop, id)).toEqual(before);
    await update({ carrier: "Yalidine", tracking_number: "1" });
    expect(await update({ carrier: null })).toMatchObject({ carrier: null, tracking_number: "1" });
  });

  test("an erased customer's order can still be shipped and tracked", async () => {
    const shop = await openShop();
    const { id } = await shop.product();
    const { id: customer, authorization } = await signedUp(shop, "lynda");
    const cart = await cartWith(shop, { product_id: id, quantity: 1 });
    const { body } = await order(shop, cart, { customer_wilaya: "16" }, { authorization });
    await runTool(shop, "orders_confirm", { order: body.id });
    await runConfirmedTool(shop, "customers_erase", { customer });

    await runTool(shop, "orders_ship", { order: body.id, carrier: "Yalidine" });
    await runTool(shop, "orders_update", { order: body.id, tracking_number: "YAL-1" });

    expect(await getDetailed(shop, body.id)).toMatchObject({
      customer_name: "(erased)",
      customer_phone: "(erased)",
      wilaya_code: "16",
      shipping_address: null,
      carrier: "Yalidine",
      tracking_number: "YAL-1",
      status: "shipped",
    });
  });
});

describe("calls and notes", () => {
  test("are counted and stored in order with their author; call_again_at is in the store's time zone", async () => {
    const { shop, id, number } = await openShopWithOrder();
    const log = (args: object) => runTool(shop, "orders_log_call", { order: id, ...args });

    await at("2026-03-10T10:00:00Z", async () => {
      await log({ outcome: "no_answer", text: "  " });
      await log({ outcome: "postponed", text: " Ce soir ", call_again_at: "2026-03-10T20:00" });
      await runTool(shop, "orders_add_note", { order: number, text: " Cadeau " });
      await log({ outcome: "answered", call_again_at: "2026-03-11" });
    });

    const actor = "key First secret key";
    const kept = await getDetailed(shop, id);
    expect(kept.calls).toBe(3);
    expect(kept.notes).toMatchObject([
      { outcome: "no_answer", text: null, call_again_at: null, actor, at: "2026-03-10T10:00:00.000Z" },
      { outcome: "postponed", text: "Ce soir", call_again_at: "2026-03-10T19:00:00.000Z" },
      { outcome: null, text: "Cadeau", actor },
      { outcome: "answered", text: null, call_again_at: "2026-03-10T23:00:00.000Z" },
    ]);
    expect(kept.history).toHaveLength(1);
    expect(JSON.stringify(await seen(shop, `/orders/track/${number}`))).not.toMatch(/Cadeau|Ce soir/);
  });

  test("are refused and not stored with a blank text, an unknown outcome or an invalid time", async () => {
    const { shop, id } = await openShopWithOrder();

    for (const [tool, args, path] of [
      ["orders_add_note", { text: " \n " }, "text"],
      ["orders_add_note", { text: "" }, "text"],
      ["orders_log_call", { outcome: "shouted" }, "outcome"],
      ["orders_log_call", { outcome: "busy", call_again_at: "later" }, "call_again_at"],
    ] as const) {
      expect((await refused(shop, tool, { order: id, ...args }))?.errors[0]?.path, tool).toBe(path);
    }
    expect(await getDetailed(shop, id)).toMatchObject({ calls: 0, notes: [] });
    expect(await entries(shop)).toEqual([]);
  });

  test("twenty concurrent calls are counted as twenty, and a retry is not counted", async () => {
    const { shop, id } = await openShopWithOrder();
    const log = (i: number) => call(shop, "orders_log_call", { order: id, outcome: "busy", idempotency_key: `${i}` });

    await Promise.all(Array.from({ length: 20 }, (_, i) => log(i)));
    await log(7);

    expect((await getDetailed(shop, id)).calls).toBe(20);
    expect(await entries(shop)).toHaveLength(20);
  });
});
