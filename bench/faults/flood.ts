import { setTimeout as pause } from "node:timers/promises";
import { MCP, STOREFRONT } from "../../src/app.ts";
import type { Answer, Request } from "../harness/http.ts";
import { type Comparison, comparisonText, gapOf, ms, slowdownFailures } from "./background-load.ts";
import { type FaultContext, type Outcome, unmetCriteria } from "./fault.ts";
import { percentile, slowest, startLoad, tally } from "./load.ts";
import type { SeededStore } from "./stores-and-orders.ts";
import { auditStores, type TwoStores } from "./two-stores.ts";

/** A flood: concurrent clients of one store that send the next request soon after each answer. */

const CLIENTS = 30;

/** The pause of a client between its requests. Without it, fast refusals would make the clients use the whole CPU. */
const PAUSE_MS = 100;

/** The stored characters of an answer, enough to recognise a refusal. */
const KEPT_CHARACTERS = 2000;

/** Sends the requests from thirty clients, or another number, for some seconds, and returns the answers. */
export async function flood(
  context: FaultContext,
  next: (n: number) => Request,
  { clients = CLIENTS, pauseMs = PAUSE_MS } = {},
): Promise<Answer[]> {
  const asked = (n: number) => ({ ...next(n), keep: KEPT_CHARACTERS });
  const load = startLoad(context, { clients, next: asked, pauseMs });
  await pause(context.quick ? 5000 : 20_000);
  return load.stop(30_000);
}

/** Returns a GET request of the storefront API. */
export const read = (url: string, store: SeededStore, path: string): Request => ({
  url: url + STOREFRONT + path,
  headers: { "x-api-key": store.publishable_key },
});

/** Returns a request that calls a tool. */
export const toolCall = (url: string, store: SeededStore, name: string, args: unknown): Request => ({
  url: url + MCP,
  method: "POST",
  headers: { authorization: `Bearer ${store.secret_key}`, "mcp-protocol-version": "2025-06-18" },
  body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
});

/** Checks that each answer is 200, or 503 with a Retry-After header. */
export function servedOrRefused(answers: Answer[]): string[] {
  const unexpected = answers.filter(({ what, headers, text }) => {
    const isRefused = what === "503" && headers["retry-after"] !== undefined;
    return (what !== "200" && !isRefused) || text.includes("internal_error");
  });
  return unmetCriteria([
    [unexpected.length === 0, `the flood sees ${JSON.stringify(tally(unexpected))}, or no Retry-After`],
    [answers.some(({ what }) => what === "200"), "the flooded store is not served at all"],
  ]);
}

/** Returns the outcome of a row in which one store is flooded and another is measured. */
export async function outcomeOf(
  context: FaultContext,
  shops: TwoStores,
  beside: Comparison<Answer[]>,
  more: string[] = [],
): Promise<Outcome> {
  const audit = await auditStores(shops, { other: beside.acknowledged });
  const flooding = beside.result;
  const broken = flooding.find(({ what, text }) => what === "500" || text.includes("internal_error"));
  if (broken) context.say(`${broken.text.slice(0, 300)} ${shops.server.out().slice(-1500)}`);
  return {
    answers: tally(flooding),
    longestGapMs: gapOf(beside),
    ...audit,
    measured: `${comparisonText(beside)}; flood p50 ${ms(percentile(flooding, 0.5))}, slowest ${ms(slowest(flooding))}`,
    failures: [...slowdownFailures(beside), ...more],
  };
}
