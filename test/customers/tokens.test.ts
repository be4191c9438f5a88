import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { CustomerTokens } from "../../src/customers/customers.ts";
import { openShop, tokens } from "../support/app.ts";
import { bearer, customerOf, KARIM, logIn, PASSWORD, replacePassword } from "../support/customers.ts";
import { cartWith, order } from "../support/selling.ts";

const KARIM_ID = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";

describe("a customer token", () => {
  const refused = { status: 401, body: { code: "invalid_token" } };
  const claims = (id: string) => ({ customer_id: id, password_version: 1 });

  test("of one store is not valid in another", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const { headers } = await customerOf(shop);
    const { product_id, ...rest } = { product_id: (await other.product()).id, quantity: 1 };
    const cart = await cartWith(other, { product_id, ...rest });

    for (const path of ["/auth/me", "/customers/me", "/orders", "/orders/track/x"]) {
      expect(await other.get(path, headers)).toMatchObject(refused);
    }
    expect(await order(other, cart, {}, headers)).toMatchObject(refused);
  });

  test("that is invalid or of another store does not prevent shopping; the cart has no customer", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const { id: product_id } = await shop.product();
    const { headers } = await customerOf(other);

    for (const bad of [headers, { authorization: "Bearer x" }]) {
      const { status, body } = await shop.post("/cart", {}, bad);
      expect(status).toBe(201);
      expect((await shop.post(`/cart/${body.id}/items`, { product_id, quantity: 1 }, bad)).status).toBe(200);
      expect(await shop.post("/coupons/validate", {}, bad)).toMatchObject(refused);
      expect(await order(shop, body.id, {}, bad)).toMatchObject(refused);
      expect((await order(shop, body.id)).status).toBe(201);
    }
  });

  test.each(["", "Bearer", "Bearer ", "Bearer x", "Basic a2FyaW06eA==", "Bearer a.b.c", "Bearer null"])(
    "is ignored when the header is %j",
    async (authorization) => {
      const shop = await openShop();

      for (const path of ["/auth/me", "/customers/me", "/orders"]) {
        const answer = await shop.get(path, { authorization });
        expect(answer).toMatchObject(refused);
        expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
      }
    },
  );

  test("is refused when its subject is not an id, even with a valid signature", async () => {
    const shop = await openShop();
    for (const customer_id of ["karim", "", "019aa2c0"]) {
      const token = await tokens.issue(shop.id, { customer_id, password_version: 1 });
      for (const path of ["/auth/me", "/customers/me", "/orders"]) {
        expect(await shop.get(path, bearer(token))).toMatchObject(refused);
      }
    }
  });

  test("is required by a customer's own endpoints, but not by /customers/me", async () => {
    const shop = await openShop();

    for (const path of ["/auth/me", "/orders"]) expect(await shop.get(path)).toMatchObject(refused);
    expect(await shop.post("/auth/me/addresses", {})).toMatchObject(refused);
    expect(await shop.patch("/auth/me/addresses/x/default")).toMatchObject(refused);
    expect(await shop.delete("/auth/me/addresses/x")).toMatchObject(refused);
    expect(await shop.get("/customers/me")).toMatchObject({ status: 200, body: { customer: null } });
  });

  test("that is invalid is ignored by endpoints that use no customer", async () => {
    const shop = await openShop();
    const bad = { authorization: "Bearer x" };

    expect((await shop.get("/products", bad)).status).toBe(200);
    expect((await shop.get(`/cart/${await cartWith(shop)}`, bad)).status).toBe(200);
  });

  test("is refused when it is forged, changed, expired or issued in the future", async () => {
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
    const now = Math.floor(Date.now() / 1000);

    const forged = [
      `${encode({ alg: "none", kid })}.${body}.`,
      `${head}.${encode({ ...payload, sub: "x" })}.${signature}`,
      `${head}.${body}.${signature.slice(0, -2)}AA`,
      await other.issue(shop.id, claims(id)),
      await signed({ exp: now - 1 }),
      await signed({ exp: undefined }),
      await signed({ iss: "somebody" }),
      await signed({ aud: "x" }),
      await signed({ pv: 2 }),
      await signed({ iat: now + 70 }),
      await signed({ iat: undefined }),
      await signed({ sub: "x" }, "HS512"),
      await signed({ sub: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d" }),
    ];
    for (const token of forged) expect(await shop.get("/auth/me", bearer(token))).toMatchObject(refused);
    for (const given of [{}, { iat: now + 50 }]) {
      // the clocks of servers differ
      expect((await shop.get("/auth/me", bearer(await signed(given)))).status).toBe(200);
    }
    expect(payload.exp - payload.iat).toBe(7 * 86_400);
  });

  test("is no longer valid after a password change; a new token is", async () => {
    const shop = await openShop();
    const { id, headers } = await customerOf(shop);
    await replacePassword(shop, id, "another password");

    expect(await shop.get("/auth/me", headers)).toMatchObject(refused);
    expect(await shop.get("/orders", headers)).toMatchObject(refused);
    const address = { line1: "a", city: "b", state: "c", country: "d", postal_code: "e", phone: "0550123456" };
    expect(await shop.post("/auth/me/addresses", address, headers)).toMatchObject(refused);
    expect((await logIn(shop, KARIM.email, PASSWORD)).status).toBe(401);
    const again = await logIn(shop, KARIM.email, "another password");
    expect((await shop.get("/auth/me", bearer(again.body.token))).status).toBe(200);
  });

  test("is signed with the first configured key, and accepted while its key is configured", async () => {
    const [old, fresh] = ["the old secret, longer than 32 characters", "the new secret, longer than 32 characters"];
    const before = new CustomerTokens([old]);
    const during = new CustomerTokens([fresh, old]);
    const after = new CustomerTokens([fresh]);
    const token = await before.issue("store", claims(KARIM_ID));
    const next = await during.issue("store", claims(KARIM_ID));

    expect(await during.verify("store", token)).toEqual(claims(KARIM_ID));
    expect(await after.verify("store", token)).toBeUndefined();
    expect(await after.verify("store", next)).toEqual(claims(KARIM_ID));
    expect(await before.verify("store", next)).toBeUndefined();
    expect(await during.verify("another", token)).toBeUndefined();
    expect(await tokens.verify("store", next)).toBeUndefined();
  });
});
