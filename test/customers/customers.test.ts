import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { raw, sql } from "../../src/db/sql.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { type Answer, buildTestApp, driver, openShop, rowsForOwner } from "../support/app.ts";
import { bearer, customerOf, logIn, PASSWORD, signUp } from "../support/customers.ts";
import { cartWith, order, ordered } from "../support/selling.ts";

describe("signing up", () => {
  test("returns a token, and the customer as `customer` and `user`", async () => {
    const shop = await openShop();
    const { status, body, headers } = await signUp(shop, {
      id: "mine",
      store_id: "x",
      password_version: 9,
      is_admin: true,
    });

    expect(status).toBe(201);
    expect(body.customer).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      store_id: shop.id,
      email: "Karim@Example.dz",
      full_name: "Karim Benali",
      phone: "+213550123456",
      addresses: [],
      created_at: expect.any(String),
      updated_at: body.customer.created_at,
    });
    expect(body).toEqual({ token: expect.stringMatching(/^ey/), customer: body.customer, user: body.customer });
    expect(headers["cache-control"]).toBe("no-store");
    expect((await shop.get("/auth/me", bearer(body.token))).body).toEqual({ customer: body.customer });
  });

  test("requires an e-mail that is unique in the store, ignoring case and surrounding spaces", async () => {
    const shop = await openShop();
    await customerOf(shop);

    expect(await signUp(shop, { email: " KARIM@example.DZ " })).toMatchObject({
      status: 409,
      body: { code: "email_taken", detail: "Email already registered in this store" },
    });
    expect((await signUp(await openShop())).status).toBe(201);
  });

  test("with ten concurrent requests creates one account", async () => {
    const shop = await openShop();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(shop)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test.each([
    [{ email: "karim" }, "email"],
    [{ email: "a@b" }, "email"],
    [{ email: "" }, "email"],
    [{ email: "a b@example.dz" }, "email"],
    [{ email: `${"x".repeat(250)}@example.dz` }, "email"],
    [{ email: 5 }, "email"],
    [{ email: undefined }, "email"],
    [{ password: "7 chars" }, "password"],
    [{ password: "😀".repeat(7) }, "password"],
    [{ password: "x".repeat(129) }, "password"],
    [{ password: undefined }, "password"],
    [{ password: null }, "password"],
    [{ full_name: "   " }, "full_name"],
    [{ full_name: undefined }, "full_name"],
    [{ full_name: "x".repeat(201) }, "full_name"],
    [{ phone: "no number" }, "phone"],
    [{ phone: 550 }, "phone"],
  ])("is refused with %j", async (given, path) => {
    const shop = await openShop();

    expect(await signUp(shop, given)).toMatchObject({
      status: 422,
      body: { code: "invalid_value", errors: [{ path }] },
    });
  });

  test.each([
    { phone: null },
    { phone: undefined },
    { phone: " " },
    { password: "😀".repeat(8) },
    { password: "x".repeat(128) },
  ])("accepts %j", async (given) => {
    expect((await signUp(await openShop(), given)).status).toBe(201);
  });

  test("returns 422 for a body that is not an object, and 400 for one that is not JSON", async () => {
    const shop = await openShop();
    for (const path of ["/auth/signup", "/auth/login"]) {
      for (const body of [[], "null", '"x"', undefined]) expect((await shop.post(path, body)).status).toBe(422);
      expect(await shop.post(path, "{bad")).toMatchObject({ status: 400, body: { code: "malformed_json" } });
    }
  });
});

describe("signing in", () => {
  test("returns the same as signing up, regardless of the e-mail's case", async () => {
    const shop = await openShop();
    const { body: made } = await signUp(shop);
    const { status, body } = await logIn(shop, " karim@EXAMPLE.dz", PASSWORD);

    expect([status, body.customer, body.user]).toEqual([200, made.customer, made.customer]);
    expect((await shop.get("/auth/me", bearer(body.token))).status).toBe(200);
  });

  test("returns the same answer for a wrong password and an unknown e-mail", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    await customerOf(shop);
    const answers = [
      await logIn(shop, "karim@example.dz", "wrong password"),
      await logIn(shop, "nobody@example.dz", PASSWORD),
      await logIn(other, "karim@example.dz", PASSWORD),
      await logIn(shop, "not an e-mail", ""),
    ];

    for (const { status, body } of answers) {
      expect([status, body.code, body.detail]).toEqual([401, "invalid_credentials", "Invalid credentials"]);
    }
  });
});

describe("a signed-in customer", () => {
  test("lists their orders, newest first, in all statuses or in one", async () => {
    const shop = await openShop();
    const { id: product_id } = await shop.product({ stock: 100 });
    const { headers } = await customerOf(shop);
    const another = await customerOf(shop, { email: "amina@example.dz" });
    const mine = [];
    for (let i = 0; i < 3; i++) {
      const placed = await order(shop, await cartWith(shop, { product_id, quantity: 1 }), {}, headers);
      mine.unshift(placed.body);
    }
    await order(shop, await cartWith(shop, { product_id, quantity: 1 }), {}, another.headers);
    await ordered(shop, [{ product_id, quantity: 1 }]);

    const all = await shop.get("/orders", headers);
    expect(all.body).toEqual({ data: mine, pagination: { total: 3, limit: 20, offset: 0, has_more: false } });
    const page = await shop.get("/orders?limit=1&offset=1&status=pending", headers);
    expect(page.body).toEqual({ data: [mine[1]], pagination: { total: 3, limit: 1, offset: 1, has_more: true } });
    expect((await shop.get("/orders?status=delivered", headers)).body.data).toEqual([]);
    for (const query of ["limit=0", "limit=251", "offset=-1", "status=lost", "limit=x"]) {
      expect(await shop.get(`/orders?${query}`, headers)).toMatchObject({ status: 400 });
    }
  });

  test("sees all data of their own order, and masked data of others' orders", async () => {
    const shop = await openShop();
    const { id: product_id } = await shop.product();
    const { headers } = await customerOf(shop);
    const another = await customerOf(shop, { email: "amina@example.dz" });
    const given = { customer_email: "k@example.dz", customer_notes: "Sonnez" };
    const { body: placed } = await order(shop, await cartWith(shop, { product_id, quantity: 1 }), given, headers);
    const seen = async (path: string, as?: Record<string, string>): Promise<Answer["body"]> =>
      (await shop.get(`${path}${placed.order_number}`, as)).body;

    for (const path of ["/orders/track/", "/orders/"]) {
      expect(await seen(path, headers)).toEqual(placed);
      expect(await seen(path, another.headers)).toMatchObject({ customer_name: "K*** B***", customer_email: null });
      expect(await seen(path)).toMatchObject({ customer_name: "K*** B***", customer_notes: null });
    }
  });

  test("owns a cart that they created or changed, and its order, even when the order is placed without the token", async () => {
    const shop = await openShop();
    const { id: product_id } = await shop.product();
    const { headers } = await customerOf(shop);
    const made = (await shop.post("/cart", {}, headers)).body.id;
    await shop.post(`/cart/${made}/items`, { product_id, quantity: 1 });
    const changed = (await shop.post("/cart", {})).body.id;
    await shop.post(`/cart/${changed}/items`, { product_id, quantity: 1 }, headers);
    for (const cart of [made, changed]) expect((await order(shop, cart)).status).toBe(201);

    expect((await shop.get("/orders", headers)).body.pagination.total).toBe(2);
  });

  test("is counted by account for limits per customer, regardless of the phone number", async () => {
    const shop = await openShop();
    await shop.transact((db) =>
      createPromotion(db, {
        title: "Once",
        code: "ONCE",
        discount_type: "percentage",
        discount_value: 1000,
        usage_limit_per_customer: 1,
      }),
    );
    const { id: product_id } = await shop.product();
    const { headers } = await customerOf(shop);
    const buy = async (customer_phone: string) =>
      order(shop, await cartWith(shop, { product_id, quantity: 1 }), { coupon_code: "ONCE", customer_phone }, headers);

    expect((await shop.post("/coupons/validate", { code: "ONCE", cart_total: 9 }, headers)).body.valid).toBe(true);
    expect((await buy("0550000001")).status).toBe(201);
    expect((await shop.post("/coupons/validate", { code: "ONCE", cart_total: 9 }, headers)).body.valid).toBe(false);
    expect((await shop.post("/coupons/validate", { code: "ONCE", cart_total: 9 })).body.valid).toBe(true);
    expect(await buy("0550000002")).toMatchObject({ status: 422, body: { code: "coupon_not_applicable" } });
  });
});

const TENANT = {
  timeZone: null,
  currency: "DZD",
  country: "DZ",
  locale: "en",
  now: new Date().toISOString(),
  mediaUrl: <T>(url: T) => url,
};

test("row-level security hides other stores' customers even from a statement without site_id", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { id: product_id } = await other.product();
  await customerOf(other);
  await customerOf(shop);
  await ordered(other, [{ product_id, quantity: 1 }]);
  await ordered(shop, [{ product_id: (await shop.product()).id, quantity: 1 }]);
  const unchecked = new Database(driver, { checks: false });

  for (const table of ["customers", "orders", "order_items", "order_history", "api_keys"]) {
    const statement = sql`select distinct site_id from ${raw(table)}`;
    const inside = await unchecked.transact({ ...TENANT, siteId: shop.id }, (db) =>
      db.many(Type.Object({ site_id: Type.String() }), statement),
    );
    expect(inside).toEqual([{ site_id: shop.id }]);
    const outside = await rowsForOwner(`${statement.text} where site_id = $1`, [other.id]);
    expect(outside).toHaveLength(1);
  }
});

describe("limits", () => {
  test("on sign-ins to one account and from one address return Retry-After", async () => {
    const limited = await buildTestApp({ RATE_LIMIT_SIGN_INS_PER_EMAIL: 3, RATE_LIMIT_SIGN_INS_PER_ADDRESS: 5 });
    const shop = await openShop({ via: limited });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await logIn(shop, i % 2 ? "A@b.dz" : " a@B.dz", "x")).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await logIn(shop, "b@b.dz", "x")).status).toBe(401);

    const last = await logIn(shop, "c@b.dz", "x");
    expect(last).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
    expect((await shop.get("/store")).status).toBe(200);
  });

  test("on order numbers and coupons prevent guessing", async () => {
    const limited = await buildTestApp({ RATE_LIMIT_CODES_PER_ADDRESS: 3 });
    const shop = await openShop({ via: limited });
    expect((await shop.get("/orders/track/x")).status).toBe(404);
    expect((await shop.get("/orders/x")).status).toBe(404);
    expect((await shop.post("/coupons/validate", { code: "x" })).status).toBe(200);

    expect((await shop.get("/orders/track/x")).status).toBe(429);
    expect((await shop.post("/coupons/validate", { code: "x" })).status).toBe(429);
  });
});
