import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { buildApp, MCP } from "../../src/app.ts";
import { isMigrated } from "../../src/db/migrate.ts";
import { extend } from "../mcp/fixtures.ts";
import { keyProxy } from "../mcp/key-proxy.ts";
import { takeOver } from "../mcp/take-over.ts";
import { database, driver, keyring, openShop, settingsWith, tokens } from "../support.ts";
import { portOf, run } from "./support.ts";

const SUITE = "@modelcontextprotocol/conformance/dist/index.js";

/** A test build: the endpoint as it is, offering what the suite asks for, behind a proxy that adds a store's key. */
async function listening(): Promise<string> {
  const app = await buildApp({
    settings: settingsWith(),
    database,
    keyring,
    tokens,
    isReady: () => isMigrated(driver),
    mcp: { extend, takeOver: takeOver() },
  });
  onTestFinished(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  const proxy = keyProxy(portOf(app.server.address()), (await openShop()).secret_key);
  onTestFinished(() => {
    proxy.close();
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${portOf(proxy.address())}${MCP}`;
}

test.each(["2025-11-25", "2026-07-28"])(
  "what %s requires of a server",
  async (revision) => {
    const { code, out, err } = await run(SUITE, "server", "--url", await listening(), "--requirements", revision);
    console.log(out, err, code);
    expect(code).toBe(0);
  },
  300_000,
);
