import { Type } from "typebox";
import { expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { openShop } from "../../support/app.ts";
import { refused, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { call, previewTool } from "../../support/operations.ts";
import { ordered } from "../../support/selling.ts";

const AMINA = { full_name: "Amina Kaci", email: "amina.kaci@example.dz", phone: "0661 22 33 44" };
const OTHER_PHONE = "0770 55 66 77";

test("removes the numbers of an erased customer from the block list, and says so", async () => {
  const shop = await openShop();
  const { id } = await shop.product();
  await runTool(shop, "customers_save", AMINA);
  await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_email: AMINA.email, customer_phone: OTHER_PHONE });
  await runTool(shop, "blocked_phones_save", { phones: [AMINA.phone, OTHER_PHONE, "0550 12 34 56"], note: "Amina K." });

  const dry = await call(shop, "customers_erase", { customer: AMINA.email, dry_run: true });
  const confirm = await previewTool(shop, "customers_erase", { customer: AMINA.email });
  const { data, text } = await confirm();

  expect(dry.data.phones_unblocked).toBe(2);
  expect(data).toMatchObject({ erased: true, phones_unblocked: 2 });
  expect(text).toContain("no longer blocked");
  expect((await runTool(shop, "blocked_phones_list")).data).toMatchObject([{ phone: "+213550123456" }]);
});

test("erases a person who is only in the block list, with what is kept to undo changes", async () => {
  const shop = await openShop();
  const save = (args: object) => runTool(shop, "blocked_phones_save", { phones: [AMINA.phone], ...args });
  await save({ note: "Amina Kaci, Oran" });
  await save({ note: "Amina refused twice" });
  const freed = await save({ is_blocked: false });
  await save({ note: "Amina again" });

  const answer = await runConfirmedTool(shop, "customers_erase", { customer: AMINA.phone });

  expect(answer).toMatchObject({ id: null, phones_unblocked: 1, orders_anonymised: 0 });
  const images = await shop.rows(
    Type.Object({ text: Type.String() }),
    sql`select concat(before, after) as text from row_images where site_id = ${shop.id}`,
  );
  expect(JSON.stringify(images)).not.toMatch(/amina|661223344/i);
  const log = await runTool(shop, "changes_list", { response_format: "detailed", limit: 100 });
  expect(JSON.stringify(log)).not.toMatch(/amina|661223344/i);
  expect((await refused(shop, "changes_undo", { changes: [freed.change_id] }))?.code).toBe("not_undoable");
  expect((await refused(shop, "customers_erase", { customer: AMINA.phone, dry_run: true }))?.code).toBe(
    "customer_not_found",
  );
});

test("the key of a retry answers no erased number", async () => {
  const shop = await openShop();
  await runTool(shop, "blocked_phones_save", { phones: [AMINA.phone], idempotency_key: "once" });
  await runConfirmedTool(shop, "customers_erase", { customer: AMINA.phone });

  const kept = await shop.rows(
    Type.Object({ response: Type.String() }),
    sql`select response::text as response from idempotency_keys where site_id = ${shop.id}`,
  );

  expect(JSON.stringify(kept)).not.toContain("661223344");
});

test("forgets the numbers that are not blocked any more", async () => {
  const shop = await openShop();
  const { id } = await shop.product();
  await runTool(shop, "customers_save", AMINA);
  await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_email: AMINA.email, customer_phone: OTHER_PHONE });
  const numbers = { phones: [AMINA.phone, OTHER_PHONE] };
  await runTool(shop, "blocked_phones_save", { ...numbers, note: "Amina K.", idempotency_key: "once" });
  const freed = await runTool(shop, "blocked_phones_save", { ...numbers, is_blocked: false, idempotency_key: "twice" });

  await runConfirmedTool(shop, "customers_erase", { customer: AMINA.email });

  const kept = await shop.rows(
    Type.Object({ text: Type.String() }),
    sql`
    select concat(before, after) as text from row_images where site_id = ${shop.id}
    union all
    select response::text from idempotency_keys where site_id = ${shop.id}
  `,
  );
  expect(JSON.stringify(kept)).not.toMatch(/amina|66122|77055/i);
  expect((await refused(shop, "changes_undo", { changes: [freed.change_id] }))?.code).toBe("not_undoable");
  expect((await runTool(shop, "blocked_phones_list")).data).toEqual([]);
});
