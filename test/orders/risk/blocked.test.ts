import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { at, auditSummary, refused, runConfirmedTool, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { cartWith, expectInvariants, order, ordered } from "../../support/selling.ts";

const PHONE = "0550 12 34 56";
const SPELLINGS = ["0550123456", "+213 550-12-34-56", "00213 550 12 34 56", "(0550) 12.34.56"];

async function shopWithVase(blocked_phone_policy = "mark"): Promise<{ shop: Shop; vase: string }> {
  const shop = await openShop();
  const { id: vase } = await shop.product({ slug: "vase", stock: 50 });
  await runTool(shop, "store_update", { blocked_phone_policy });
  return { shop, vase };
}

const listOf = async (shop: Shop, args: object = {}) => (await runTool(shop, "blocked_phones_list", args)).data;

describe("a store that refuses orders of blocked phones", () => {
  test.each(SPELLINGS)("refuses %s, says no more, and leaves the cart open", async (customer_phone) => {
    const { shop, vase } = await shopWithVase("refuse");
    await runTool(shop, "blocked_phones_save", { phones: [PHONE], note: "Refused four parcels" });
    const cart = await cartWith(shop, { product_id: vase, quantity: 1 });

    const { status, body } = await order(shop, cart, { customer_phone }, { "idempotency-key": "once" });

    expect([status, body.code]).toEqual([422, "order_refused"]);
    expect(body.errors).toEqual([]);
    expect(`${body.title} ${body.detail}`).not.toMatch(/block|phone|number|parcels|550/i);
    const known = ["type", "title", "status", "code", "detail", "instance", "request_id", "errors"];
    expect(Object.keys(body)).toEqual(known);
    expect((await seen(shop, `/cart/${cart}`)).items).toHaveLength(1);
    const other = await order(shop, cart, { customer_phone: "0550 12 34 57" }, { "idempotency-key": "twice" });
    expect(other.status).toBe(201);
    await expectInvariants(shop);
  });

  test("takes them again once the phone is unblocked", async () => {
    const { shop, vase } = await shopWithVase("refuse");
    await runTool(shop, "blocked_phones_save", { phones: [PHONE] });
    await runTool(shop, "blocked_phones_save", { phones: [SPELLINGS[1]], is_blocked: false });

    await ordered(shop, [{ product_id: vase, quantity: 1 }], { customer_phone: PHONE });

    expect(await listOf(shop)).toEqual([]);
  });

  test("takes what a merchant orders for them, and says that the phone is blocked", async () => {
    const { shop } = await shopWithVase("refuse");
    await runTool(shop, "blocked_phones_save", { phones: [PHONE] });
    const phoneOrder = { items: [{ item: "vase", quantity: 1 }], customer_name: "Karim", customer_phone: SPELLINGS[2] };

    const dry = await call(shop, "orders_create", { ...phoneOrder, dry_run: true });
    const { data, text } = await call(shop, "orders_create", phoneOrder);
    const free = await call(shop, "orders_create", { ...phoneOrder, customer_phone: "0661 00 00 01" });

    expect(dry.text).toContain("The store has blocked this phone number.");
    expect(dry.data.is_blocked).toBe(true);
    expect(data.is_blocked).toBe(true);
    expect(text).toContain("The store has blocked this phone number.");
    expect(free.data.is_blocked).toBe(false);
    expect(free.text).not.toContain("blocked");
  });
});

test("a store that marks them takes the order, and shows that the phone is blocked", async () => {
  const { shop, vase } = await shopWithVase();
  const { text } = await call(shop, "blocked_phones_save", { phones: [PHONE] });
  const placed = await ordered(shop, [{ product_id: vase, quantity: 1 }], { customer_phone: SPELLINGS[3] });

  expect(text).toContain("blocked_phone_policy: refuse");
  expect(JSON.stringify(placed)).not.toContain("blocked");
  expect(await runTool(shop, "orders_get", { order: placed.order_number })).toMatchObject({ is_blocked: true });
  expect((await runTool(shop, "orders_search")).data).toMatchObject([{ is_blocked: true }]);
});

describe("blocked_phones_save", () => {
  test("takes several spellings as one number, and keeps a note that is not sent", async () => {
    const { shop } = await shopWithVase();
    const save = (args: object) => runTool(shop, "blocked_phones_save", args);

    expect(await save({ phones: [PHONE, ...SPELLINGS, "12 34 56 78"], note: " Fake " })).toMatchObject({ changed: 2 });
    expect(await save({ phones: [PHONE] })).toMatchObject({ changed: 0 });
    expect(await save({ phones: [PHONE], note: "" })).toMatchObject({ changed: 1 });

    expect(await listOf(shop, { query: "550 12" })).toMatchObject([{ phone: "+213550123456" }]);
    expect(await listOf(shop, { query: "5678" })).toMatchObject([{ phone: "+21312345678", note: "Fake" }]);
    expect((await listOf(shop, { query: PHONE }))[0]).not.toHaveProperty("note");
  });

  test("refuses a text that is no phone number, and blocks none", async () => {
    const { shop } = await shopWithVase();
    const problem = await refused(shop, "blocked_phones_save", { phones: [PHONE, "Karim"] });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "phones.1" }] });
    expect(await listOf(shop)).toEqual([]);
    expect(await refused(shop, "blocked_phones_list", { query: "Karim" })).toMatchObject({ code: "invalid_value" });
  });

  test("wants a token for more than 20 numbers, which the list shows in pages, newest first", async () => {
    const { shop } = await shopWithVase();
    const phones = Array.from({ length: 22 }, (_, i) => `0550 00 00 ${i + 10}`);
    expect(await refused(shop, "blocked_phones_save", { phones })).toMatchObject({ code: "confirmation_required" });
    await at(Date.now() - 60_000, () => runConfirmedTool(shop, "blocked_phones_save", { phones }));
    await runTool(shop, "blocked_phones_save", { phones: [PHONE] });

    const first = await runTool(shop, "blocked_phones_list", { limit: 12 });
    const second = await runTool(shop, "blocked_phones_list", { limit: 12, cursor: first.next_cursor });

    expect(first).toMatchObject({ total: 23, data: [{ phone: "+213550123456" }, ...Array(11).fill({})] });
    const all = [...first.data, ...second.data].map(({ phone }: { phone: string }) => phone);
    expect([new Set(all).size, second.next_cursor]).toEqual([23, null]);
  });

  test("is undone, and the log names no number", async () => {
    const { shop } = await shopWithVase();
    const blocked = await runTool(shop, "blocked_phones_save", { phones: [PHONE], note: "Refused" });
    const noted = await runTool(shop, "blocked_phones_save", { phones: [PHONE], note: "Refused twice" });
    const freed = await runTool(shop, "blocked_phones_save", { phones: [PHONE], is_blocked: false });

    await runTool(shop, "changes_undo", { changes: [freed.change_id] });
    expect(await listOf(shop)).toMatchObject([{ phone: "+213550123456", note: "Refused twice" }]);
    await runTool(shop, "changes_undo", { changes: [noted.change_id] });
    expect(await listOf(shop)).toMatchObject([{ note: "Refused" }]);
    await runTool(shop, "changes_undo", { changes: [blocked.change_id] });

    expect(await listOf(shop)).toEqual([]);
    expect((await auditSummary(shop)).join("\n")).not.toMatch(/550123|Refused/);
  });

  test("a number that was blocked again since stays, and the undo says why", async () => {
    const { shop } = await shopWithVase();
    await runTool(shop, "blocked_phones_save", { phones: [PHONE] });
    const freed = await runTool(shop, "blocked_phones_save", { phones: [PHONE], is_blocked: false });
    await runTool(shop, "blocked_phones_save", { phones: [PHONE], note: "Again" });

    const problem = await refused(shop, "changes_undo", { changes: [freed.change_id] });

    expect(problem?.code).toBe("undo_conflict");
    expect(problem?.detail).toContain("another blocked phone has its number now");
  });
});

test("changes_list finds the blocking of a phone by its number, in any spelling", async () => {
  const { shop } = await shopWithVase();
  await runTool(shop, "blocked_phones_save", { phones: [PHONE, "0661 22 33 44"], note: "Refused four parcels" });

  for (const of of SPELLINGS) {
    const { data } = await runTool(shop, "changes_list", { of });
    expect(data).toMatchObject([{ operation: "blocked_phones_save" }]);
  }
});
