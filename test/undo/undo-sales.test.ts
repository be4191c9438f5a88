import { beforeEach, describe, expect, test } from "vitest";
import { app, rowsForOwner } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { cartWith, expectInvariants, ordered, order as placed } from "../support/selling.ts";
import { Merchant } from "./merchant.ts";

let merchant: Merchant;
let lampe: string;
beforeEach(async () => {
  merchant = await Merchant.open();
  ({ id: lampe } = await merchant.shop.product({ slug: "lampe", sku: "LAMPE", stock: 50 }));
});

const buy = (given: object = {}) => ordered(merchant.shop, [{ product_id: lampe, quantity: 1 }], given);
const buyer = (phone: string) => ({ customer_phone: phone });
const TEN = { title: "Dix", code: "DIX", discount_type: "percentage", discount_value: 10 };
const promotion = async () =>
  (await merchant.do("promotions_search", { response_format: "detailed" })).data.map(
    ({ updated_at: _, ...rest }: { updated_at: string }) => rest,
  );

describe("a promotion", () => {
  test("comes back with its uses, but not with that of an order that was cancelled since", async () => {
    await merchant.do("promotions_save", { ...TEN, usage_limit: 2 });
    const coupon = { coupon_code: "DIX" };
    const { order_number } = await buy({ ...coupon, ...buyer("0550 00 00 01") });
    await buy({ ...coupon, ...buyer("0550 00 00 02") });
    const before = await promotion();
    const change = await merchant.delete("promotion", "DIX");
    const undo = await merchant.undo(change);
    expect(await promotion()).toEqual(before);
    await merchant.undo(undo);
    expect(await promotion()).toEqual([]);

    await merchant.do("orders_cancel", { order: order_number, reason: "late" });
    const [{ undone_by }] = (await rowsForOwner(
      "select undone_by from undone_changes where site_id = $1 and change_id = $2",
      [merchant.shop.id, undo],
    )) as [{ undone_by: string }];
    await merchant.undo(undone_by);
    expect(await promotion()).toEqual([{ ...before[0], uses: 1, state: "running" }]);
    await buy({ ...coupon, ...buyer("0550 00 00 03") });
    await expectInvariants(merchant.shop);
  });

  test("comes back with the use of a person who was erased since: nobody gets the coupon a second time", async () => {
    await merchant.do("promotions_save", { ...TEN, usage_limit: 1 });
    const coupon = { coupon_code: "DIX", ...buyer("0550 00 00 01") };
    await buy(coupon);
    const change = await merchant.delete("promotion", "DIX");
    const customer = "0550 00 00 01";
    const { data } = await call(merchant.shop, "customers_erase", { customer, dry_run: true });
    await merchant.do("customers_erase", { customer, confirm_token: data.confirm_token });
    await merchant.undo(change);

    expect(await promotion()).toMatchObject([{ uses: 1, state: "used_up" }]);
    await expectInvariants(merchant.shop);
  });

  test("comes back with the use of an order that came back: nobody gets the coupon a second time", async () => {
    await merchant.do("promotions_save", { ...TEN, usage_limit: 1 });
    const coupon = { coupon_code: "DIX", ...buyer("0550 00 00 01") };
    const { order_number: order } = await buy(coupon);
    for (const tool of ["orders_confirm", "orders_ship"]) await merchant.do(tool, { order });
    await merchant.do("orders_return", { order, reason: "changed_mind" });
    const before = await promotion();
    await merchant.undo(await merchant.delete("promotion", "DIX"));

    expect(await promotion()).toEqual(before);
    expect(before).toMatchObject([{ uses: 1, state: "used_up" }]);
    const cart = await cartWith(merchant.shop, { product_id: lampe, quantity: 1 });
    expect(await placed(merchant.shop, cart, coupon)).toMatchObject({ body: { code: "coupon_not_applicable" } });
    await expectInvariants(merchant.shop);
  });

  test("gets its former limit back only when it was not used more often", async () => {
    await merchant.do("promotions_save", { ...TEN, usage_limit: 1 });
    const change = await merchant.change("promotions_save", { promotion: "DIX", usage_limit: null });
    for (const phone of ["0550 00 00 01", "0550 00 00 02"]) await buy({ coupon_code: "DIX", ...buyer(phone) });

    expect(await merchant.refusalOf(change)).toEqual([
      "undo_conflict",
      "promotion DIX, usage_limit, it was used 2 times",
    ]);
    await merchant.do("promotions_save", { promotion: "DIX", usage_limit: 5 });
    const lower = await merchant.change("promotions_save", { promotion: "DIX", usage_limit: 3 });
    await merchant.undo(lower);
    await expectInvariants(merchant.shop);
  });

  test("is not left with fields that do not fit together", async () => {
    const times = { starts_at: "2027-01-01T00:00:00Z", expires_at: "2027-02-01T00:00:00Z" };
    await merchant.do("promotions_save", { ...TEN, ...times });
    const longer = await merchant.change("promotions_save", { promotion: "DIX", expires_at: "2027-06-01T00:00:00Z" });
    await merchant.do("promotions_save", { promotion: "DIX", starts_at: "2027-03-01T00:00:00Z" });
    expect(await merchant.refusalOf(longer)).toEqual([
      "undo_conflict",
      "promotion DIX, expires_at, it would end before it starts",
    ]);

    const kind = { discount_type: "buy_x_get_y", discount_value: 100, buy_quantity: 2, get_quantity: 1 };
    const other = await merchant.change("promotions_save", { promotion: "DIX", ...kind, title: "Deux pour un" });
    await merchant.do("promotions_save", { promotion: "DIX", buy_quantity: 3 });
    expect(await merchant.undoPartly(other)).toEqual(["promotion DIX, buy_quantity, changed since"]);
    expect(await promotion()).toMatchObject([{ title: "Dix", discount_type: "buy_x_get_y", buy_quantity: 3 }]);
  });
});

describe("an order", () => {
  const details = async (order: string) =>
    merchant.do("orders_get", { order, response_format: "detailed" }).then(({ updated_at: _, history, ...rest }) => ({
      ...rest,
      history: history.filter(({ changes }: { changes: unknown }) => changes === null),
    }));

  test("gets its details and its total back, and after it was shipped only its shipment", async () => {
    const { order_number: order } = await buy({ customer_wilaya: "Alger" });
    const before = await details(order);
    const change = await merchant.change("orders_update", {
      order,
      customer_name: "Lynda",
      shipping_cost: 650,
      customer_wilaya: "Oran",
      shipping_address: { line1: "Rue 2", commune: "Es Senia" },
    });
    const undo = await merchant.undo(change);
    expect(await details(order)).toEqual(before);
    const again = await merchant.undo(undo);
    expect((await details(order)).customer_name).toBe("Lynda");
    const carrier = await merchant.change("orders_update", { order, carrier: "Yalidine" });
    await merchant.do("orders_confirm", { order });
    await merchant.do("orders_ship", { order });

    await merchant.undo(carrier);
    expect((await merchant.refusalOf(undo))[0]).toBe("not_undoable");
    const late = await merchant.change("orders_update", { order, tracking_number: "A1" });
    await merchant.undo(late);
    expect((await merchant.refusalOf(again))[0]).toBe("undo_conflict");
    await expectInvariants(merchant.shop);
  });

  test("keeps a total that is the sum when only a part is put back", async () => {
    const { order_number: order } = await buy();
    const change = await merchant.change("orders_update", { order, shipping_cost: 500, customer_name: "Lynda" });
    await merchant.do("orders_update", { order, shipping_cost: 700 });

    expect(await merchant.undoPartly(change)).toEqual([`order ${order}, shipping_cost, changed since`]);
    expect(await details(order)).toMatchObject({ customer_name: "Karim Benali", shipping_cost: 700 });
    await expectInvariants(merchant.shop);
  });

  test("keeps the carrier that has paid, and with it what the payment is taken back by", async () => {
    const { order_number: order } = await buy();
    const shipment = { carrier: "Yalidine", tracking_number: "YAL-1" };
    const change = await merchant.change("orders_update", { order, ...shipment });
    await merchant.do("orders_confirm", { order });
    await merchant.do("orders_ship", { order });
    const { total } = await merchant.do("orders_get", { order });
    const paid = { carrier: "Yalidine", rows: [{ ref: order, amount: total }] };
    await merchant.do("cod_reconcile", paid);

    expect(await merchant.refusalOf(change)).toEqual([
      "undo_conflict",
      `order ${order}, carrier, its carrier has paid`,
    ]);
    await merchant.undoPartly(change);
    expect(await merchant.do("orders_get", { order })).toMatchObject({ carrier: "Yalidine", tracking_number: null });
    expect(await merchant.do("cod_reconcile", { ...paid, take_back: true })).toMatchObject({ matched: 1 });
    const rest = await merchant.change("orders_update", { order, carrier: "ZR" });
    await merchant.undo(rest);
    await expectInvariants(merchant.shop);
  });

  test("loses a note, whose text is not in the log", async () => {
    const { order_number: order } = await buy();
    const before = await details(order);
    const change = await merchant.change("orders_add_note", { order, text: "Habite chez Nadia" });
    const undo = await merchant.undo(change);
    expect(await details(order)).toEqual(before);
    await merchant.undo(undo);

    const [{ log }] = (await rowsForOwner("select json_agg(l)::text as log from audit_log l where site_id = $1", [
      merchant.shop.id,
    ])) as [{ log: string }];
    expect(log).not.toContain("Nadia");
  });
});

test("a deleted product gets the stock of a cancelled order once, by the ledger and not by the time", async () => {
  const { id } = await merchant.shop.product({ slug: "lampe", sku: "LAMPE", stock: 10 });
  const { order_number } = await ordered(merchant.shop, [{ product_id: id, quantity: 3 }]);
  const change = await merchant.delete("product", "lampe");
  await merchant.do("orders_cancel", { order: order_number, reason: "late" });
  const back = await merchant.undo(await merchant.undo(await merchant.undo(change)));
  expect(await merchant.stockOf("LAMPE")).toBe(10);
  await merchant.undo(back);

  const other = await merchant.shop.product({ slug: "vase", sku: "VASE", stock: 10 });
  const placed = await ordered(merchant.shop, [{ product_id: other.id, quantity: 3 }]);
  const start = new Date().toISOString();
  await merchant.do("orders_cancel", { order: placed.order_number, reason: "late" });
  const gone = await merchant.delete("product", "vase");
  await rowsForOwner("update audit_calls set created_at = $2 where id = $1 returning id", [gone, start]);
  await merchant.undo(gone);
  expect(await merchant.stockOf("VASE")).toBe(10);
  await expectInvariants(merchant.shop);
});

test("a deleted product gets what came back of an order meanwhile, and not what was damaged", async () => {
  const { id } = await merchant.shop.product({ slug: "vase", sku: "VASE", stock: 10 });
  const { order_number: order } = await ordered(merchant.shop, [{ product_id: id, quantity: 4 }]);
  for (const tool of ["orders_confirm", "orders_ship"]) await merchant.do(tool, { order });
  const back = (quantity: number, reason: string) =>
    merchant.do("orders_return", { order, items: [{ item: "VASE", quantity }], reason });
  await back(1, "changed_mind");
  const change = await merchant.delete("product", "vase");
  await back(1, "changed_mind");
  await back(1, "damaged");
  await merchant.undo(change);
  expect(await merchant.stockOf("VASE")).toBe(8);
  await expectInvariants(merchant.shop);
});

test("a key is not taken back by an undo", async () => {
  const args = { kind: "publishable", name: "Vitrine" };
  const dry = await call(merchant.shop, "api_keys_create", { ...args, dry_run: true });
  expect(dry.data.not_undoable).toContain("api_keys_revoke");
  const { change_id, key } = await merchant.do("api_keys_create", args);
  expect(await merchant.refusalOf(change_id)).toEqual(["not_undoable"]);
  const reply = await app.inject({
    method: "GET",
    url: "/api/v1/storefront/store",
    headers: { "x-api-key": key },
  });
  expect(reply.statusCode).toBe(200);
  const images = await rowsForOwner("select 1 from row_images where site_id = $1 and change_id = $2", [
    ...[merchant.shop.id, change_id],
  ]);
  expect(images).toEqual([]);
});

describe("a customer", () => {
  const LYNDA = { full_name: "Lynda", email: "lynda@example.dz", phone: "0550 12 34 56" };

  test("is removed unless she has ordered, and gets her former e-mail unless it is taken", async () => {
    const { change_id: created, id } = await merchant.do("customers_save", LYNDA);
    const moved = await merchant.change("customers_save", { customer: id, email: "autre@example.dz" });
    const other = await merchant.change("customers_save", { ...LYNDA, full_name: "Autre" });

    const [code, conflict] = await merchant.refusalOf(moved);
    expect([code, conflict]).toEqual(["undo_conflict", expect.stringContaining("another customer has its")]);
    await merchant.undo(other, moved);
    await merchant.undo(created);
    const { total } = await merchant.do("customers_search", { query: "lynda" });
    expect(total).toBe(0);
  });
});
