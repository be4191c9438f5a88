import { expect, test } from "vitest";
import { driver, openShop, type Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { ordered } from "../support/selling.ts";

/** Calls of the functions that run as the owner of the tables. `$1` is the store that they are asked for. */
const FINDERS = [
  `select find_order_ids(site => $1, words => '{karim}', digits => null, known => null, region => null,
    wanted_status => null, wanted_payment_status => null, wilaya => null, among => null, from_time => null,
    to_time => null, after_time => null, after_id => null, max_rows => 10)`,
  `select find_customer_ids(site => $1, words => '{karim}', email_part => null, digits => null, after_time => null,
    after_id => null, max_rows => 10)`,
  `select find_audit_ids(site => $1, name => 'karim@example.dz', entities => '{}', from_time => null, to_time => null,
    after_time => null, after_id => null, max_rows => 10)`,
];

/** A store in which each of them finds something. */
async function filled(): Promise<Shop> {
  const shop = await openShop();
  const { id } = await shop.product();
  await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_name: "Karim" });
  await runTool(shop, "customers_save", { full_name: "Karim", email: "karim@example.dz" });
  await runTool(shop, "promotions_save", {
    ...{ title: "Karim", code: "karim@example.dz", discount_type: "percentage", discount_value: 5 },
  });
  return shop;
}

/** How many ids a call finds in `asked` within a transaction of the store `inside`; "" is none. */
const foundBy = (statement: string, asked: string, inside: string, role = "hanout_app"): Promise<number> =>
  driver.transaction(async (connection) => {
    await connection.query("select set_config('role', $1, true), set_config('hanout.site_id', $2, true)", [
      role,
      inside,
    ]);
    return (await connection.query(statement, [asked])).length;
  });

test.each(FINDERS)("%s finds rows of the transaction's store only", async (statement) => {
  const [shop, other] = [await filled(), await filled()];

  expect(await foundBy(statement, shop.id, shop.id)).toBe(1);
  expect(await foundBy(statement, shop.id, other.id)).toBe(0);
  expect(await foundBy(statement, shop.id, "")).toBe(0);
});
