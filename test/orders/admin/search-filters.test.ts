import { describe, expect, test } from "vitest";
import { hasScope, SCOPES, SEES_PEOPLE } from "../../../src/core/scopes.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { at, refused, runConfirmedTool, runTool, seen } from "../../support/mcp-tasks.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { call } from "../../support/operations.ts";
import { ordered } from "../../support/selling.ts";

/** Returns the numbers of the orders that a search finds, newest first; also checks the total, and pages of one order. */
async function found(shop: Shop, args: object): Promise<string[]> {
  const { data, total } = await runTool(shop, "orders_search", { limit: 100, ...args });
  const numbers = data.map(({ order_number }: { order_number: string }) => order_number);
  expect(total).toBe(numbers.length);
  for (let cursor: string | null | undefined, i = 0; i < numbers.length; i++) {
    const page = await runTool(shop, "orders_search", { limit: 1, ...args, ...(cursor ? { cursor } : {}) });
    expect([page.data[0]?.order_number, page.total]).toEqual([numbers[i], numbers.length]);
    cursor = page.next_cursor;
  }
  return numbers;
}

/** Two products, and three orders: `lost` with both, `paid` by card, `waiting` to be confirmed. */
async function shopWithOrders() {
  const shop = await openShop();
  const lamp = await shop.product({ slug: "lamp", name: "Lampe", sku: "LAM-1", price: 500_000, stock: 20 });
  const vase = await shop.product({
    slug: "vase",
    name: "Vase bleu",
    price: 100_000,
    options: [{ name: "Taille", values: ["S", "L"] }],
    variants: [
      { sku: "VAS-S", option_values: { Taille: "S" }, inventory_quantity: 20 },
      { sku: "VAS-L", option_values: { Taille: "L" }, inventory_quantity: 20 },
    ],
  });
  const { variants } = await seen(shop, "/products/vase");
  const [small, large]: { id: string }[] = variants;
  const vaseLine = (variant: { id: string } | undefined) => ({
    product_id: vase.id,
    variant_id: variant?.id,
    quantity: 1,
  });
  const lampLine = { product_id: lamp.id, quantity: 1 };
  const place = async (day: number, lines: object[], given: object) =>
    at(`2026-03-0${day}T10:00:00Z`, async () => (await ordered(shop, lines as never, given)).order_number);
  const ship = async (order: string, carrier: string, tracking_number: string) => {
    await runTool(shop, "orders_confirm", { order });
    await runTool(shop, "orders_ship", { order, carrier, tracking_number });
  };
  const lost = await place(1, [lampLine, vaseLine(small)], { customer_name: "Karim", customer_wilaya: "Oran" });
  await ship(lost, "Yalidine", "YAL-8f3");
  await runTool(shop, "orders_return", { order: lost, reason: "lost" });
  const paid = await place(2, [vaseLine(large)], { payment_method: "card", customer_wilaya: "Oran" });
  await ship(paid, "yalidine", "123456789");
  const waiting = await place(3, [lampLine], { customer_name: "Karim" });
  return { shop, lamp, vase, small, large, lost, paid, waiting };
}

describe("orders_search", () => {
  test("finds orders by each filter, and by pairs of them", async () => {
    const { shop, vase, small, lost, paid, waiting } = await shopWithOrders();

    for (const item of ["vase", vase.id, vase.id.toUpperCase(), "Vase bleu", "VASE BLEU"]) {
      expect([item, await found(shop, { item })]).toEqual([item, [paid, lost]]);
    }
    for (const item of ["VAS-S", small?.id]) expect(await found(shop, { item })).toEqual([lost]);
    for (const carrier of ["Yalidine", "YALIDINE", " yalidine "]) {
      expect([carrier, await found(shop, { carrier })]).toEqual([carrier, [paid, lost]]);
    }
    expect(await found(shop, { tracking_number: "YAL-8f3" })).toEqual([lost]);
    expect(await found(shop, { tracking_number: 123456789 })).toEqual([paid]);
    expect(await found(shop, { tracking_number: "12345" })).toEqual([]);
    for (const query of ["YAL-8f3", " YAL-8f3 "]) expect(await found(shop, { query })).toEqual([lost]);
    expect(await found(shop, { query: "123456789" })).toEqual([paid]);
    expect(await found(shop, { reason: "lost" })).toEqual([lost]);
    expect(await found(shop, { payment_method: "card" })).toEqual([paid]);
    expect(await found(shop, { payment_method: "COD" })).toEqual([waiting, lost]);
    expect(await found(shop, { min_total: 5000 })).toEqual([waiting, lost]);
    expect(await found(shop, { max_total: 5000 })).toEqual([waiting, paid]);
    expect(await found(shop, { min_total: 1000.01, max_total: 5999.99 })).toEqual([waiting]);
    expect(await found(shop, { to_call: true })).toEqual([waiting]);
    expect(await found(shop, { to_call: false })).toEqual([waiting, paid, lost]);

    for (const [args, numbers] of [
      [{ item: "vase", status: "shipped" }, [paid]],
      [{ item: "lamp", query: "karim" }, [waiting, lost]],
      [{ item: "lamp", wilaya: "Oran" }, [lost]],
      [{ item: "vase", carrier: "yalidine", reason: "lost" }, [lost]],
      [{ carrier: "Yalidine", wilaya: "Oran", payment_method: "card" }, [paid]],
      [{ carrier: "Yalidine", to: "2026-03-01" }, [lost]],
      [{ reason: "lost", tracking_number: "123456789" }, []],
      [{ min_total: 2000, query: "karim", status: "returned" }, [lost]],
      [{ to_call: true, item: "vase" }, []],
      [{ to_call: true, from: "2026-03-03" }, [waiting]],
    ] as const) {
      expect([args, await found(shop, args)]).toEqual([args, numbers]);
    }
  });

  test("finds orders whose shopper is to be called", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ stock: 20 });
    const place = async () => (await ordered(shop, [{ product_id: id, quantity: 1 }])).order_number;
    const [fresh, again, answered, confirmed] = [await place(), await place(), await place(), await place()];
    const log = (order: string, outcome: string, call_again_at?: string) =>
      runTool(shop, "orders_log_call", { order, outcome, ...(call_again_at ? { call_again_at } : {}) });
    await log(again, "busy", "2030-01-01T10:00:00Z");
    await log(answered, "no_answer", "2030-01-01T10:00:00Z");
    await log(answered, "answered");
    await runTool(shop, "orders_add_note", { order: again, text: "A note is no call." });
    for (const order of [confirmed, answered]) await runTool(shop, "orders_confirm", { order });

    expect(await found(shop, { to_call: true })).toEqual([fresh]);
    await log(confirmed, "postponed", "2030-01-01T10:00:00Z");
    await at("2030-01-01T09:59:59Z", async () => expect(await found(shop, { to_call: true })).toEqual([fresh]));
    await at("2030-01-01T10:00:00Z", async () =>
      expect(await found(shop, { to_call: true })).toEqual([confirmed, again, fresh]),
    );
    await runTool(shop, "orders_cancel", { order: again });
    await at("2030-01-01T10:00:00Z", async () =>
      expect(await found(shop, { to_call: true })).toEqual([confirmed, fresh]),
    );
  });

  test("finds the orders of a product that was deleted by its id, and none of a line that was removed", async () => {
    const { shop, lamp, vase, small, lost, paid, waiting } = await shopWithOrders();
    await runTool(shop, "orders_update", { order: waiting, items: [{ item: "VAS-S", quantity: 1 }] });
    await runTool(shop, "orders_update", { order: waiting, items: [{ line: "LAM-1", quantity: 0 }] });
    expect(await found(shop, { item: "LAM-1" })).toEqual([lost]);
    expect(await found(shop, { item: small?.id })).toEqual([waiting, lost]);

    await runConfirmedTool(shop, "catalog_delete", { kind: "product", item: "vase" });
    expect(await found(shop, { item: vase.id })).toEqual([waiting, paid, lost]);
    expect(await refused(shop, "orders_search", { item: "VAS-S" })).toMatchObject({ code: "product_not_found" });
    expect(await refused(await openShop(), "orders_search", { item: lamp.id })).toMatchObject({
      code: "product_not_found",
    });
  });

  test("refuses what the store does not have, and bad values", async () => {
    const { shop } = await shopWithOrders();
    await runTool(shop, "carriers_save", { name: "Rapide Express" });

    expect(await found(shop, { carrier: "rapide express" })).toEqual([]);
    expect(await refused(shop, "orders_search", { carrier: "Inconnu" })).toMatchObject({ code: "carrier_not_found" });
    for (const [name, values] of Object.entries({
      item: ["", "a\0"],
      carrier: [7.5, "a\0"],
      tracking_number: ["", "a\0"],
      reason: ["stolen", ""],
      payment_method: [true, "a\0"],
      min_total: [-1, "much", 1e13],
      max_total: [-1],
      to_call: ["perhaps"],
    })) {
      for (const value of values) {
        const problem = await refused(shop, "orders_search", { [name]: value });
        expect([name, value, problem?.errors?.[0]?.path]).toEqual([name, value, name]);
      }
    }
  });

  test("lets a key that may not see people use the filters that tell nothing of them", async () => {
    const { shop, lost, paid } = await shopWithOrders();
    const blind = await keyFor(shop, ...SCOPES.filter((scope) => !hasScope([scope], SEES_PEOPLE)));

    for (const [args, number] of [
      [{ carrier: "Yalidine", item: "VAS-S" }, lost],
      [{ tracking_number: "123456789" }, paid],
      [{ reason: "lost", min_total: 1 }, lost],
      [{ payment_method: "card", max_total: 9000 }, paid],
    ] as const) {
      const { data, text } = await call(shop, "orders_search", args, blind);
      expect([args, data.data?.[0]?.order_number]).toEqual([args, number]);
      expect(`${text}${JSON.stringify(data)}`).not.toMatch(/karim|550/i);
    }
    for (const query of ["YAL-8f3", "karim", "0550"]) {
      expect(await refused(shop, "orders_search", { query }, blind)).toMatchObject({ code: "insufficient_scope" });
    }
  });
});
