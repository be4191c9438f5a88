import type { Answer } from "../../harness/http.ts";
import { type Comparison, compareDuring, comparisonText, gapOf, ms, refusals } from "../background-load.ts";
import { type Fault, unmetCriteria } from "../fault.ts";
import { flood, read, servedOrRefused } from "../flood.ts";
import { percentile, slowest, startLoad, tally } from "../load.ts";
import { auditStores, openTwoStores } from "../two-stores.ts";
import { expensivePaths } from "./expensive-searches.ts";

const CLIENTS = [8, 32];

/** The longest answer of another store, whatever statement runs: the embedded database cannot cancel it. */
const MAX_OTHER_MS = 1500;

/** The longest answer of GET /livez, which needs no statement. */
const MAX_ALIVE_MS = 500;
const ALIVE_PAUSE_MS = 20;

/** Clients with one publishable key keep the only connection of the embedded database busy. */
const embeddedFlood = (name: string, products: number): Fault => ({
  name,
  about: `8 and then 32 clients with one publishable key ask a store of ${products} products for its most expensive reads, without a pause.`,
  databases: ["pglite"],
  quick: true,
  run: async (context) => {
    const shops = await openTwoStores(context, { products });
    const { url } = shops.server;
    const paths = expensivePaths(products);
    const floods: Flood[] = [];
    for (const clients of CLIENTS) {
      const searching = () =>
        flood(context, (n) => read(url, shops.crowd, paths[n % paths.length]?.(n) ?? ""), { clients, pauseMs: 0 });
      const beside = await compareDuring(context, { url, store: shops.other }, async () => {
        const asking = startLoad(context, {
          clients: 1,
          next: () => ({ url: `${url}/livez` }),
          pauseMs: ALIVE_PAUSE_MS,
        });
        return { flood: await searching(), alive: await asking.stop() };
      });
      floods.push({ clients, ...beside });
    }
    const all = floods.flatMap(({ result }) => result.flood);
    const audit = await auditStores(shops, { other: floods.flatMap(({ acknowledged }) => acknowledged) });
    return {
      answers: tally(all),
      longestGapMs: Math.max(...floods.map(gapOf)),
      ...audit,
      measured: floods.map(figuresOf).join("; "),
      failures: [...floods.flatMap(failuresOf), ...servedOrRefused(all)],
    };
  },
});

export const embeddedFloods: Fault[] = [
  embeddedFlood("embedded-flood", 76),
  embeddedFlood("embedded-flood-many", 15_000),
];

interface Flood extends Comparison<{ flood: Answer[]; alive: Answer[] }> {
  clients: number;
}

const failuresOf = ({ clients, flooded, result: { alive } }: Flood): string[] =>
  [
    ...refusals(flooded),
    ...unmetCriteria([
      [slowest(flooded) <= MAX_OTHER_MS, `the other store's slowest answer takes ${ms(slowest(flooded))}`],
      [slowest(alive) <= MAX_ALIVE_MS, `GET /livez takes ${ms(slowest(alive))}`],
    ]),
  ].map((failure) => `with ${clients} clients: ${failure}`);

const figuresOf = ({ clients, quiet, flooded, result }: Flood): string =>
  `${clients} clients: ${comparisonText({ quiet, flooded })}, livez p99/max ${ms(percentile(result.alive, 0.99))}/${ms(slowest(result.alive))}, flood ${JSON.stringify(tally(result.flood))} p50 ${ms(percentile(result.flood, 0.5))}`;
