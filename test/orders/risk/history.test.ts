import { describe, expect, test } from "vitest";
import { SCOPES } from "../../../src/core/scopes.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { at, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { call } from "../../support/operations.ts";
import { ordered } from "../../support/selling.ts";

const HOUR = 3_600_000;
const PHONE = "0550 12 34 56";
const NO_HISTORY = { orders: 0, delivered: 0, refused: 0, cancelled: 0, open: 0 };

/** Opens a shop, with a function that places an order of a phone number and returns the order's number. */
async function orderingShop() {
  const shop = await openShop();
  const { id } = await shop.product({ slug: "vase", stock: 100 });
  const place = async (customer_phone = PHONE): Promise<string> =>
    (await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_phone })).order_number;
  return { shop, place };
}

async function ship(shop: Shop, order: string): Promise<string> {
  await runTool(shop, "orders_confirm", { order });
  await runTool(shop, "orders_ship", { order });
  return order;
}

/** Orders of the number: one of each end. */
async function placeHistory(shop: Shop, place: () => Promise<string>): Promise<void> {
  await runTool(shop, "orders_mark_delivered", { order: await ship(shop, await place()) });
  const broughtBack = await ship(shop, await place());
  await runTool(shop, "orders_mark_delivered", { order: broughtBack });
  await runTool(shop, "orders_return", { order: broughtBack, reason: "changed_mind" });
  for (const reason of ["refused", "unreachable", "other", "lost", "damaged", "late"]) {
    await runTool(shop, "orders_return", { order: await ship(shop, await place()), reason });
  }
  for (const reason of ["refused", "fake", "duplicate", undefined]) {
    await runTool(shop, "orders_cancel", { order: await place(), ...(reason && { reason }) });
  }
  await place();
  await ship(shop, await place());
}

describe("the history of a phone number", () => {
  test("counts what became of its other orders, in any spelling of the number", async () => {
    const { shop, place } = await orderingShop();
    const others = ["+213 550 12 34 56", "00213550123456", "0550-12-34-56"];
    let next = 0;
    await placeHistory(shop, () => place(others[next++ % others.length]));
    await place("0550 12 34 57");
    const order = await place();

    const seen = await runTool(shop, "orders_get", { order });
    const detailed = await runTool(shop, "orders_get", { order, response_format: "detailed" });
    const { data } = await runTool(shop, "orders_search", { limit: 1 });
    const whole = await runTool(shop, "orders_search", { limit: 1, response_format: "detailed" });

    const phone_history = { orders: 14, delivered: 2, refused: 5, cancelled: 2, open: 2 };
    expect(seen).toMatchObject({ phone_history, is_blocked: false });
    expect(detailed).toMatchObject({ phone_history, is_blocked: false });
    expect(whole.data[0]).toMatchObject({ order_number: order, phone_history, is_blocked: false });
    expect(data[0]).toMatchObject({ order_number: order, phone_orders: 14, phone_refused: 5, is_blocked: false });
  });

  test("is empty for the only order of a number, and for orders of erased people", async () => {
    const { shop, place } = await orderingShop();
    const orders = [await place(), await place(), await place("0661 00 00 01")];
    await runConfirmedTool(shop, "customers_erase", { customer: PHONE });

    for (const order of orders) {
      const risk = { phone_history: NO_HISTORY, same_day_orders: [], is_blocked: false };
      expect(await runTool(shop, "orders_get", { order })).toMatchObject(risk);
    }
  });

  test("is that of one store", async () => {
    const [ours, theirs] = [await orderingShop(), await orderingShop()];
    await theirs.place();
    await runTool(theirs.shop, "blocked_phones_save", { phones: [PHONE] });

    const seen = await runTool(ours.shop, "orders_get", { order: await ours.place() });

    expect(seen).toMatchObject({ phone_history: NO_HISTORY, same_day_orders: [], is_blocked: false });
  });
});

test("names orders of the number within 24 hours before or after, without cancelled ones", async () => {
  const { shop, place } = await orderingShop();
  const noon = Date.now() - 100 * HOUR;
  const placedAt = (hours: number) => at(noon + hours * HOUR, () => place());
  await placedAt(-25);
  const before = await placedAt(-24);
  const order = await placedAt(0);
  const cancelled = await placedAt(1);
  const after = await placedAt(24);
  await placedAt(25.5);
  await runTool(shop, "orders_cancel", { order: cancelled, reason: "duplicate" });

  expect((await runTool(shop, "orders_get", { order })).same_day_orders).toEqual([after, before]);
  expect((await runTool(shop, "orders_get", { order: cancelled })).same_day_orders).toEqual([after, order]);
  const { data } = await runTool(shop, "orders_search");
  const row = data.find((one: { order_number: string }) => one.order_number === order);
  expect(row.same_day_orders).toEqual([after, before]);
});

test("a key that may not see people is told nothing of the number beside the order", async () => {
  const { shop, place } = await orderingShop();
  await placeHistory(shop, () => place());
  await runTool(shop, "blocked_phones_save", { phones: [PHONE] });
  const [known, unknown] = [await place(), await place("0661 00 00 01")];
  const blind = await keyFor(shop, ...SCOPES.filter((scope) => !scope.startsWith("customers:")));
  const hidden = { phone_history: null, same_day_orders: null, is_blocked: null };
  const hiddenInList = { phone_orders: null, phone_refused: null, same_day_orders: null, is_blocked: null };

  for (const order of [known, unknown]) {
    for (const response_format of ["concise", "detailed"]) {
      expect(await runTool(shop, "orders_get", { order, response_format }, blind)).toMatchObject(hidden);
    }
  }
  const { data } = await runTool(shop, "orders_search", { limit: 2 }, blind);
  expect(data).toMatchObject([hiddenInList, hiddenInList]);
  expect(Object.keys(data[0]).sort()).toEqual(Object.keys(data[1]).sort());
  const detailed = await runTool(shop, "orders_search", { limit: 2, response_format: "detailed" }, blind);
  expect(detailed.data).toMatchObject([hidden, hidden]);

  const phoneOrder = (customer_phone: string, key: string) =>
    call(
      shop,
      "orders_create",
      { items: [{ item: "vase", quantity: 1 }], customer_name: "Karim", customer_phone },
      key,
    );
  const created = [await phoneOrder(PHONE, blind), await phoneOrder("0661 00 00 01", blind)];
  for (const { data, text, problem } of created) {
    expect(problem).toBeUndefined();
    expect(data.is_blocked).toBeNull();
    expect(text).not.toContain("blocked");
  }
});
