import { describe, expect, test } from "vitest";
import { openShop } from "../support/app.ts";
import { keyFor, LEGACY, legacy, MODERN, modern, post, request } from "../support/mcp-wire.ts";

const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];

test("server/discover describes the server", async () => {
  const { secret_key: key } = await openShop({ currency: "EUR", country: "FR" });

  const { status, body } = await modern(key, "server/discover");

  expect(status).toBe(200);
  expect(body.result).toMatchObject({
    supportedVersions: [MODERN],
    capabilities: { tools: {}, resources: {}, prompts: {} },
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "hanout" } },
  });
  expect(body.result.instructions).toContain("EUR");
  expect(body.result.instructions.split("\n").length).toBeGreaterThanOrEqual(5);
  expect(body.result.instructions.split("\n").length).toBeLessThanOrEqual(8);
});

test.each([...LISTS, "server/discover"])("%s may be cached privately for a while", async (method) => {
  const { secret_key: key } = await openShop();
  const { result } = (await modern(key, method)).body;
  expect(result).toMatchObject({ resultType: "complete", cacheScope: "private" });
  expect(result.ttlMs).toBeGreaterThan(0);
});

test("data that changes with every sale may not be cached", async () => {
  const { secret_key: key } = await openShop();
  const { result } = (await modern(key, "resources/read", { params: { uri: "hanout://store" } })).body;
  expect(result).toMatchObject({ resultType: "complete", ttlMs: 0, cacheScope: "private" });
});

test("a call answers as in the legacy protocol, and says that it is complete", async () => {
  const { secret_key: key } = await openShop();
  const params = { name: "store_get", arguments: {} };

  const [{ result: now }, { result: then }] = [
    (await modern(key, "tools/call", { params })).body,
    (await legacy(key, "tools/call", { params })).body,
  ];

  expect(now).toMatchObject({ ...then, resultType: "complete" });
  expect(then).not.toHaveProperty("resultType");
});

test.each(LISTS)("%s lists the same in both protocols", async (method) => {
  const { secret_key: key } = await openShop();
  const { resultType, ttlMs, cacheScope, _meta, ...now } = (await modern(key, method)).body.result;
  expect(now).toEqual((await legacy(key, method)).body.result);
});

describe("the headers mirror the body", () => {
  const call = { params: { name: "store_get", arguments: {} } };

  test.each([
    ["another method", { "mcp-method": "tools/list" }],
    ["no method", { "mcp-method": undefined }],
    ["another name", { "mcp-name": "store_update" }],
    ["no name", { "mcp-name": undefined }],
    ["no version", { "mcp-protocol-version": undefined }],
    ["another version", { "mcp-protocol-version": LEGACY[0] }],
  ])("and are refused when they have %s", async (_what, headers) => {
    const { secret_key: key } = await openShop();
    expect(await modern(key, "tools/call", call)).toMatchObject({ status: 200 });
    const refused = await modern(key, "tools/call", { ...call, headers });
    expect(refused).toMatchObject({ status: 400, body: { jsonrpc: "2.0", id: 1, error: { code: -32020 } } });
  });
});

test("an unknown version is refused with the supported ones", async () => {
  const { secret_key: key } = await openShop();
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2099-01-01",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };

  const refused = await modern(key, "tools/list", {
    params: { _meta },
    headers: { "mcp-protocol-version": "2099-01-01" },
  });

  expect(refused).toMatchObject({ status: 400, body: { id: 1, error: { code: -32022 } } });
  expect(refused.body.error.data).toMatchObject({
    requested: "2099-01-01",
    supported: expect.arrayContaining([MODERN]),
  });
});

test("a request without _meta under the newer header is refused", async () => {
  const { secret_key: key } = await openShop();
  const headers = { "mcp-protocol-version": MODERN, "mcp-method": "tools/list" };
  const refused = await post(key, request("tools/list"), { headers });
  expect(refused).toMatchObject({ status: 400, body: { id: 1, error: { code: -32602 } } });
});

test.each(["initialize", "ping", "logging/setLevel", "resources/subscribe"])(
  "%s does not exist in this protocol",
  async (method) => {
    const { secret_key: key } = await openShop();
    expect(await modern(key, method, { params: { level: "info", uri: "hanout://store" } })).toMatchObject({
      status: 404,
      body: { id: 1, error: { code: -32601 } },
    });
  },
);

test("a notification is accepted without an answer", async () => {
  const { secret_key: key } = await openShop();
  const headers = { "mcp-protocol-version": MODERN, "mcp-method": "notifications/cancelled" };
  const message = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  expect(await post(key, message, { headers })).toMatchObject({ status: 202, body: undefined });
});

test("a key's scopes apply here too", async () => {
  const key = await keyFor(await openShop(), "content:write");
  const names = (await modern(key, "tools/list")).body.result.tools.map(({ name }: { name: string }) => name);
  const refused = await modern(key, "tools/call", { params: { name: "store_get", arguments: {} } });

  expect(names).toContain("menus_get");
  expect(names).not.toContain("store_get");
  expect(refused.body.result).toMatchObject({
    isError: true,
    _meta: { "hanout/problem": { code: "insufficient_scope" } },
  });
});
