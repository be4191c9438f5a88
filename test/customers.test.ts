import { SignJWT } from "jose";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { CustomerTokens, changePassword, hashPassword } from "../src/customers/customers.ts";
import { Database } from "../src/db/database.ts";
import { raw, sql } from "../src/db/sql.ts";
import { createPromotion } from "../src/promotions/promotions.ts";
import { cartWith, order, ordered } from "./selling.ts";
import { type Answer, buildTestApp, driver, openShop, type Shop, tokens } from "./support.ts";

const PASSWORD = "couscous du vendredi";
const KARIM = { email: "Karim@Example.dz", password: PASSWORD, full_name: "Karim Benali", phone: "0550 12 34 56" };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const signUp = (shop: Shop, given: object = {}) => shop.post("/auth/signup", { ...KARIM, ...given });
const logIn = (shop: Shop, email: string, password: string) => shop.post("/auth/login", { email, password });

async function customerOf(shop: Shop, given: object = {}): Promise<{ id: string; headers: { authorization: string } }> {
  const { status, body } = await signUp(shop, given);
  expect(status).toBe(201);
  return { id: body.customer.id, headers: bearer(body.token) };
}

describe("signing up", () => {
  test("answers a token and the customer, twice", async () => {
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

  test("an e-mail counts once in a store, whatever its case and outer spaces, and again in another", async () => {
    const shop = await openShop();
    await customerOf(shop);

    expect(await signUp(shop, { email: " KARIM@example.DZ " })).toMatchObject({
      status: 409,
      body: { code: "email_taken", detail: "Email already registered in this store" },
    });
    expect((await signUp(await openShop())).status).toBe(201);
  });

  test("ten times at once makes one account", async () => {
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
  ])("%j is not acceptable", async (given, path) => {
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
  ])("%j is fine", async (given) => {
    expect((await signUp(await openShop(), given)).status).toBe(201);
  });

  test("a body that is no object is a 422, one that is no JSON a 400", async () => {
    const shop = await openShop();
    for (const path of ["/auth/signup", "/auth/login"]) {
      for (const body of [[], "null", '"x"', undefined]) expect((await shop.post(path, body)).status).toBe(422);
      expect(await shop.post(path, "{bad")).toMatchObject({ status: 400, body: { code: "malformed_json" } });
    }
  });
});

describe("signing in", () => {
  test("answers the same as signing up, whatever the case of the e-mail", async () => {
    const shop = await openShop();
    const { body: made } = await signUp(shop);
    const { status, body } = await logIn(shop, " karim@EXAMPLE.dz", PASSWORD);

    expect([status, body.customer, body.user]).toEqual([200, made.customer, made.customer]);
    expect((await shop.get("/auth/me", bearer(body.token))).status).toBe(200);
  });

  test("a wrong password and an unknown e-mail are told the same", async () => {
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

describe("a token", () => {
  const refused = { status: 401, body: { code: "invalid_token" } };
  const claims = (id: string) => ({ customer_id: id, password_version: 1 });

  test("of one store is nothing in another", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const { headers } = await customerOf(shop);
    const { product_id, ...rest } = { product_id: (await other.product()).id, quantity: 1 };
    const cart = await cartWith(other, { product_id, ...rest });

    for (const path of ["/auth/me", "/customers/me", "/orders", "/orders/track/x"]) {
      expect(await other.get(path, headers)).toMatchObject(refused);
    }
    expect(await order(other, cart, {}, headers)).toMatchObject(refused);
  });

  test("that is bad or of another store keeps nobody from shopping: the cart is then nobody's", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const { id: product_id } = await shop.product();
    const { headers } = await customerOf(other);

    for (const bad of [headers, { authorization: "Bearer x" }]) {
      const { status, body } = await shop.post("/cart", {}, bad);
      expect(status).toBe(201);
      expect((await shop.post(`/cart/${body.id}/items`, { product_id, quantity: 1 }, bad)).status).toBe(200);
      expect((await shop.post("/coupons/validate", {}, bad)).status).toBe(200);
      expect(await order(shop, body.id, {}, bad)).toMatchObject(refused);
      expect((await order(shop, body.id)).status).toBe(201);
    }
  });

  test.each(["", "Bearer", "Bearer ", "Bearer x", "Basic a2FyaW06eA==", "Bearer a.b.c", "Bearer null"])(
    "%j is none",
    async (authorization) => {
      const shop = await openShop();

      for (const path of ["/auth/me", "/customers/me", "/orders"]) {
        const answer = await shop.get(path, { authorization });
        expect(answer).toMatchObject(refused);
        expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
      }
    },
  );

  test("is needed for a customer's own endpoints, and not for /customers/me", async () => {
    const shop = await openShop();

    for (const path of ["/auth/me", "/orders"]) expect(await shop.get(path)).toMatchObject(refused);
    expect(await shop.post("/auth/me/addresses", {})).toMatchObject(refused);
    expect(await shop.patch("/auth/me/addresses/x/default")).toMatchObject(refused);
    expect(await shop.delete("/auth/me/addresses/x")).toMatchObject(refused);
    expect(await shop.get("/customers/me")).toMatchObject({ status: 200, body: { customer: null } });
  });

  test("that is bad is ignored where no customer is used", async () => {
    const shop = await openShop();
    const bad = { authorization: "Bearer x" };

    expect((await shop.get("/products", bad)).status).toBe(200);
    expect((await shop.post("/coupons/validate", {}, bad)).status).toBe(200);
    expect((await shop.get(`/cart/${await cartWith(shop)}`, bad)).status).toBe(200);
  });

  test("that was forged, changed or has expired is none", async () => {
    const shop = await openShop();
    const { id, headers } = await customerOf(shop);
    const good = headers.authorization.slice(7);
    const [head = "", body = "", signature = ""] = good.split(".");
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const payload = JSON.parse(Buffer.from(body, "base64url").toString());
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString());
    const secret = new TextEncoder().encode("a secret of thirty-two characters, or more");
    const signed = (given: object, alg = "HS256") =>
      new SignJWT({ ...payload, ...given }).setProtectedHeader({ alg, kid }).sign(secret);
    const other = new CustomerTokens(["another secret of more than thirty-two characters"]);

    const forged = [
      `${encode({ alg: "none", kid })}.${body}.`,
      `${head}.${encode({ ...payload, sub: "x" })}.${signature}`,
      `${head}.${body}.${signature.slice(0, -2)}AA`,
      await other.issue(shop.id, claims(id)),
      await signed({ exp: Math.floor(Date.now() / 1000) - 1 }),
      await signed({ exp: undefined }),
      await signed({ iss: "somebody" }),
      await signed({ aud: "x" }),
      await signed({ pv: 2 }),
      await signed({ sub: "x" }, "HS512"),
      await signed({ sub: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d" }),
    ];
    for (const token of forged) expect(await shop.get("/auth/me", bearer(token))).toMatchObject(refused);
    expect((await shop.get("/auth/me", bearer(await signed({})))).status).toBe(200);
    expect(payload.exp - payload.iat).toBe(7 * 86_400);
  });

  test("is void after the password has changed; a new one is not", async () => {
    const shop = await openShop();
    const { id, headers } = await customerOf(shop);
    const hash = await hashPassword("another password");
    await shop.transact((db) => changePassword(db, id, hash));

    expect(await shop.get("/auth/me", headers)).toMatchObject(refused);
    expect(await shop.get("/orders", headers)).toMatchObject(refused);
    const address = { line1: "a", city: "b", state: "c", country: "d", postal_code: "e", phone: "0550123456" };
    expect(await shop.post("/auth/me/addresses", address, headers)).toMatchObject(refused);
    expect((await logIn(shop, KARIM.email, PASSWORD)).status).toBe(401);
    const again = await logIn(shop, KARIM.email, "another password");
    expect((await shop.get("/auth/me", bearer(again.body.token))).status).toBe(200);
  });

  test("is accepted while its key is, and signed with the first", async () => {
    const [old, fresh] = ["the old secret, longer than 32 characters", "the new secret, longer than 32 characters"];
    const before = new CustomerTokens([old]);
    const during = new CustomerTokens([fresh, old]);
    const after = new CustomerTokens([fresh]);
    const token = await before.issue("store", claims("c"));
    const next = await during.issue("store", claims("c"));

    expect(await during.verify("store", token)).toEqual(claims("c"));
    expect(await after.verify("store", token)).toBeUndefined();
    expect(await after.verify("store", next)).toEqual(claims("c"));
    expect(await before.verify("store", next)).toBeUndefined();
    expect(await during.verify("another", token)).toBeUndefined();
    expect(await tokens.verify("store", next)).toBeUndefined();
  });
});

describe("a signed-in customer", () => {
  test("has their orders, newest first, in any state or in one", async () => {
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

  test("sees their own order whole, and others' masked", async () => {
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

  test("has the cart that they made or changed, and the order of it, even without the token", async () => {
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

  test("is known to limits per customer by their account, whatever phone they give", async () => {
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

const TENANT = { currency: "DZD", country: "DZ", now: new Date().toISOString(), mediaUrl: <T>(url: T) => url };

test("row-level security hides other stores' people even from a statement that forgets them", async () => {
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
    const outside = await driver.query(`${statement.text} where site_id = $1`, [other.id]);
    expect(outside).toHaveLength(1);
  }
});

describe("limits", () => {
  test("on sign-ins at one account, and from one address, say when to try again", async () => {
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

  test("on order numbers and coupons keep them from being guessed", async () => {
    const limited = await buildTestApp({ RATE_LIMIT_CODES_PER_ADDRESS: 3 });
    const shop = await openShop({ via: limited });
    expect((await shop.get("/orders/track/x")).status).toBe(404);
    expect((await shop.get("/orders/x")).status).toBe(404);
    expect((await shop.post("/coupons/validate", { code: "x" })).status).toBe(200);

    expect((await shop.get("/orders/track/x")).status).toBe(429);
    expect((await shop.post("/coupons/validate", { code: "x" })).status).toBe(429);
  });
});
