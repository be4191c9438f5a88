import { beforeAll, expect, test } from "vitest";
import { MCP } from "../../../src/app.ts";
import { READING_SCOPES } from "../../../src/core/scopes.ts";
import { app, openShop } from "../../support/app.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { type ProcessResult, run } from "./support.ts";

const INSPECTOR = "@modelcontextprotocol/inspector-cli/build/cli.js";

let url: string;
beforeAll(async () => {
  url = (await app.listen({ host: "127.0.0.1", port: 0 })) + MCP;
});

const inspect = (key: string, ...args: string[]): Promise<ProcessResult> =>
  run(INSPECTOR, "--cli", url, "--transport", "http", "--header", `Authorization: Bearer ${key}`, "--method", ...args);

test("the Inspector lists the tools", async () => {
  const { secret_key: key } = await openShop();
  const { code, out, err } = await inspect(key, "tools/list");
  expect(code, err).toBe(0);
  expect(JSON.parse(out).tools).toContainEqual(expect.objectContaining({ name: "store_get" }));
});

test("the Inspector calls a tool", async () => {
  const shop = await openShop();
  const { code, out, err } = await inspect(shop.secret_key, "tools/call", "--tool-name", "store_get");
  expect(code, err).toBe(0);
  expect(JSON.parse(out).structuredContent).toMatchObject({ id: shop.id, name: "Test shop" });
});

test("the Inspector passes arguments and shows a refusal", async () => {
  const key = await keyFor(await openShop(), ...READING_SCOPES);
  const call = ["tools/call", "--tool-name", "store_update", "--tool-arg", "name=Renamed"];
  const { out, err } = await inspect(key, ...call);
  expect(JSON.parse(out), err).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("insufficient_scope") }, { text: '{"allowed":["settings:write"]}' }],
  });
});

test("the Inspector is refused without a valid key", async () => {
  const { code, err } = await inspect("sk_none", "tools/list");
  expect(code).not.toBe(0);
  expect(err).toContain("secret API key");
});
