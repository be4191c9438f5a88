import { expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { openShop } from "../support/app.ts";
import { ordered } from "../support/selling.ts";

interface Given {
  returned?: number;
  collected?: number;
  refunded?: number;
  remitted?: number;
}

test("the database refuses amounts that do not agree with the payment status", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ variants: [{ price: 300 }] });
  await ordered(shop, [{ product_id: id, quantity: 1 }]);
  const set = (payment: string, { returned = 0, collected, refunded = 0, remitted }: Given) =>
    shop.transact((db) =>
      db.run(sql`
        update orders
        set payment_status = ${payment}, total = 300, returned_amount = ${returned}, returned_subtotal = ${returned},
          collected_amount = ${collected ?? null}::bigint, refunded_amount = ${refunded},
          remitted_amount = ${remitted ?? null}::bigint, remitted_at = ${remitted === undefined ? null : new Date()}::timestamptz
        where site_id = ${db.siteId}
      `),
    );

  await set("paid", { collected: 300 });
  await set("partially_refunded", { collected: 300, refunded: 50 });
  // biome-ignore format: a table
  for (const [payment, given] of [
    ["unpaid", { collected: 300 }],
    ["unpaid", { collected: 200, returned: 100 }],
    ["unpaid", { collected: 200, refunded: 50 }],
    ["unpaid", { collected: 200, remitted: 201 }],
    ["unpaid", { remitted: 300 }],
    ["paid", {}],
    ["paid", { collected: 299 }],
    ["paid", { collected: 300, refunded: 1 }],
    ["paid", { collected: 300, remitted: 301 }],
    ["partially_refunded", { refunded: 50 }],
    ["partially_refunded", { collected: 50 }],
    ["partially_refunded", { collected: 50, refunded: 50 }],
    ["partially_refunded", { collected: 300, refunded: -1 }],
    ["refunded", {}],
    ["refunded", { collected: 300, refunded: 299 }],
    ["refunded", { collected: 300, refunded: 301 }],
  ] satisfies [string, Given][]) {
    await expect(set(payment, given), `${payment} ${JSON.stringify(given)}`).rejects.toThrow(/check constraint/);
  }
});
