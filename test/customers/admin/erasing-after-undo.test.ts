import { Type } from "typebox";
import { expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { refused, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { ordered } from "../../support/selling.ts";

const PERSON = { full_name: "Amina Kaci", email: "amina.kaci@example.dz", phone: "0661 22 33 44" };

/** All that is kept to undo changes, as one text. */
async function kept(shop: Shop): Promise<string> {
  const rows = await shop.rows(
    Type.Object({ text: Type.String() }),
    sql`select concat(before, after) as text from row_images where site_id = ${shop.id}`,
  );
  return rows.map(({ text }) => text).join("\n");
}

test("erases the rows that are kept to undo changes of an account and of its orders", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ slug: "vase" });
  await runTool(shop, "customers_save", PERSON);
  const changed = await runTool(shop, "customers_save", { customer: PERSON.email, full_name: "Amina K." });
  const order = await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_phone: PERSON.phone });
  await runTool(shop, "orders_update", { order: order.order_number, customer_name: "Madame Kaci" });
  await runTool(shop, "orders_add_note", { order: order.order_number, text: "Appeler Amina" });
  expect(await kept(shop)).toContain("Madame Kaci");

  await runConfirmedTool(shop, "customers_erase", { customer: PERSON.email });

  expect(await kept(shop)).not.toMatch(/amina|kaci|66122/i);
  expect(await refused(shop, "changes_undo", { changes: [changed.change_id] })).toMatchObject({ code: "not_undoable" });
});

test.each(["email", "phone"] as const)(
  "erases by %s who was removed by an undo, so that nothing brings her back",
  async (by) => {
    const shop = await openShop();
    const created = await runTool(shop, "customers_save", PERSON);
    const undo = await runTool(shop, "changes_undo", { changes: [created.change_id] });
    expect(await kept(shop)).toContain("Amina Kaci");

    await runConfirmedTool(shop, "customers_erase", { customer: PERSON[by] });

    expect(await kept(shop)).not.toMatch(/amina|kaci|66122/i);
    expect(await refused(shop, "changes_undo", { changes: [undo.change_id] })).toMatchObject({ code: "not_undoable" });
    expect(await refused(shop, "customers_get", { customer: PERSON.email })).toMatchObject({
      code: "customer_not_found",
    });
  },
);

test("erases what an account that was removed by an undo was called, also between other changes", async () => {
  const shop = await openShop();
  const save = async (args: object) => (await runTool(shop, "customers_save", args)).change_id;
  const created = await save({ ...PERSON, email: "before@example.dz" });
  const renamed = await save({ customer: "before@example.dz", full_name: "Amina Kaci-Haddad" });
  const moved = await save({ customer: "before@example.dz", email: PERSON.email });
  await runTool(shop, "changes_undo", { changes: [moved, renamed, created] });
  const other = await save({ full_name: "Rachid Amari", email: "rachid@example.dz" });

  await runConfirmedTool(shop, "customers_erase", { customer: PERSON.email });

  expect(await kept(shop)).not.toMatch(/amina|kaci|66122|before@/i);
  for (const change of [created, renamed, moved]) {
    const shown = await runTool(shop, "changes_list", { change, response_format: "detailed" });
    expect(JSON.stringify(shown)).not.toMatch(/amina/i);
  }
  await runTool(shop, "changes_undo", { changes: [other] });
});
