import { setTimeout as pause } from "node:timers/promises";
import { MCP, STOREFRONT } from "../../src/app.ts";
import { type FaultContext, type Outcome, unmet } from "./fault.ts";
import { type Answer, type Ask, percentile, slowest, startLoad, tally } from "./load.ts";
import type { SeededStore } from "./selling.ts";
import { auditShops, type Shops } from "./shops.ts";
import { type Beside, besideFigures, gapOf, ms, unnoticed } from "./visits.ts";

/** A flood: clients of one store that send their requests at once, and again as soon as they are answered. */

const CLIENTS = 30;

/** A client's time between its requests: a refusal is answered in a millisecond, and the bench shares the machine. */
const PAUSE_MS = 100;

/** Characters of an answer, enough to see a refusal in it. */
const KEPT = 2000;

/** Runs the requests in turn from thirty clients for a while; what they were answered. */
export async function flood(context: FaultContext, next: (n: number) => Ask): Promise<Answer[]> {
  const asked = (n: number) => ({ ...next(n), keep: KEPT });
  const load = startLoad(context, { clients: CLIENTS, next: asked, pauseMs: PAUSE_MS });
  await pause(context.quick ? 5000 : 20_000);
  return load.stop(30_000);
}

/** A read of the storefront API. */
export const read = (url: string, store: SeededStore, path: string): Ask => ({
  url: url + STOREFRONT + path,
  headers: { "x-api-key": store.publishable_key },
});

/** One call of a tool. */
export const toolCall = (url: string, store: SeededStore, name: string, args: unknown): Ask => ({
  url: url + MCP,
  method: "POST",
  headers: { authorization: `Bearer ${store.secret_key}`, "mcp-protocol-version": "2025-06-18" },
  body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
});

/** A refusal under load says when to come back. */
export function servedOrTold(answers: Answer[]): string[] {
  const strange = answers.filter(({ what, headers, text }) => {
    const isTold = what === "503" && headers["retry-after"] !== undefined;
    return (what !== "200" && !isTold) || text.includes("internal_error");
  });
  return unmet([
    [strange.length === 0, `the flood sees ${JSON.stringify(tally(strange))}, or no Retry-After`],
    [answers.some(({ what }) => what === "200"), "the flooded store is not served at all"],
  ]);
}

/** The outcome of a row in which one store is flooded and another is watched. */
export async function outcomeOf(
  context: FaultContext,
  shops: Shops,
  beside: Beside<Answer[]>,
  more: string[] = [],
): Promise<Outcome> {
  const audit = await auditShops(shops, { other: beside.acknowledged });
  const flooding = beside.result;
  const broken = flooding.find(({ what, text }) => what === "500" || text.includes("internal_error"));
  if (broken) context.say(`${broken.text.slice(0, 300)} ${shops.server.out().slice(-1500)}`);
  return {
    answers: tally(flooding),
    longestGapMs: gapOf(beside),
    ...audit,
    measured: `${besideFigures(beside)}; flood p50 ${ms(percentile(flooding, 0.5))}, slowest ${ms(slowest(flooding))}`,
    failures: [...unnoticed(beside), ...more],
  };
}
