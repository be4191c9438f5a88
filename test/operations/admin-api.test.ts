import { expect, test } from "vitest";
import { ADMIN } from "../../src/app.ts";
import { app, buildTestApp, driver, openShop } from "../support/app.ts";
import { withHooks } from "../support/faulty-driver.ts";
import { call, post } from "../support/operations.ts";

const PRODUCT = { name: "Lamp", price: 1000 };

test("the list names the operations that the key may use, with their schemas", async () => {
  const shop = await openShop();
  const narrow = await shop.createKey({ kind: "secret", name: "Narrow", scopes: ["keys:write"] });
  const listFor = async (key: string) => {
    const reply = await app.inject({ method: "GET", url: ADMIN, headers: { authorization: `Bearer ${key}` } });
    expect([reply.statusCode, reply.headers["cache-control"]]).toEqual([200, "no-store"]);
    return reply.json().data as { name: string; scopes: string[]; input_schema: { properties: object } }[];
  };

  expect((await listFor(shop.secret_key)).find(({ name }) => name === "products_get")).toMatchObject({
    title: "Show a product",
    effect: "read",
    scopes: ["catalog:read"],
    not_undoable: null,
    argument_scopes: {},
    input_schema: { type: "object", required: ["product"], additionalProperties: false },
  });
  expect((await listFor(shop.secret_key)).find(({ name }) => name === "customers_erase")).toMatchObject({
    effect: "destroy",
    not_undoable: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect((await listFor(narrow.key)).map(({ name }) => name)).toEqual([
    "wilayas_list",
    "communes_list",
    "api_keys_list",
    "api_keys_create",
    "api_keys_revoke",
    "changes_list",
    "events_list",
    "jobs_list",
    "jobs_cancel",
    "changes_undo",
  ]);
});

test("an operation that is not there, and another method, are refused as problems", async () => {
  const shop = await openShop();
  const headers = { authorization: `Bearer ${shop.secret_key}` };

  const unknown = await post(shop, "products_paint");
  expect([unknown.status, unknown.body.code, unknown.body.detail]).toEqual([
    404,
    "not_found",
    expect.stringContaining("GET /api/v1/admin lists"),
  ]);
  expect(unknown.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  for (const method of ["GET", "PUT", "PATCH", "DELETE"] as const) {
    const reply = await app.inject({ method, url: `${ADMIN}/products_search`, headers });
    expect([reply.statusCode, reply.headers.allow, reply.json().code]).toEqual([405, "POST", "method_not_allowed"]);
  }
  const list = await app.inject({ method: "POST", url: ADMIN, headers });
  expect([list.statusCode, list.headers.allow]).toEqual([405, "GET, HEAD"]);
});

test.each([
  ["no key", () => ({}), 401, "invalid_api_key"],
  ["a key that is nobody's", () => ({ authorization: `Bearer sk_${"x".repeat(32)}` }), 401, "invalid_api_key"],
  ["a publishable key", (key: string) => ({ authorization: `Bearer ${key}` }), 403, "insufficient_scope"],
])("%s is refused with a challenge, whatever the address", async (_, headersOf, status, code) => {
  const { publishable_key } = await openShop();
  for (const url of [`${ADMIN}/products_search`, `${ADMIN}/nothing`]) {
    const reply = await app.inject({ method: "POST", url, headers: headersOf(publishable_key) });
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
    expect(reply.headers["www-authenticate"]).toMatch(/^Bearer realm="hanout"/);
    expect(reply.headers["cache-control"]).toBe("no-store");
  }
});

test("pages of other sites are refused, and no answer allows browsers to read it", async () => {
  const shop = await openShop();

  const foreign = await post(shop, "store_get", {}, { origin: "https://evil.example" });
  expect([foreign.status, foreign.body.code]).toEqual([403, "foreign_origin"]);
  const local = await post(shop, "store_get", {}, { origin: "http://localhost:5173" });
  expect(local.status).toBe(200);
  const preflight = await app.inject({
    method: "OPTIONS",
    url: `${ADMIN}/store_get`,
    headers: { origin: "http://localhost:5173", "access-control-request-method": "POST" },
  });
  expect(preflight.statusCode).toBeGreaterThanOrEqual(400);
  for (const { headers } of [foreign, local, preflight]) {
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test("an empty body has no arguments; one that is no object, no JSON or too large is refused", async () => {
  const shop = await openShop();
  const refusal = async (body: string, headers = {}) => {
    const reply = await post(shop, "products_search", body, headers);
    return [reply.status, reply.body.code];
  };

  expect((await post(shop, "products_search", "")).body).toMatchObject({ data: [], total: 0, next_cursor: null });
  for (const body of ["[1]", '"text"', "null", "1"]) expect(await refusal(body)).toEqual([422, "invalid_value"]);
  expect(await refusal("{")).toEqual([400, "malformed_json"]);
  expect(await refusal("{}", { "content-type": "text/plain" })).toEqual([415, "unsupported_media_type"]);
  const ofSize = (bytes: number) => `{"query":"${"x".repeat(bytes - 12)}"}`;
  expect(await refusal(ofSize(4 * 2 ** 20))).toEqual([422, "invalid_value"]);
  expect(await refusal(ofSize(4 * 2 ** 20 + 1))).toEqual([413, "body_too_large"]);
  expect((await post(shop, "products_search", { colour: "red" })).body.errors).toEqual([
    { path: "colour", message: expect.stringContaining("is not known; known are: query") },
  ]);
});

test("a change that needs it is made with the token of its dry run, over MCP and over HTTP", async () => {
  const shop = await openShop();
  const [lamp, vase] = [await shop.product({ slug: "lamp" }), await shop.product({ slug: "vase" })];
  const [one, other] = [lamp, vase].map(({ slug }) => ({ kind: "product", item: slug }));

  const refused = await post(shop, "catalog_delete", one);
  expect([refused.status, refused.body.code]).toEqual([409, "confirmation_required"]);
  const dry = await post(shop, "catalog_delete", { ...one, dry_run: true });
  expect(dry.body).toMatchObject({ dry_run: true, changes_count: 1, confirm_token: expect.any(String) });
  const stale = await post(shop, "catalog_delete", { ...other, confirm_token: dry.body.confirm_token });
  expect(stale.body).toMatchObject({ code: "confirmation_required", dry_run: { dry_run: true, changes_count: 1 } });
  expect((await call(shop, "catalog_delete", { ...one, confirm_token: dry.body.confirm_token })).problem).toBe(
    undefined,
  );
  const confirmed = { ...other, confirm_token: stale.body.dry_run.confirm_token };
  expect((await post(shop, "catalog_delete", confirmed)).status).toBe(200);
});

test("a retry over the other interface is answered as the first call", async () => {
  const shop = await openShop();
  const key = { "idempotency-key": "lamp-1" };

  const first = await post(shop, "products_save", PRODUCT, key);
  expect([first.status, first.headers["idempotent-replayed"]]).toEqual([200, undefined]);
  const again = await post(shop, "products_save", PRODUCT, key);
  expect([again.body, again.headers["idempotent-replayed"]]).toEqual([first.body, "true"]);
  const byTool = await call(shop, "products_save", { ...PRODUCT, idempotency_key: "lamp-1" });
  expect(byTool.data).toEqual({ ...first.body, replayed: true });
  await call(shop, "products_save", { ...PRODUCT, name: "Vase", idempotency_key: "vase-1" });
  const replay = await post(shop, "products_save", { ...PRODUCT, name: "Vase", idempotency_key: "vase-1" });
  expect(replay.headers["idempotent-replayed"]).toBe("true");
  expect((await post(shop, "products_search")).body.total).toBe(2);

  const reused = await post(shop, "products_save", { ...PRODUCT, price: 5 }, key);
  expect([reused.status, reused.body.code]).toEqual([422, "idempotency_key_reused"]);
  const two = await post(shop, "products_save", { ...PRODUCT, idempotency_key: "other" }, key);
  expect([two.status, two.body.errors[0]?.path]).toEqual([422, "idempotency_key"]);
  const long = await post(shop, "products_save", PRODUCT, { "idempotency-key": "x".repeat(256) });
  expect([long.status, long.body.errors[0]?.path]).toEqual([422, "idempotency_key"]);
  const notTaken = await post(shop, "products_search", {}, key);
  expect([notTaken.status, notTaken.body.code, notTaken.body.errors[0]?.path]).toEqual([
    422,
    "invalid_value",
    "idempotency-key",
  ]);
});

test("a search pages by its cursor, and nothing is cut that a tool would cut", async () => {
  const shop = await openShop();
  for (let i = 0; i < 3; i++) await shop.product({ description: "x".repeat(20_000) });

  const page = await post(shop, "products_search", { limit: 2, response_format: "detailed" });
  expect([page.body.data.length, page.body.total, page.body.cut]).toEqual([2, 3, undefined]);
  expect(page.body.data[0].description).toHaveLength(20_000);
  const rest = { limit: 2, response_format: "detailed", cursor: page.body.next_cursor };
  expect((await post(shop, "products_search", rest)).body).toMatchObject({ data: [{}], next_cursor: null });
  expect((await post(shop, "products_search", { cursor: "nonsense" })).body.errors[0]?.path).toBe("cursor");
  const cut = await post(shop, "products_get", { product: page.body.data[0].slug, cursor: page.body.next_cursor });
  expect([cut.status, cut.body.errors[0]?.path]).toEqual([422, "cursor"]);
  const unknown = await post(shop, "products_get", { colour: "red" });
  expect(unknown.body.errors[0]?.message).not.toContain("cursor");
});

test("the key's requests are counted over all operations", async () => {
  const limited = await buildTestApp({ RATE_LIMIT_PER_KEY: 2 });
  const shop = await openShop();
  const statuses = [];
  for (const name of ["store_get", "products_search", "store_get"]) {
    statuses.push((await post(shop, name, {}, {}, limited)).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
  await limited.close();
});

test("a database that fails is a 503, and what breaks tells nothing of the inside", async () => {
  const shop = await openShop();
  const answerTo = async (error: Error) => {
    const afterStatement = (text: string) => {
      if (text.includes("from products")) throw error;
    };
    const failing = await buildTestApp({}, withHooks(driver, { afterStatement }));
    const { status, body } = await post(shop, "products_search", {}, {}, failing);
    await failing.close();
    return [status, body.code, JSON.stringify(body).includes("secret detail")];
  };

  expect(await answerTo(Object.assign(new Error("secret detail"), { code: "57P01" }))).toEqual([
    503,
    "unavailable",
    false,
  ]);
  expect(await answerTo(new Error("secret detail"))).toEqual([500, "internal_error", false]);
});
