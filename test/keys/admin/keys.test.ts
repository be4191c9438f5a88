import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { READING_SCOPES, SCOPES, type Scope } from "../../../src/core/scopes.ts";
import { sql } from "../../../src/db/sql.ts";
import { app, getFrom, openShop, type Shop } from "../../support/app.ts";
import { entries } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";

const storeStatus = async (key: string) => (await getFrom(app, "/store", { "x-api-key": key })).status;
const createKeyWith = async (shop: Shop, scopes: Scope[]) =>
  (await shop.createKey({ kind: "secret", name: `With ${scopes}`, scopes })).key;

test("a key can be created, used, listed without its secret, and revoked with immediate effect", async () => {
  const shop = await openShop();

  const made = await call(shop, "api_keys_create", { name: "Reports" });
  expect(made.data).toMatchObject({
    kind: "secret",
    name: "Reports",
    scopes: READING_SCOPES,
    expires_at: null,
    key: expect.stringMatching(/^sk_/),
  });
  expect(made.text).not.toContain(made.data.key);
  expect(await storeStatus(made.data.key)).toBe(200);
  expect((await call(shop, "store_get", {}, made.data.key)).problem).toBeUndefined();

  const listed = await call(shop, "api_keys_list", {});
  expect(listed.data).toMatchObject({ total: 3, next_cursor: null });
  expect(listed.data.data[0]).toMatchObject({ name: "Reports", prefix: made.data.prefix, revoked_at: null });
  expect(JSON.stringify(listed)).not.toContain(made.data.key);

  const dry = await call(shop, "api_keys_revoke", { key: "Reports", dry_run: true });
  expect(dry.data.changes).toMatchObject([{ entity: "api_key", before: { revoked_at: null } }]);
  expect(await storeStatus(made.data.key)).toBe(200);
  await call(shop, "api_keys_revoke", { key: made.data.prefix });
  expect(await storeStatus(made.data.key)).toBe(401);
  expect((await call(shop, "api_keys_list", {})).data.total).toBe(2);
  expect((await call(shop, "api_keys_list", { revoked: true })).data.total).toBe(3);
});

test("a retry creates no second key, and does not return the first key again", async () => {
  const shop = await openShop();
  const args = { kind: "secret", name: "Reports", idempotency_key: "reports" };

  const made = await call(shop, "api_keys_create", args);
  const again = await call(shop, "api_keys_create", args);

  expect(made.data.key).toMatch(/^sk_/);
  expect(again.data).toMatchObject({ id: made.data.id, replayed: true });
  expect(again.data).not.toHaveProperty("key");
  expect((await call(shop, "api_keys_list")).data.total).toBe(3);
  const kept = await shop.rows(
    Type.Object({ response: Type.Unknown() }),
    sql`select response from idempotency_keys where site_id = ${shop.id}`,
  );
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain(made.data.key);
});

test("a publishable key works for the storefront API and nothing else", async () => {
  const shop = await openShop();

  const { data } = await call(shop, "api_keys_create", { kind: "publishable", name: "Web", expires_at: "2999-01-01" });

  expect(data).toMatchObject({ scopes: [], expires_at: "2999-01-01T23:00:00.000Z" });
  expect(await storeStatus(data.key)).toBe(200);
  await expect(call(shop, "store_get", {}, data.key)).rejects.toThrow(/403.*insufficient_scope/);
});

test("a key cannot create a key that expires later than itself", async () => {
  const shop = await openShop();
  const ends = "2999-06-01T00:00:00.000Z";
  const args = { kind: "secret" as const, name: "Until June", expires_at: ends };
  const { key } = await shop.createKey(args);
  const make = (expires_at?: string) =>
    call(shop, "api_keys_create", { kind: "secret", name: "Child", ...(expires_at && { expires_at }) }, key);

  expect((await make()).data.expires_at).toBe(ends);
  expect((await make("2999-05-01")).data.expires_at).toBe("2999-05-01T23:00:00.000Z");
  expect((await make("2999-07-01")).problem).toMatchObject({ errors: [{ path: "expires_at" }] });
  expect((await make("2020-01-01")).problem).toMatchObject({ errors: [{ path: "expires_at" }] });
});

test("a key cannot grant a scope that it does not have", async () => {
  const shop = await openShop();
  const limitedKey = await createKeyWith(shop, ["keys:write", "orders:write"]);
  const create = (scopes?: string[]) =>
    call(shop, "api_keys_create", { kind: "secret", name: "Child", ...(scopes && { scopes }) }, limitedKey);

  expect((await create(["orders:write"])).data.scopes).toEqual(["orders:write"]);
  expect((await create(["orders:read"])).data.scopes).toEqual(["orders:read"]); // included in orders:write
  expect((await create(["orders:write", "catalog:read"])).problem).toMatchObject({
    code: "invalid_value",
    errors: [{ path: "scopes", message: "must be scopes of your own key; it lacks catalog:read" }],
    allowed: ["orders:read", "orders:desk", "orders:write", "keys:read", "keys:write"],
  });
  expect((await create()).data.scopes).toEqual(["orders:read", "keys:read"]);
  const reader = await createKeyWith(shop, [...READING_SCOPES]);
  expect((await call(shop, "api_keys_create", { kind: "secret", name: "Child" }, reader)).problem?.code).toBe(
    "insufficient_scope",
  );
});

describe("a key that may do more than the caller's", () => {
  const shopWithKeys = async () => {
    const shop = await openShop();
    const [keeper, strong, weak] = [
      await createKeyWith(shop, ["keys:write", "orders:write"]),
      await shop.createKey({ kind: "secret", name: "Strong", scopes: ["orders:write", "orders:money"] }),
      await shop.createKey({ kind: "secret", name: "Weak", scopes: ["orders:desk", "orders:read"] }),
    ];
    const revoke = (key: string, args = {}, by = keeper) => call(shop, "api_keys_revoke", { key, ...args }, by);
    return { shop, keeper, strong, weak, revoke };
  };

  test("is not revoked, and the refusal says who can", async () => {
    const { shop, strong, revoke } = await shopWithKeys();

    for (const args of [{}, { dry_run: true }]) {
      const { problem } = await revoke("Strong", args);
      expect(problem).toMatchObject({ code: "insufficient_scope", allowed: ["orders:money"] });
      expect(problem?.detail).toContain("hanout keys revoke");
    }
    expect((await call(shop, "orders_search", {}, strong.key)).problem).toBeUndefined();
    expect((await revoke("First secret key")).problem?.code).toBe("insufficient_scope");
    expect((await revoke(strong.id, {}, shop.secret_key)).problem).toBeUndefined();
  });

  test("is not in the way of others: one with included scopes, a publishable key, its own", async () => {
    const { shop, keeper, weak, revoke } = await shopWithKeys();
    const { key: publishable } = await shop.createKey({ kind: "publishable", name: "Web" });
    const onlyKeys = await createKeyWith(shop, ["keys:write"]);

    expect((await revoke(weak.key.slice(0, 11))).problem).toBeUndefined();
    expect((await revoke(publishable.slice(0, 11), {}, onlyKeys)).problem).toBeUndefined();
    expect((await revoke(keeper.slice(0, 11))).problem).toBeUndefined();
    await expect(revoke("Web")).rejects.toThrow("401");
  });
});

test("one call makes an accountant's key, valid through the year, that sees no people", async () => {
  const shop = await openShop();
  const scopes = ["reports:read", "orders:read"];

  const { data } = await call(shop, "api_keys_create", { name: "Comptable", scopes, expires_at: "2999-12-31" });

  expect(data).toMatchObject({ kind: "secret", scopes, expires_at: "2999-12-31T23:00:00.000Z" });
  expect((await call(shop, "analytics_report", { report: "sales" }, data.key)).problem).toBeUndefined();
  expect((await call(shop, "customers_search", {}, data.key)).problem?.code).toBe("insufficient_scope");
});

test("a scope that does not exist, or is reserved, is refused with what may be sent", async () => {
  const shop = await openShop();
  const refusal = async (scope: string) =>
    (await call(shop, "api_keys_create", { name: "N", scopes: [scope] })).problem?.errors[0]?.message;

  expect(await refusal("read")).toContain(SCOPES.join(", "));
  expect(await refusal("staff:write")).toBe("is for people who work in the store");
});

test("the audit log does not contain the key", async () => {
  const shop = await openShop();
  const { data } = await call(shop, "api_keys_create", { kind: "secret", name: "Secret" });

  const log = await entries(shop);
  expect(log).toMatchObject([{ entity: "api_key", label: data.prefix, before: null, after: { name: "Secret" } }]);
  expect(JSON.stringify(log)).not.toContain(data.key);
});

test("a key may revoke itself", async () => {
  const shop = await openShop();

  const { problem } = await call(shop, "api_keys_revoke", { key: "First secret key" });

  expect(problem).toBeUndefined();
  expect(await storeStatus(shop.secret_key)).toBe(401);
});

test("refuses a name that several active keys have, and ignores revoked keys", async () => {
  const shop = await openShop();
  const make = async () => (await call(shop, "api_keys_create", { kind: "publishable", name: "Twin" })).data;
  const [one, two] = [await make(), await make()];

  expect((await call(shop, "api_keys_revoke", { key: "Twin" })).problem).toMatchObject({
    code: "key_not_found",
    allowed: [one.prefix, two.prefix],
  });
  expect((await call(shop, "api_keys_revoke", { key: one.id.toUpperCase() })).problem).toBeUndefined();
  expect((await call(shop, "api_keys_revoke", { key: "Twin" })).data.id).toBe(two.id);
  const again = await call(shop, "api_keys_revoke", { key: two.id });
  expect(again.problem).toBeUndefined();
});

test("refuses invalid values with the field", async () => {
  const shop = await openShop();

  for (const [args, path] of [
    [{ kind: "private" }, "kind"],
    [{ name: " " }, "name"],
    [{ scopes: ["all"] }, "scopes.0"],
    [{ scopes: ["read"] }, "scopes.0"],
    [{ scopes: ["orders:read", "staff:read"] }, "scopes.1"],
    [{ scopes: [] }, "scopes"],
    [{ kind: "publishable", scopes: ["orders:read"] }, "scopes"],
    [{ expires_at: "2020-01-01" }, "expires_at"],
    [{ expires_at: "soon" }, "expires_at"],
  ] as const) {
    const { problem } = await call(shop, "api_keys_create", { kind: "secret", name: "N", ...args });
    expect([problem?.code, problem?.errors[0]?.path], JSON.stringify(args)).toEqual(["invalid_value", path]);
  }
});

test("another store's key cannot be seen or revoked", async () => {
  const [ours, theirs] = [await openShop(), await openShop()];
  const { data } = await call(theirs, "api_keys_create", { kind: "publishable", name: "Theirs" });

  for (const key of [data.id, data.prefix, "Theirs"]) {
    expect((await call(ours, "api_keys_revoke", { key })).problem?.code).toBe("key_not_found");
  }
  expect((await call(ours, "api_keys_list", {})).data.total).toBe(2);
  expect(await storeStatus(data.key)).toBe(200);
});
