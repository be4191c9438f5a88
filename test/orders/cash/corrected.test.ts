import { expect, test } from "vitest";
import { runTool } from "../../support/mcp-tasks.ts";
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
