import { expect, test } from "vitest";
import { enterStore } from "../../src/db/roles.ts";
import { asOwner, driver, openShop, type Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { ordered } from "../support/selling.ts";

/** Calls of the functions that run as the owner of the tables. `$1` is the store that they are asked for. */
const FINDERS = [
  `select search_order_ids(site => $1, words => '{karim}', digits => null, known => null, region => null,
    wanted_status => null, wanted_payment_status => null, wilaya => null, among => null, products => null,
    variants => null, carriers => null, tracking_numbers => null, wanted_reason => null, method => null,
    min_total => null, max_total => null, to_call_at => null, to_ship => false, from_time => null, to_time => null, after_time => null,
    after_id => null, max_rows => 10)`,
  `select find_customer_ids(site => $1, words => '{karim}', email_part => null, digits => null, after_time => null,
    after_id => null, max_rows => 10, for_count => false)`,
  `select find_entry_ids(site => $1, names => '{karim@example.dz}', slugs => '{}', only_variants => null, wanted_entities => null,
    wanted_operation => null, wanted_actors => null, from_time => null, to_time => null, after_time => null,
    after_id => null, max_rows => 10)`,
  `select find_logged_things($1, '{karim@example.dz}', 'karim@example.dz', 10)`,
];

/** A store in which each of them finds something. */
async function filled(): Promise<Shop> {
  const shop = await openShop();
  const { id } = await shop.product();
  await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_name: "Karim" });
  await runTool(shop, "customers_save", { full_name: "Karim", email: "karim@example.dz" });
  await runTool(shop, "promotions_save", {
    title: "Karim",
    code: "karim@example.dz",
    discount_type: "percentage",
    discount_value: 5,
  });
  return shop;
}

/** How many ids a call finds in the store `asked`, as `hanout_app` in the store `inside`, or in none. */
const countFound = (statement: string, asked: Shop, inside?: Shop): Promise<number> =>
  asOwner(async (connection) => {
    await connection.exec(inside ? enterStore(inside.id) : "set local role hanout_app");
    return (await connection.query(statement, [asked.id])).length;
  });

test.each(FINDERS)(
  "%s finds rows of the transaction's store only, and plain reads may not call it",
  async (statement) => {
    const [shop, other] = [await filled(), await filled()];

    expect(await countFound(statement, shop, shop)).toBe(1);
    expect(await countFound(statement, shop, other)).toBe(0);
    expect(await countFound(statement, shop)).toBe(0);
    await expect(driver.read(statement, [shop.id])).rejects.toThrow(/permission denied/);
  },
);
