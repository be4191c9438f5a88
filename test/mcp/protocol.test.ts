import { describe, expect, test } from "vitest";
import { MCP } from "../../src/app.ts";
import { app, buildTestApp, openShop } from "../support/app.ts";
import { LEGACY, legacy, MODERN, modern, post, request } from "../support/mcp-wire.ts";

const hello = (protocolVersion: string) => ({
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
  headers: { "mcp-protocol-version": undefined },
});
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

describe("the lifecycle", () => {
  test.each(LEGACY)("of %s: initialize, initialized, list, call", async (version) => {
    const { secret_key: key } = await openShop();
    const headers = { "mcp-protocol-version": version };

    const greeting = await legacy(key, "initialize", hello(version));
    expect(greeting).toMatchObject({
      status: 200,
      body: { jsonrpc: "2.0", id: 1, result: { protocolVersion: version, serverInfo: { name: "hanout" } } },
    });
    expect(greeting.body.result.capabilities).toEqual({ tools: {}, resources: {}, prompts: {} });
    expect(greeting.headers["content-type"]).toMatch(/^application\/json\b/);
    expect(greeting.headers).not.toHaveProperty("mcp-session-id"); // nothing is kept: the next request may reach another process

    expect(await post(key, INITIALIZED, { headers })).toMatchObject({ status: 202, body: undefined });
    expect((await legacy(key, "tools/list", { headers })).body.result.tools).not.toEqual([]);
    const called = await legacy(key, "tools/call", { params: { name: "store_get" }, headers });
    expect(called).toMatchObject({ status: 200, body: { result: { structuredContent: { name: "Test shop" } } } });
  });

  test.each(["1999-01-01", "2024-11-05", "2099-12-31", MODERN])(
    "answers the latest version to a client that initializes with %s",
    async (version) => {
      const { secret_key: key } = await openShop();
      expect((await legacy(key, "initialize", hello(version))).body.result.protocolVersion).toBe(LEGACY[0]);
    },
  );

  test("needs no initialize, because every request is complete in itself", async () => {
    const { secret_key: key } = await openShop();
    expect(await legacy(key, "ping")).toMatchObject({ status: 200, body: { jsonrpc: "2.0", id: 1, result: {} } });
  });

  test("gives instructions in five to eight lines, and names the store's currency", async () => {
    const { secret_key: key } = await openShop({ currency: "TND", country: "TN" });

    const { instructions } = (await legacy(key, "initialize", hello(LEGACY[0]))).body.result;

    expect(instructions.split("\n").length).toBeGreaterThanOrEqual(5);
    expect(instructions.split("\n").length).toBeLessThanOrEqual(8);
    expect(instructions).toContain("TND");
  });
});

describe("the MCP-Protocol-Version header", () => {
  test.each(["2024-11-05", "1999-01-01"])("%s is refused with the supported versions", async (version) => {
    const { secret_key: key } = await openShop();
    const refused = await legacy(key, "ping", { headers: { "mcp-protocol-version": version } });
    expect(refused).toMatchObject({ status: 400, body: { jsonrpc: "2.0", id: null, error: { code: -32000 } } });
    expect(refused.body.error.message).toContain(LEGACY.join(", "));
  });

  test.each(["2099-12-31", "x"])("%s is refused as a possible version of the modern protocol", async (version) => {
    const { secret_key: key } = await openShop();
    const refused = await legacy(key, "ping", { headers: { "mcp-protocol-version": version } });
    expect(refused).toMatchObject({ status: 400, body: { jsonrpc: "2.0", id: 1, error: { code: -32602 } } });
  });

  test("defaults to 2025-03-26, the only version with batches", async () => {
    const { secret_key: key } = await openShop();
    const batch = [request("ping", {}, "a"), INITIALIZED, request("ping", {}, "b")];
    const answered = [
      { jsonrpc: "2.0", id: "a", result: {} },
      { jsonrpc: "2.0", id: "b", result: {} },
    ];

    const unnamed = await post(key, batch);
    const named = await post(key, batch, { headers: { "mcp-protocol-version": "2025-03-26" } });

    expect(unnamed).toMatchObject({ status: 200, body: answered });
    expect(named).toMatchObject({ status: 200, body: answered });
    expect(unnamed.body).toHaveLength(2);
  });

  test.each([LEGACY[0], LEGACY[1]])("of %s allows no batch", async (version) => {
    const { secret_key: key } = await openShop();
    const refused = await post(key, [request("ping")], { headers: { "mcp-protocol-version": version } });
    expect(refused).toMatchObject({ status: 400, body: { id: null, error: { code: -32600 } } });
  });
});

describe("a batch", () => {
  test("of notifications only is accepted without an answer", async () => {
    const { secret_key: key } = await openShop();
    expect(await post(key, [INITIALIZED, INITIALIZED])).toMatchObject({ status: 202, body: undefined });
  });

  test.each(["before", "after"])("answers a call even if a notification %s it cancels it", async (when) => {
    const { secret_key: key } = await openShop();
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "a" } };
    const batch = [request("tools/call", { name: "store_get" }, "a"), request("ping", {}, "b")];
    const { body } = await post(key, when === "after" ? [...batch, cancel] : [cancel, ...batch]);
    expect(body).toMatchObject([{ id: "a", result: { structuredContent: { name: "Test shop" } } }, { id: "b" }]);
  });

  test("cannot initialize, because batches depend on the version", async () => {
    const { secret_key: key } = await openShop();
    const { params } = hello("2025-03-26");
    const batch = [request("initialize", params, "a"), request("ping", {}, "b")];
    expect(await post(key, batch)).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
  });

  test("of more than twenty messages is refused", async () => {
    const { secret_key: key } = await openShop();
    const batch = (length: number) => Array.from({ length }, (_, i) => request("ping", {}, i));
    expect((await post(key, batch(20))).body).toHaveLength(20);
    expect(await post(key, batch(21))).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
  });

  test("without messages is refused", async () => {
    const { secret_key: key } = await openShop();
    expect(await post(key, [])).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
  });
});

describe("the key", () => {
  const TYPE = { "content-type": "application/json" };
  const ping = (headers: Record<string, string>) =>
    app.inject({ method: "POST", url: MCP, headers: { ...TYPE, ...headers }, payload: request("ping") });

  test.each([
    ["no key", {}],
    ["a key in another header", { "x-api-key": "given" }],
    ["another scheme", { authorization: "Basic given" }],
    ["no key after the scheme", { authorization: "Bearer " }],
    ["an unknown key", { authorization: `Bearer sk_${"x".repeat(32)}` }],
  ])("is required, also with %s", async (_what, headers: Record<string, string>) => {
    const { secret_key } = await openShop();
    const given = Object.entries(headers).map(([name, value]) => [name, value.replace("given", secret_key)]);

    const refused = await ping(Object.fromEntries(given));

    expect(refused.statusCode).toBe(401);
    expect(refused.headers["www-authenticate"]).toMatch(/^Bearer /);
    expect(refused.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { code: "invalid_api_key" } } });
  });

  test("accepts its scheme in any case, as in HTTP", async () => {
    const { secret_key } = await openShop();
    expect((await ping({ authorization: `bearer ${secret_key}` })).statusCode).toBe(200);
  });

  test("must be secret", async () => {
    const { publishable_key } = await openShop();
    const refused = await ping({ authorization: `Bearer ${publishable_key}` });
    expect(refused.statusCode).toBe(403);
    expect(refused.headers["www-authenticate"]).toContain('error="insufficient_scope"');
  });

  test("is refused once it is revoked, in both protocols", async () => {
    const shop = await openShop();
    const key = shop.secret_key;
    expect([await legacy(key, "ping"), await modern(key, "tools/list")]).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);

    await shop.revokeKey(key.slice(0, 11));

    expect([await legacy(key, "ping"), await modern(key, "tools/list")]).toMatchObject([
      { status: 401 },
      { status: 401 },
    ]);
  });

  test("determines the store", async () => {
    const [one, other] = [await openShop(), await openShop()];
    const read = async (key: string) =>
      (await legacy(key, "tools/call", { params: { name: "store_get" } })).body.result.structuredContent.id;
    expect([await read(one.secret_key), await read(other.secret_key)]).toEqual([one.id, other.id]);
  });
});

describe("a request", () => {
  test.each(["*/*", "application/json", "text/event-stream", undefined])(
    "with Accept: %s gets JSON",
    async (accept) => {
      const { secret_key: key } = await openShop();
      for (const ask of [legacy, modern]) {
        const answer = await ask(key, "prompts/list", { headers: { accept } });
        expect(answer.status).toBe(200);
        expect(answer.headers["content-type"]).toMatch(/^application\/json\b/);
      }
    },
  );

  test.each([
    ["that is not JSON", "{", 400, -32700],
    ["that ends early", '{"jsonrpc":"2.0","id":1,"method":"pi', 400, -32700],
    ["that is a number", "42", 400, -32600],
    ["that is null", "null", 400, -32600],
    ["that is empty", "", 400, -32700],
    ["that is no message", '{"a":1}', 400, -32600],
    ["of another JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
  ])("with a body %s is refused", async (_what, body, status, code) => {
    const { secret_key: key } = await openShop();
    expect(await post(key, body)).toMatchObject({ status, body: { jsonrpc: "2.0", error: { code } } });
  });

  test("with a text that cannot be stored is refused by the tool, like any other argument", async () => {
    const { secret_key: key } = await openShop();
    const params = { name: "products_search", arguments: { query: "a\u0000b" } };
    expect(await post(key, request("tools/call", params, "seven"))).toMatchObject({
      status: 200,
      body: { id: "seven", result: { isError: true } },
    });
    expect(await post(key, request("resources/read", { uri: "hanout://products/a\u0000b" }, 8))).toMatchObject({
      body: { id: 8, error: { code: -32602 } },
    });
  });

  test.each([{}, { protocolVersion: "2025-06-18" }, { ...hello("2025-06-18"), clientInfo: {} }])(
    "to initialize with %j is refused, and the refusal says what is missing",
    async (params) => {
      const { secret_key: key } = await openShop();
      expect(await post(key, request("initialize", params, 9))).toMatchObject({
        status: 400,
        body: { id: 9, error: { code: -32602, message: expect.stringContaining("params.protocolVersion") } },
      });
    },
  );

  test("with a body of another content type is refused", async () => {
    const { secret_key: key } = await openShop();
    const refused = await post(key, JSON.stringify(request("ping")), { headers: { "content-type": "text/plain" } });
    expect(refused).toMatchObject({ status: 415, body: { jsonrpc: "2.0" } });
  });

  test("with a body over the limit is refused, and one at the storefront's limit is accepted", async () => {
    const { secret_key: key } = await openShop();
    const via = await buildTestApp({ MCP_BODY_LIMIT_BYTES: 2_000_000 });
    const big = (bytes: number) => JSON.stringify(request("ping")).padEnd(bytes);

    expect(await post(key, big(2_000_001), { via })).toMatchObject({
      status: 413,
      body: { jsonrpc: "2.0", id: null, error: { data: { code: "body_too_large" } } },
    });
    expect(await post(key, big(2_000_000), { via })).toMatchObject({ status: 200 });
    await via.close();
  });

  test("with an unknown method is refused as in JSON-RPC", async () => {
    const { secret_key: key } = await openShop();
    const params = { answer: 42 };
    expect((await legacy(key, "orders/steal", { params })).body).toMatchObject({ id: 1, error: { code: -32601 } });
    expect((await modern(key, "orders/steal", { params })).body).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  test("with an answer to no request is accepted and ignored", async () => {
    const { secret_key: key } = await openShop();
    expect(await post(key, { jsonrpc: "2.0", id: 7, result: {} })).toMatchObject({ status: 202, body: undefined });
  });
});

describe("the origin", () => {
  const from = async (origin: string, via = app) => {
    const { secret_key: key } = await openShop();
    return (await legacy(key, "ping", { headers: { origin }, via })).status;
  };

  test.each(["https://evil.example", "http://localhost.evil.example", "http://127.0.0.1.evil.example", "null"])(
    "%s is refused",
    async (origin) => expect(await from(origin)).toBe(403),
  );

  test.each(["http://localhost:5173", "http://127.0.0.1", "http://[::1]:8080"])(
    "%s is a local one and accepted",
    async (origin) => expect(await from(origin)).toBe(200),
  );

  test("of the server itself is accepted", async () => {
    const via = await buildTestApp({ PUBLIC_URL: "https://shop.example/some/path" });
    expect([await from("https://shop.example", via), await from("https://evil.example", via)]).toEqual([200, 403]);
    await via.close();
  });
});

describe("other methods", () => {
  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)("%s is not allowed", async (method) => {
    const { secret_key: key } = await openShop();
    const refused = await app.inject({ method, url: MCP, headers: { authorization: `Bearer ${key}` } });
    expect(refused.statusCode).toBe(405);
    expect(refused.headers.allow).toContain("POST");
  });

  test("GET is not allowed in the modern protocol, which has no GET streams", async () => {
    const { secret_key: key } = await openShop();
    const headers = { accept: "text/event-stream", "mcp-protocol-version": "2026-07-28" };
    const refused = await app.inject({ url: MCP, headers: { authorization: `Bearer ${key}`, ...headers } });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, "POST"]);
  });

  test("GET with an unknown version is refused before a stream is opened", async () => {
    const { secret_key: key } = await openShop();
    const headers = { accept: "text/event-stream", "mcp-protocol-version": "1999-01-01" };
    const refused = await app.inject({ url: MCP, headers: { authorization: `Bearer ${key}`, ...headers } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32000 } });
  });
});
