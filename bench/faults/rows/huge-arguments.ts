import { setTimeout as pause } from "node:timers/promises";
import { type Answer, type Request, sendRequest } from "../../harness/http.ts";
import { ms } from "../background-load.ts";
import { type Fault, unmetCriteria } from "../fault.ts";
import { type Hostile, hostileRequests } from "../hostile.ts";
import { longestGap, percentile, slowest, startLoad, tally } from "../load.ts";
import { auditStores, openTwoStores } from "../two-stores.ts";

/** How long one request may block the event loop, measured with `GET /livez`; more on a busy machine. */
const MAX_HOLD_MS = 100;
const NOISE_FACTOR = 3;

/** Other load on the machine only adds time, so the best of several attempts is nearest to the cost of the request. */
const MAX_TRIES = 4;

/** Requests that are cheap to send and expensive to read, one at a time. */
export const hugeArguments: Fault = {
  name: "huge-arguments",
  about: "Expensive arguments and bodies are sent one at a time, while another client sends GET /livez.",
  databases: ["postgres", "pglite", "citus"],
  quick: true,
  run: async (context) => {
    const shops = await openTwoStores(context, { products: 20 });
    const { server, crowd } = shops;
    const watch = startLoad(context, { clients: 1, next: () => ({ url: `${server.url}/livez` }), pauseMs: 5 });
    await pause(3000);
    const quiet = [...watch.answers];
    const bound = Math.max(MAX_HOLD_MS, NOISE_FACTOR * percentile(quiet, 0.99));
    const tried: Attempt[] = [];
    for (const hostile of hostileRequests(server.url, crowd))
      tried.push(await tryHostile(hostile, watch.answers, bound));
    await watch.stop();
    const lives = server.runs();
    const audit = await auditStores(shops, { other: [] });
    const longest = [...tried].sort((a, b) => b.held - a.held)[0];
    return {
      answers: tally(tried.map(({ answer }) => answer)),
      longestGapMs: longestGap(watch.answers),
      ...audit,
      measured: `${tried.length} requests; GET /livez p99/max quiet ${ms(percentile(quiet, 0.99))}/${ms(slowest(quiet))}; the loop is held longest by "${longest?.name}", ${ms(longest?.held ?? 0)}`,
      failures: [...unmetCriteria([[lives, "the process died"]]), ...tried.flatMap((one) => faultsOf(one, bound))],
    };
  },
};

interface Attempt {
  name: string;
  answer: Answer;
  held: number;
}

/** Sends the request until it blocks the event loop less than the limit, at most MAX_TRIES times. */
async function tryHostile({ name, ask: request }: Hostile, watched: Answer[], bound: number): Promise<Attempt> {
  const tries: Attempt[] = [];
  while (tries.length < MAX_TRIES && !tries.some(({ held }) => held <= bound)) {
    await untilIdle(request);
    const from = performance.now();
    const answer = await sendRequest({ ...request, keep: 2000 });
    await pause(50);
    tries.push({ name, answer, held: slowest(watched.filter(({ sentAt, ms: took }) => sentAt + took >= from)) });
  }
  return tries.reduce((best, one) => (one.held < best.held ? one : best));
}

/** Waits until the server no longer refuses requests, because a refused request costs nothing. */
async function untilIdle({ url, headers = {} }: Request): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { what } = await sendRequest({ url, headers, method: "POST", body: [] });
    if (what !== "503") return;
    await pause(200);
  }
}

function faultsOf({ name, answer: { what, text }, held }: Attempt, bound: number): string[] {
  return unmetCriteria([
    [/^[24]/.test(what) && !text.includes("internal_error"), `${name}: answered ${what} ${text.slice(0, 80)}`],
    [held <= bound, `${name}: holds the event loop for ${ms(held)}`],
  ]);
}
