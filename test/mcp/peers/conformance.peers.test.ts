import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { buildApp, MCP } from "../../../src/app.ts";
import { isMigrated } from "../../../src/db/migrate.ts";
import { closeAtOnce, database, driver, keyring, openShop, settingsWith, tokens } from "../../support/app.ts";
import { extend } from "../fixtures/fixtures.ts";
import { keyProxy } from "../fixtures/key-proxy.ts";
import { legacyHandler } from "../fixtures/legacy-handler.ts";
import { portOf, run } from "./support.ts";

const SUITE = "@modelcontextprotocol/conformance/dist/index.js";

/** Starts the endpoint with the fixtures of the suite, behind a proxy that adds a store's key. Returns its address. */
async function startTestBuild(): Promise<string> {
  const app = await buildApp({
    settings: settingsWith(),
    database,
    keyring,
    tokens,
    readiness: async () => ({ reads: await isMigrated(driver), writes: true }),
    mcp: { extend, legacyHandler: legacyHandler() },
  });
  onTestFinished(() => closeAtOnce(app));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const proxy = keyProxy(portOf(app.server.address()), (await openShop()).secret_key);
  onTestFinished(() => {
    proxy.close();
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${portOf(proxy.address())}${MCP}`;
}

/** Reads from the suite's summary how many checks of each required scenario passed and failed. */
function parseSummary(summary: string): Map<string, { passed: number; failed: number }> {
  const [scenarios = "", notScored = ""] = summary.split(/^Not scored for /m);
  const unrequired = new Set([...notScored.matchAll(/^ {2}[✓✗] (\S+)/gm)].map(([, name]) => name));
  const lines = [...scenarios.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)];
  const counted = lines.map(
    ([, name = "", passed, failed]) => [name, { passed: Number(passed), failed: Number(failed) }] as const,
  );
  return new Map(counted.filter(([name]) => !unrequired.has(name)));
}

/**
 * The scenarios in `untried` pass without a check: the suite for 2025-11-25 tests several streams only in a session,
 * and this server has no sessions. The suite also runs scenarios that it does not score ("pending" and "extensions"):
 * tasks, and headers that repeat arguments. This server does not offer them.
 */
test.each([
  { revision: "2025-11-25", scenarios: 30, checks: 60, untried: ["server-sse-multiple-streams"] },
  { revision: "2026-07-28", scenarios: 37, checks: 100, untried: [] },
])("the server meets all requirements of $revision", async ({ revision, scenarios, checks, untried }) => {
  const { code, out, err } = await run(SUITE, "server", "--url", await startTestBuild(), "--requirements", revision);

  const summary = `${out.slice(out.indexOf("=== SUMMARY"))}\n${err}`;
  const verdict = [...parseSummary(summary)];
  expect(
    verdict.filter(([, { failed }]) => failed > 0).map(([name]) => name),
    summary,
  ).toEqual([]);
  expect(
    verdict.filter(([, { passed }]) => passed === 0).map(([name]) => name),
    summary,
  ).toEqual(untried);
  expect(verdict.length, summary).toBe(scenarios);
  expect(
    verdict.reduce((sum, [, { passed }]) => sum + passed, 0),
    summary,
  ).toBeGreaterThan(checks);
  expect(code, summary).toBe(0);
});
