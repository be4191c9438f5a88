import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, openShop, rowsForOwner, type Shop } from "../../support/app.ts";
import { customerOf } from "../../support/customers.ts";
import { refused, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { callConfirmed } from "../../support/operations.ts";
import { cartWith, expectInvariants, order, ordered, promote } from "../../support/selling.ts";

/** What erasing a person removes: the account, and the personal data in orders of its id, phone number or e-mail. */

const PERSONAL_DATA = /hidden|661 ?22 ?33 ?44|zubayda/i;
const PHONE = "0661 22 33 44";
const ZUBAYDA = { email: "zubayda@example.dz", full_name: "Zubayda", phone: PHONE };
const OTHER_PHONE = "0770 00 00 01";
const PERSONAL_FIELDS = {
  customer_name: "Hidden Name",
  customer_commune: "Hiddenville",
  customer_notes: "Hidden note",
  customer_wilaya: "Hidden house",
  shipping_address: { line1: "Hidden street" },
};

let shop: Shop;
let product_id: string;
let orders = 0;

beforeEach(async () => {
  shop = await openShop();
  product_id = (await shop.product({ stock: 100, sku: "VASE" })).id;
  const tenth = { discount_type: "percentage" as const, discount_value: 1000 };
  await promote(shop, { ...tenth, title: "Nine", code: "NINE", usage_limit_per_customer: 9 });
});

/** Places an order with a coupon and an idempotency key; the merchant logs a call. */
async function buy(given: object, headers: Record<string, string> = {}): Promise<Answer["body"]> {
  const cart = await cartWith(shop, { product_id, quantity: 1 });
  const key = { "idempotency-key": `order ${++orders}` };
  const { status, body } = await order(
    shop,
    cart,
    { ...PERSONAL_FIELDS, coupon_code: "NINE", ...given },
    { ...headers, ...key },
  );
  expect(status, JSON.stringify(body)).toBe(201);
  await runTool(shop, "orders_log_call", { order: body.id, outcome: "answered", text: "Hidden call" });
  return body;
}

/** Returns all rows of the store as JSON text, by table. */
async function allRows(): Promise<Record<string, string>> {
  const tables = (await rowsForOwner(
    `select c.relname as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    [],
  )) as { name: string }[];
  const rowsByTable: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = (await rowsForOwner(`select json_agg(t)::text as rows from ${name} t where site_id = $1`, [
      shop.id,
    ])) as { rows: string | null }[];
    rowsByTable[name] = row?.rows ?? "";
  }
  return rowsByTable;
}

const numbers = (...placed: { order_number: string }[]) => placed.map(({ order_number }) => order_number).sort();
const numbersIn = (listed: { order_number: string }[]) => numbers(...listed);

/** The personal data of an order that a merchant sees. */
const personalDataOf = async ({ id }: { id: string }) => {
  const { customer_id, customer_name, customer_phone, notes } = await runTool(shop, "orders_get", {
    order: id,
    response_format: "detailed",
  });
  return { customer_id, customer_name, customer_phone, note: notes[0]?.text ?? "" };
};
const ERASED = { customer_id: null, customer_name: "(erased)", customer_phone: "(erased)", note: "" };

describe("erasing an account", () => {
  test("makes its orders anonymous, and guests' orders with its phone number or e-mail", async () => {
    const { id, headers } = await customerOf(shop, ZUBAYDA);
    const mine = await buy({ customer_phone: PHONE, customer_email: ZUBAYDA.email }, headers);
    const elsewhere = await buy({ customer_phone: "0661 223344 ", customer_email: "hidden@example.dz" }, headers);
    const byPhone = await buy({ customer_phone: "+213661223344" });
    const byEmail = await buy({ customer_phone: PHONE, customer_email: "ZUBAYDA@example.dz" });
    const called = await runTool(shop, "orders_create", {
      items: [{ item: "VASE", quantity: 1 }],
      ...PERSONAL_FIELDS,
      customer_wilaya: "16",
      customer_phone: PHONE,
      idempotency_key: "hidden call",
    });
    const stranger = await ordered(shop, [{ product_id, quantity: 1 }]);
    const theirs = [mine, elsewhere, byPhone, byEmail, called];

    const dry = await runTool(shop, "customers_erase", { customer: PHONE, dry_run: true });
    expect(numbersIn(dry.orders)).toEqual(numbers(...theirs));
    expect(dry).toMatchObject({ dry_run: true, orders_count: 5, orders_left_count: 0, orders_left: [] });
    expect(dry.orders).toContainEqual({
      order_number: mine.order_number,
      status: "pending",
      by: ["account", "phone", "email"],
    });
    expect(dry.orders).toContainEqual({ order_number: byPhone.order_number, status: "pending", by: ["phone"] });
    expect((await personalDataOf(byPhone)).customer_name).toBe("Hidden Name");

    const erased = await runConfirmedTool(shop, "customers_erase", { customer: PHONE });
    expect(erased).toMatchObject({ id, erased: true, orders_anonymised: 5, orders_left: [] });
    for (const one of theirs) expect(await personalDataOf(one)).toEqual(ERASED);
    for (const [table, rows] of Object.entries(await allRows())) {
      expect([table, PERSONAL_DATA.exec(rows)?.[0]]).toEqual([table, undefined]);
    }
    expect((await personalDataOf(stranger)).customer_name).toBe("Karim Benali");
    await expectInvariants(shop);
  });

  test("lists the orders of another account with its phone number, and does not change them", async () => {
    const { id, headers } = await customerOf(shop, ZUBAYDA);
    const twin = await customerOf(shop, { ...ZUBAYDA, email: "twin@example.dz", full_name: "Twin" });
    const mine = await buy({ customer_phone: PHONE }, headers);
    const others = await buy({ customer_phone: PHONE, customer_name: "Twin" }, twin.headers);
    const mail = await buy({ customer_phone: OTHER_PHONE, customer_email: ZUBAYDA.email }, twin.headers);
    const guest = await buy({ customer_phone: PHONE });

    expect(await refused(shop, "customers_erase", { customer: PHONE, dry_run: true })).toMatchObject({
      code: "invalid_value",
      allowed: [id, twin.id],
    });
    const dry = await runTool(shop, "customers_erase", { customer: id, dry_run: true });
    expect(numbersIn(dry.orders)).toEqual(numbers(mine, guest));
    expect(dry.orders_left).toEqual([
      { order_number: others.order_number, status: "pending", by: ["phone"] },
      { order_number: mail.order_number, status: "pending", by: ["email"] },
    ]);
    const { text } = await callConfirmed(shop, "customers_erase", { customer: id });

    expect(text).toContain(`to another account: ${others.order_number}, ${mail.order_number}.`);
    expect(await personalDataOf(guest)).toEqual(ERASED);
    expect(await personalDataOf(others)).toMatchObject({
      customer_id: twin.id,
      customer_name: "Twin",
      note: "Hidden call",
    });
    expect((await shop.get("/orders", twin.headers)).body.pagination.total).toBe(2);
    await expectInvariants(shop);
  });
});

describe("erasing a guest", () => {
  test("by phone number makes all orders with it anonymous, and no others", async () => {
    const [first, second] = [await buy({ customer_phone: PHONE }), await buy({ customer_phone: "+213 661-22-33-44" })];
    const other = await buy({ customer_phone: OTHER_PHONE, customer_email: "hidden@example.dz" });

    expect(await refused(shop, "customers_erase", { customer: PHONE })).toMatchObject({
      code: "confirmation_required",
    });
    const dry = await runTool(shop, "customers_erase", { customer: "0661223344", dry_run: true });
    expect(numbersIn(dry.orders)).toEqual(numbers(first, second));
    expect(dry.changes.map(({ entity }: { entity: string }) => entity)).toEqual(["order", "order"]);
    const erased = await runConfirmedTool(shop, "customers_erase", { customer: "0661223344" });

    expect(erased).toMatchObject({ id: null, erased: true, orders_anonymised: 2 });
    expect([await personalDataOf(first), await personalDataOf(second)]).toEqual([ERASED, ERASED]);
    expect(await personalDataOf(other)).toMatchObject({ customer_name: "Hidden Name", note: "Hidden call" });
    expect(JSON.stringify(await allRows())).not.toMatch(/661 ?22 ?33 ?44/);
    expect(await refused(shop, "customers_erase", { customer: PHONE })).toMatchObject({
      code: "customer_not_found",
    });
    await expectInvariants(shop);
  });

  test("by e-mail ignores case, and does not change orders of an account with that e-mail", async () => {
    const twin = await customerOf(shop, { email: "twin@example.dz", phone: OTHER_PHONE });
    const mine = await buy({ customer_phone: PHONE, customer_email: "Hidden@example.dz" });
    const others = await buy({ customer_phone: OTHER_PHONE, customer_email: "hidden@example.dz" }, twin.headers);

    const erased = await runConfirmedTool(shop, "customers_erase", { customer: " HIDDEN@example.dz" });

    expect(numbersIn(erased.orders)).toEqual(numbers(mine));
    expect(numbersIn(erased.orders_left)).toEqual(numbers(others));
    expect(await personalDataOf(mine)).toEqual(ERASED);
    expect((await personalDataOf(others)).customer_name).toBe("Hidden Name");
  });

  test("still counts the guest's uses of a coupon", async () => {
    await buy({ customer_phone: PHONE });
    await runConfirmedTool(shop, "customers_erase", { customer: PHONE });

    const [promotion] = (await runTool(shop, "promotions_search", { response_format: "detailed" })).data;
    expect(promotion).toMatchObject({ uses: 1 });
    await expectInvariants(shop);
  });

  test.each(["0770 99 99 99", "nobody@example.dz", "x", "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d", "(erased)", "%"])(
    "is refused for %s, which no customer has",
    async (customer) => {
      await buy({ customer_phone: PHONE });

      expect(await refused(shop, "customers_erase", { customer })).toMatchObject({
        code: "customer_not_found",
      });
    },
  );
});
