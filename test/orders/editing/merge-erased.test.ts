import { expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { refused, runConfirmedTool } from "../../support/mcp-tasks.ts";
import { ordered } from "../../support/selling.ts";

test("orders of two erased people are not of one person", async () => {
  const shop = await openShop();
  const { id } = await shop.product();
  const numbers: string[] = [];
  for (const customer_phone of ["0661 22 33 44", "0550 12 34 56"]) {
    numbers.push((await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_phone })).order_number);
    await runConfirmedTool(shop, "customers_erase", { customer: customer_phone });
  }

  const problem = await refused(shop, "orders_merge", { order: numbers[0], with: numbers[1] });

  expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "with" }] });
});
