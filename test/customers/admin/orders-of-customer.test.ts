import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, openShop, type Shop } from "../../support/app.ts";
import { customerOf } from "../../support/customers.ts";
import { refused, runTool } from "../../support/mcp-tasks.ts";
import { BUYER, cartWith, expectInvariants, order, ordered } from "../../support/selling.ts";

/** Which orders belong to a customer for the merchant and for the storefront; orders taken on the phone. */

const AMINA = { email: "amina@example.dz", full_name: "Amina", phone: "0661 22 33 44" };

let shop: Shop;
let product_id: string;
let amina: { id: string; headers: { authorization: string } };

beforeEach(async () => {
  shop = await openShop();
  product_id = (await shop.product({ price: 100_000, stock: 100, sku: "VASE" })).id;
  amina = await customerOf(shop, AMINA);
});

const oneVase = () => [{ product_id, quantity: 1 }];
const orderAsGuest = (given: object) => ordered(shop, oneVase(), given);
const orderSignedIn = async (given: object = {}, { headers } = amina): Promise<Answer["body"]> =>
  (await order(shop, await cartWith(shop, ...oneVase()), given, headers)).body;
const orderByPhone = (given: object) =>
  runTool(shop, "orders_create", { ...BUYER, items: [{ item: "VASE", quantity: 1 }], ...given });

const numbers = (orders: { order_number: string }[]) => orders.map(({ order_number }) => order_number).sort();
const searchOrders = async (customer: string) => numbers((await runTool(shop, "orders_search", { customer })).data);
const listOrders = async ({ headers } = amina) => numbers((await shop.get("/orders", headers)).body.data);

describe("a customer's orders", () => {
  test("are, for the merchant, those with the account, the phone number or the e-mail, each once", async () => {
    const mine = await orderSignedIn({ customer_phone: "0661223344", customer_email: AMINA.email });
    const byPhone = await orderAsGuest({ customer_phone: "+213 661 22 33 44" });
    const byEmail = await orderAsGuest({ customer_phone: "0770000001", customer_email: "AMINA@example.dz" });
    const called = await orderByPhone({ customer_phone: "0661223344" });
    await orderAsGuest({ customer_phone: "0770000001" }); // the phone number of her guest order, not of her account
    const cancelled = await orderAsGuest({ customer_phone: "0661223344" });
    await runTool(shop, "orders_cancel", { order: cancelled.id });

    const all = numbers([mine, byPhone, byEmail, called, cancelled]);
    for (const customer of [amina.id, AMINA.email, "0661 22 33 44"]) expect(await searchOrders(customer)).toEqual(all);
    const spent = { orders_count: 5, total_spent: 4000 };
    expect(await runTool(shop, "customers_get", { customer: amina.id })).toMatchObject(spent);
    const { data } = await runTool(shop, "customers_search", { query: "amina" });
    expect(data).toMatchObject([{ id: amina.id, ...spent, last_order_at: cancelled.created_at }]);
  });

  test("are, for the storefront, those placed with her token or assigned by the merchant", async () => {
    const mine = await orderSignedIn();
    const joined = await orderByPhone({ customer: AMINA.email });
    const byPhone = await orderAsGuest({ customer_phone: AMINA.phone, customer_email: AMINA.email });

    expect(await listOrders()).toEqual(numbers([mine, joined]));
    const seenBy = async ({ order_number }: { order_number: string }) =>
      (await shop.get(`/orders/track/${order_number}`, amina.headers)).body.customer_name;
    expect(await seenBy(joined)).toBe("Karim Benali");
    expect(await seenBy(byPhone)).toBe("K*** B***");
  });

  test("do not include other orders without a phone number when she has none", async () => {
    const { id } = await customerOf(shop, { email: "nobody@example.dz", phone: null });
    await orderAsGuest({});

    expect(await runTool(shop, "customers_get", { customer: id })).toMatchObject({
      orders_count: 0,
      last_order_at: null,
    });
    expect(await searchOrders(id)).toEqual([]);
  });
});

describe("an order taken on the phone", () => {
  test.each([
    ["id", () => amina.id],
    ["e-mail", () => "Amina@Example.dz"],
    ["phone number", () => "0661 22 33 44"],
  ])("belongs to the account of this %s", async (_, customer) => {
    const { id } = await orderByPhone({ customer: customer() });

    const whole = await runTool(shop, "orders_get", { order: id, response_format: "detailed" });
    expect(whole).toMatchObject({ customer_id: amina.id, customer_phone: "+213550123456" });
    expect(whole.history).toMatchObject([{ actor: "key First secret key" }]);
    await expectInvariants(shop);
  });

  test("is refused for an unknown account, and for a phone number of two accounts, which are listed", async () => {
    const twin = await customerOf(shop, { ...AMINA, email: "twin@example.dz", full_name: "Twin\u202e" });
    const other = await openShop();
    const foreign = await customerOf(other, { email: "foreign@example.dz" });

    const wanted = { ...BUYER, items: [{ item: "VASE", quantity: 1 }] };
    const several = await refused(shop, "orders_create", { ...wanted, customer: AMINA.phone });
    expect(several).toMatchObject({
      code: "invalid_value",
      errors: [{ path: "customer" }],
      allowed: [amina.id, twin.id],
      candidates: [
        { id: amina.id, full_name: "Amina", email: "amina@example.dz" },
        { id: twin.id, full_name: "Twin", email: "twin@example.dz" },
      ],
    });
    for (const customer of [foreign.id, "foreign@example.dz", "0770000009", "x"]) {
      expect(await refused(shop, "orders_create", { ...wanted, customer })).toMatchObject({
        code: "customer_not_found",
      });
    }
    expect((await runTool(shop, "orders_search")).total).toBe(0);
    await expectInvariants(shop);
  });
});
