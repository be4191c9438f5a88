import { expect, test } from "vitest";
import { refused, runTool } from "../../support/mcp-tasks.ts";
import { expectInvariants } from "../../support/selling.ts";
import { shippingShop } from "./shipped.ts";

test("an amount that was noted too low at the delivery is corrected by setting the order paid", async () => {
  const { shop, ship } = await shippingShop();
  const order = await ship("YAL-1");
  await runTool(shop, "orders_mark_delivered", { order, collected_amount: 1500 });
  const statement = { carrier: "Yalidine", rows: [{ ref: "YAL-1", amount: 2300 }] };
  const { mismatches, next } = await runTool(shop, "cod_reconcile", statement);
  expect(mismatches).toMatchObject([{ reason: "different_amount", expected: 1500 }]);
  expect(next.different_amount).toContain("orders_set_payment_status paid");

  await runTool(shop, "orders_set_payment_status", { order, payment_status: "paid" });

  expect(await runTool(shop, "cod_reconcile", statement)).toMatchObject({ matched: 1 });
  expect(await runTool(shop, "orders_get", { order })).toMatchObject({ collected_amount: 2300, remitted_amount: 2300 });
  await expectInvariants(shop);
});

test("the carrier that has paid stays until its payment is taken back", async () => {
  const { shop, ship } = await shippingShop();
  const order = await ship("YAL-1");
  const statement = { carrier: "Yalidine", rows: [{ ref: "YAL-1", amount: 2300 }] };
  expect(await runTool(shop, "cod_reconcile", statement)).toMatchObject({ matched: 1 });

  for (const carrier of ["ZR Express", null]) {
    expect(await refused(shop, "orders_update", { order, carrier })).toMatchObject({
      code: "illegal_order_move",
      detail: expect.stringContaining("cod_reconcile with take_back: true"),
    });
  }
  await runTool(shop, "orders_update", { order, carrier: "Yalidine", tracking_number: "YAL-2" });
  const { tracking_number } = await runTool(shop, "orders_get", { order });
  expect(tracking_number).toBe("YAL-2");

  const taken = { carrier: "Yalidine", rows: [{ ref: "YAL-2", amount: 2300 }], take_back: true };
  expect(await runTool(shop, "cod_reconcile", taken)).toMatchObject({ matched: 1 });
  expect(await runTool(shop, "orders_update", { order, carrier: "ZR Express" })).toMatchObject({
    carrier: "ZR Express",
  });
  await expectInvariants(shop);
});
