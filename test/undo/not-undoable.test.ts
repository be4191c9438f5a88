import { beforeEach, describe, expect, test } from "vitest";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { keyring, tokens } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { Merchant } from "./merchant.ts";

const KARIM = { customer_name: "Karim", customer_phone: "0550 12 34 56" };
const NAMES = merchantOperations(keyring, tokens).map(({ name }) => name);

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.open();
  await merchant.shop.product({ slug: "lampe", sku: "LAMPE", price: 230_000, stock: 50 });
});

const placed = async (): Promise<string> =>
  (await merchant.do("orders_create", { items: [{ item: "LAMPE", quantity: 1 }], ...KARIM })).order_number;

/** Makes a change; answers why it cannot be undone, which its dry run, the list of changes and the refusal say alike. */
async function reasonOf(operation: string, args: object): Promise<string> {
  const dry = await call(merchant.shop, operation, { ...args, dry_run: true });
  const change = await merchant.change(operation, args);
  const { data } = await merchant.do("changes_list", { operation, response_format: "detailed" });
  const { not_undoable } = data.find(({ change_id }: { change_id: string }) => change_id === change);
  expect(dry.data.not_undoable, operation).toBe(not_undoable);
  expect(dry.text).toContain(`changes_undo cannot undo it: ${not_undoable}`);
  expect((await merchant.tryUndo([change])).problem).toMatchObject({
    code: "not_undoable",
    detail: expect.stringContaining(not_undoable),
  });
  for (const [name] of not_undoable.matchAll(/\b[a-z]+(_[a-z]+)+\b/g)) {
    if (name !== "take_back") expect(NAMES).toContain(name);
  }
  return not_undoable;
}

describe("a change that cannot be undone says what to do instead", () => {
  test("of an order from its placing to its return", async () => {
    const order = await placed();
    const shipment = { carrier: "Yalidine", tracking_number: "YAL-1" };
    const rows = { carrier: "Yalidine", rows: [{ ref: "YAL-1", amount: 4600 }] };

    expect(await reasonOf("orders_update", { order, items: [{ line: "LAMPE", quantity: 2 }] })).toBe(
      "Lines or promotions of the order changed; orders_update changes them again.",
    );
    expect(await reasonOf("orders_confirm", { order })).toContain("orders_cancel");
    expect(await reasonOf("orders_ship", { order, ...shipment })).toContain(
      "orders_update corrects carrier and tracking number",
    );
    const { total } = await merchant.do("orders_get", { order });
    rows.rows = [{ ref: "YAL-1", amount: total }];
    expect(await reasonOf("cod_reconcile", rows)).toContain("take_back: true");
    expect(await reasonOf("cod_reconcile", { ...rows, take_back: true })).toContain("without take_back");
    expect(await reasonOf("cod_reconcile", rows)).toContain("take_back: true");
    expect(await reasonOf("orders_return", { order, reason: "damaged" })).toContain("orders_create");
    const { data } = await merchant.do("changes_list", { of: order.toLowerCase() });
    expect(data).toHaveLength(8);
  });

  test("of several orders, by what they become", async () => {
    const [one, other] = [await placed(), await placed()];
    const move = (to: string, ...orders: string[]) => reasonOf("orders_move", { to, orders });

    expect(await move("confirmed", one, other)).toContain("or are cancelled");
    expect(await move("shipped", one)).toContain("orders_update corrects carrier and tracking number");
    expect(await move("delivered", one)).toContain("orders_return takes goods back");
    expect(await move("cancelled", other)).toContain("orders_create places new ones");
  });

  test("of payments, merged orders, people and keys", async () => {
    const [one, other, third] = [await placed(), await placed(), await placed()];

    expect(await reasonOf("orders_merge", { order: one, with: other })).toContain("orders_update");
    expect(await reasonOf("orders_set_payment_status", { order: one, payment_status: "paid" })).toContain("a refund");
    expect(await reasonOf("orders_cancel", { order: third })).toContain("orders_create");
    for (const order of [one, other]) {
      const { data } = await merchant.do("changes_list", { of: order, operation: "orders_merge" });
      expect(data).toHaveLength(1);
    }
    expect(await reasonOf("api_keys_create", { name: "K", scopes: ["orders:read"] })).toContain("api_keys_revoke");
    expect(await reasonOf("api_keys_revoke", { key: "K" })).toContain("api_keys_create");
    await merchant.do("customers_erase", { customer: KARIM.customer_phone });
    const { data } = await merchant.do("changes_list", { of: one, operation: "customers_erase" });
    expect(data).toHaveLength(1);
  });
});
