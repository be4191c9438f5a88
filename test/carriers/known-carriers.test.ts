import { beforeEach, describe, expect, test } from "vitest";
import { type Shipped, shippingShop } from "../orders/cash/shipped.ts";
import type { Shop } from "../support/app.ts";
import { refused, runTool } from "../support/mcp-tasks.ts";
import { ordered } from "../support/selling.ts";

let shop: Shop;
let ship: Shipped["ship"];

beforeEach(async () => {
  ({ shop, ship } = await shippingShop());
});

const carrierOf = async (order: string) => (await runTool(shop, "orders_get", { order })).carrier;

async function confirmed(): Promise<string> {
  const { id } = await shop.product({});
  const { order_number } = await ordered(shop, [{ product_id: id, quantity: 1 }]);
  await runTool(shop, "orders_confirm", { order: order_number });
  return order_number;
}

describe("a carrier's name", () => {
  test("that neither the store nor an order has is refused with the closest, in every operation", async () => {
    for (const name of ["ZR Express", "Yalidine"]) await runTool(shop, "carriers_save", { name });
    const [shipped, open] = [await ship("YAL-1"), await confirmed()];
    const carrier = "Yalidin";

    const moved = await runTool(shop, "orders_move", { to: "shipped", orders: [open], carrier });
    const problems = [
      moved.results[0].problem,
      await refused(shop, "orders_ship", { order: open, carrier }),
      await refused(shop, "orders_update", { order: shipped, carrier }),
      await refused(shop, "orders_search", { carrier }),
      await refused(shop, "cod_reconcile", { carrier, rows: [{ ref: "YAL-1", amount: 2300 }] }),
      await refused(shop, "parcels_export", { carrier }),
      await refused(shop, "carriers_save", { carrier, home_cost: 400 }),
    ];

    const detail = 'This store has no carrier "Yalidin"; the closest: Yalidine.';
    for (const problem of problems) expect(problem).toMatchObject({ code: "carrier_not_found", detail });
    expect(await refused(shop, "orders_ship", { order: open, carrier })).toMatchObject({ allowed: ["Yalidine"] });
    expect([await carrierOf(shipped), await carrierOf(open)]).toEqual(["Yalidine", null]);
  });

  test("is any in a store that has saved none; then that spelling is kept", async () => {
    const [first, second] = [await confirmed(), await confirmed()];

    await runTool(shop, "orders_ship", { order: first, carrier: "Mon cousin" });
    await runTool(shop, "orders_ship", { order: second, carrier: " MON  COUSIN" });

    expect([await carrierOf(first), await carrierOf(second)]).toEqual(["Mon cousin", "Mon cousin"]);
    expect((await runTool(shop, "orders_search", { carrier: "mon cousin" })).total).toBe(2);
    expect((await runTool(shop, "orders_search", { carrier: "Mon cousen" })).total).toBe(0);
  });

  test("that only an order has is accepted beside saved ones, in every operation", async () => {
    await ship("COU-1", { carrier: "Mon cousin" });
    await runTool(shop, "carriers_save", { name: "Yalidine" });
    const [open, ready] = [await confirmed(), await confirmed()];
    const carrier = "mon cousin";

    await runTool(shop, "orders_ship", { order: open, carrier });
    await runTool(shop, "orders_update", { order: ready, carrier });
    const rows = [{ ref: "COU-1", amount: 2300 }];

    expect([await carrierOf(open), await carrierOf(ready)]).toEqual(["Mon cousin", "Mon cousin"]);
    expect(await runTool(shop, "cod_reconcile", { carrier, rows })).toMatchObject({ matched: 1 });
    expect(await runTool(shop, "parcels_export", { carrier })).toMatchObject({ parcels: 2 });
    expect((await runTool(shop, "parcels_export", { carrier, ready: true })).csv).toContain(ready);
  });
});

test("carriers_list lists saved carriers, and then those that only orders name", async () => {
  await ship("COU-1", { carrier: "Mon cousin" });
  await ship("YAL-1", { carrier: "yalidine" });
  for (const name of ["ZR Express", "Yalidine"]) await runTool(shop, "carriers_save", { name });

  const whole = await runTool(shop, "carriers_list");
  const first = await runTool(shop, "carriers_list", { limit: 2 });
  const rest = await runTool(shop, "carriers_list", { limit: 2, cursor: first.next_cursor });

  expect(whole).toMatchObject({
    total: 3,
    data: [
      { name: "Yalidine", is_saved: true, is_active: true },
      { name: "ZR Express", is_saved: true },
      { name: "Mon cousin", is_saved: false },
    ],
  });
  expect([...first.data, ...rest.data]).toEqual(whole.data);
  expect(rest.next_cursor).toBe(null);
});
