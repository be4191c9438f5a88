import { beforeEach, describe, expect, test } from "vitest";
import { changeOrderStatus } from "../../src/orders/orders.ts";
import { type Answer, openShop, type Shop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { cartWith, expectInvariants, order, promote, validate } from "../support/selling.ts";

/** A limit per customer counts earlier orders with the same account, phone number or e-mail. */

const AMINA = { email: "amina@example.dz", full_name: "Amina", phone: "0550 12 34 56" };
const OTHER_PHONE = { customer_phone: "0660 11 11 11" };
const OTHER_EMAIL = { customer_email: "other@example.dz" };
const ONCE = { title: "Once", code: "ONCE", discount_type: "percentage" as const, discount_value: 1000 };
const REFUSED = { status: 422, body: { code: "coupon_not_applicable" } };

let shop: Shop;
let product_id: string;

beforeEach(async () => {
  shop = await openShop();
  product_id = (await shop.product({ stock: 1000 })).id;
  await promote(shop, { ...ONCE, usage_limit_per_customer: 1 });
});

/** Places an order of one product with the coupon. */
const buy = async (given: object, headers: Record<string, string> = {}): Promise<Answer> =>
  order(shop, await cartWith(shop, { product_id, quantity: 1 }), { coupon_code: "ONCE", ...given }, headers);

const buyOnPhone = (given: object) =>
  runTool(shop, "orders_create", {
    items: [{ item: product_id, quantity: 1 }],
    customer_name: "Amina",
    coupon_code: "ONCE",
    ...given,
  });

/** Whether `POST /coupons/validate` accepts the same order. */
const isValid = async (given: object, headers: Record<string, string> = {}): Promise<boolean> =>
  (await shop.post("/coupons/validate", { code: "ONCE", cart_total: 100, ...given }, headers)).body.valid;

describe("a coupon for one order of each customer, used by a signed-in customer, is used up", () => {
  test.each([
    ["the phone number entered on the order, in another format", { customer_phone: "+213 660 11 11 11" }],
    [
      "the e-mail entered on the order, in capital letters",
      { customer_phone: "0770111111", customer_email: "TYPED@é.dz" },
    ],
    ["the phone number of the account", { customer_phone: "00213550123456" }],
    ["the e-mail of the account", { customer_phone: "0770111111", customer_email: " Amina@example.dz " }],
  ])("for a guest with %s", async (_, guest) => {
    const { headers } = await customerOf(shop, AMINA);
    expect((await buy({ ...OTHER_PHONE, customer_email: "typed@É.dz" }, headers)).status).toBe(201);

    expect(await isValid(guest)).toBe(false);
    expect(await buy(guest)).toMatchObject(REFUSED);
    expect(await isValid({ customer_phone: "0770111111", ...OTHER_EMAIL })).toBe(true);
    expect((await buy({ customer_phone: "0770111111", ...OTHER_EMAIL })).status).toBe(201);
    await expectInvariants(shop);
  });

  test("for her account with another phone number and e-mail, and for her cart without the token", async () => {
    const { headers } = await customerOf(shop, AMINA);
    expect((await buy(OTHER_PHONE, headers)).status).toBe(201);

    const others = { customer_phone: "0770111111", ...OTHER_EMAIL };
    expect([await isValid(others, headers), await isValid(others)]).toEqual([false, true]);
    expect(await buy(others, headers)).toMatchObject(REFUSED);
    const { body: cart } = await shop.post("/cart", {}, headers);
    await shop.post(`/cart/${cart.id}/items`, { product_id, quantity: 1 });
    expect(await order(shop, cart.id, { ...others, coupon_code: "ONCE" })).toMatchObject(REFUSED);
    await expectInvariants(shop);
  });
});

describe("a coupon for one order of each customer, used by a guest, is used up", () => {
  test.each([
    ["the phone number", { customer_phone: "0550123456" }],
    ["the e-mail", { ...OTHER_PHONE, customer_email: "AMINA@example.dz" }],
  ])("for an account with %s of the guest", async (_, guest) => {
    expect((await buy(guest)).status).toBe(201);
    const { headers } = await customerOf(shop, AMINA);

    const others = { customer_phone: "0770111111", ...OTHER_EMAIL };
    expect(await isValid(others, headers)).toBe(false);
    expect(await buy(others, headers)).toMatchObject(REFUSED);
    expect((await buy(others)).status).toBe(201);
    await expectInvariants(shop);
  });

  test("for an account that enters the guest's phone number or e-mail on the order", async () => {
    expect((await buy({ ...OTHER_PHONE, ...OTHER_EMAIL })).status).toBe(201);
    const { headers } = await customerOf(shop, AMINA);

    expect(await buy(OTHER_PHONE, headers)).toMatchObject(REFUSED);
    expect(await buy({ customer_phone: "0770111111", ...OTHER_EMAIL }, headers)).toMatchObject(REFUSED);
    expect((await buy({ customer_phone: "0770111111" }, headers)).status).toBe(201);
    await expectInvariants(shop);
  });
});

test("an order taken on the phone counts for its account, and for the account that has its phone number", async () => {
  const amina = await customerOf(shop, AMINA);
  const samir = await customerOf(shop, { email: "samir@example.dz", phone: "0770222222" });

  await buyOnPhone({ customer_phone: "0550123456" });
  await buyOnPhone({ ...OTHER_PHONE, customer: samir.id });

  for (const { headers } of [amina, samir]) {
    expect(await buy({ customer_phone: "0770333333" }, headers)).toMatchObject(REFUSED);
  }
  await expectInvariants(shop);
});

test("orders do not count for each other when they only have data in common with a third order", async () => {
  await promote(shop, { ...ONCE, code: "TWICE", usage_limit_per_customer: 2 });
  const buyTwice = (given: object) => buy({ ...given, coupon_code: "TWICE" });
  const [first, second] = [{ customer_phone: "0550111111" }, { customer_phone: "0550222222" }];

  expect((await buyTwice({ ...first, customer_email: "a@example.dz" })).status).toBe(201);
  expect((await buyTwice({ ...second, customer_email: "a@example.dz" })).status).toBe(201);
  expect((await buyTwice(second)).status).toBe(201); // only one earlier order has this phone number
  expect(await buyTwice(second)).toMatchObject(REFUSED);
  expect((await buyTwice(first)).status).toBe(201);
  expect(await buyTwice({ customer_phone: "0550333333", customer_email: "A@example.dz" })).toMatchObject(REFUSED);
  await expectInvariants(shop);
});

describe("an order of another account with her phone number", () => {
  const THIRD_PHONE = { customer_phone: "0770222222" };
  let headers: Record<string, string>;

  beforeEach(async () => {
    ({ headers } = await customerOf(shop, AMINA));
    const other = await customerOf(shop, { email: "other@example.dz", phone: AMINA.phone });
    expect((await buy(OTHER_PHONE, other.headers)).status).toBe(201);
  });

  test("does not count for her when she enters neither its phone number nor its e-mail", async () => {
    const hers = { customer_phone: "0770111111", customer_email: "typed@example.dz" };

    expect(await isValid(hers, headers)).toBe(true);
    expect((await buy(hers, headers)).status).toBe(201);
    await expectInvariants(shop);
  });

  test.each([
    ["the phone number that both accounts have", { customer_phone: AMINA.phone }],
    ["the other account's e-mail", { ...THIRD_PHONE, ...OTHER_EMAIL }],
    ["the phone number entered on the other order", OTHER_PHONE],
  ])("counts for her when she enters %s", async (_, typed) => {
    expect(await isValid(typed, headers)).toBe(false);
    expect(await buy(typed, headers)).toMatchObject(REFUSED);
    await expectInvariants(shop);
  });
});

test("a guest's order with the e-mail of an account counts for a guest's order with its phone number", async () => {
  await customerOf(shop, AMINA);
  expect((await buy({ ...OTHER_PHONE, customer_email: AMINA.email })).status).toBe(201);

  expect(await isValid({ customer_phone: AMINA.phone })).toBe(false);
  expect(await buy({ customer_phone: AMINA.phone })).toMatchObject(REFUSED);
  await expectInvariants(shop);
});

test("a cancelled order releases the use for every customer for whom it counted", async () => {
  const { headers } = await customerOf(shop, AMINA);
  const { body } = await buy(OTHER_PHONE, headers);
  expect(await isValid(OTHER_PHONE)).toBe(false);

  await shop.transact((db) => changeOrderStatus(db, body.id, "cancelled", "key test"));

  expect(await isValid(OTHER_PHONE)).toBe(true);
  expect((await buy(OTHER_PHONE)).status).toBe(201);
  await expectInvariants(shop);
});

test("an order does not count in another store with the same phone number and e-mail", async () => {
  const guest = { customer_phone: "0550123456", customer_email: "amina@example.dz" };
  expect((await buy(guest)).status).toBe(201);

  shop = await openShop();
  product_id = (await shop.product()).id;
  await promote(shop, { ...ONCE, usage_limit_per_customer: 1 });

  expect(await isValid(guest)).toBe(true);
  expect((await buy(guest)).status).toBe(201);
});

test("concurrent orders with the account, phone number and e-mail of one person do not exceed the limit", async () => {
  await promote(shop, { ...ONCE, code: "THRICE", usage_limit_per_customer: 3 });
  const { headers } = await customerOf(shop, AMINA);
  // Each two of them have one thing in common: the account's phone number, the other phone number, or the e-mail.
  const buyers = [
    { given: OTHER_PHONE, headers },
    { given: { customer_phone: AMINA.phone, ...OTHER_EMAIL }, headers: {} },
    { given: { ...OTHER_PHONE, ...OTHER_EMAIL }, headers: {} },
  ];
  for (const [coupon_code, times] of Object.entries({ ONCE: 1, THRICE: 3 })) {
    const carts: string[] = [];
    for (let i = 0; i < 48; i++) carts.push(await cartWith(shop, { product_id, quantity: 1 }));

    const answers = await Promise.all(
      carts.map((cart, i) => {
        const { given = {}, headers = {} } = buyers[i % buyers.length] ?? {};
        return order(shop, cart, { ...given, coupon_code }, headers);
      }),
    );

    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(carts.length - times);
    for (const answer of refused) expect(answer).toMatchObject(REFUSED);
    await expectInvariants(shop);
  }
});

describe("the phone number and e-mail of a coupon validation", () => {
  test.each([
    [{ customer_phone: 550123456 }, 400, "invalid_request", "customer_phone"],
    [{ customer_email: ["a@example.dz"] }, 400, "invalid_request", "customer_email"],
    [{ customer_phone: "1".repeat(51) }, 422, "invalid_value", "customer_phone"],
    [{ customer_email: "a".repeat(301) }, 422, "invalid_value", "customer_email"],
  ])("are refused with %j", async (given, status, code, path) => {
    const { body, ...answer } = await validate(shop, { code: "ONCE", cart_total: 100, ...given });

    expect([answer.status, body.code, body.errors[0].path]).toEqual([status, code, path]);
  });

  test.each([
    {},
    { customer_phone: null, customer_email: null },
    { customer_phone: " ", customer_email: "" },
    { customer_phone: "0550" },
    { customer_phone: "call me", customer_email: "amina@" },
  ])("are ignored with %j", async (given) => {
    expect((await buy({ customer_phone: "0550123456" })).status).toBe(201);

    const { status, body } = await validate(shop, { code: "ONCE", cart_total: 100, ...given });
    expect([status, body.valid]).toEqual([200, true]);
  });

  test("are independent; an invalid one is ignored and the other counts", async () => {
    expect((await buy({ customer_phone: "0550123456" })).status).toBe(201);

    expect(await isValid({ customer_phone: "0550123456", customer_email: "amina@" })).toBe(false);
  });

  test("also count for automatic promotions, with the same result as in the order", async () => {
    await promote(shop, {
      title: "Welcome",
      discount_type: "percentage",
      discount_value: 5000,
      usage_limit_per_customer: 1,
    });
    const guest = { customer_phone: "0550123456", coupon_code: null };
    expect((await buy(guest)).body.discount).toBe(500);

    expect((await validate(shop, { cart_total: 1000 })).body).toMatchObject({ valid: true, discount_amount: 500 });
    const validated = await validate(shop, { cart_total: 1000, customer_phone: "0550 12 34 56" });
    expect(validated.body).toMatchObject({ valid: false, discount_amount: 0 });
    expect((await buy(guest)).body.discount).toBe(0);
  });
});
