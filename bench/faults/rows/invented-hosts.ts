import { sendRequest } from "../../harness/http.ts";
import { type Fault, unmetCriteria } from "../fault.ts";
import { flood, read, servedOrRefused } from "../flood.ts";
import { isServed, longestGap, percentile, startLoad, tally } from "../load.ts";
import { auditStores, openTwoStores } from "../two-stores.ts";
import { counted } from "./criteria.ts";

/** Lists that the shoppers of the real host ask for. */
const LISTS = 10;
const INVENTED_BEFORE = 10;
const MIN_FROM_MEMORY = 0.95;

/** Answers that contain the client's host are kept for each host. The real host's are kept before the flood begins. */
export const inventedHosts: Fault = {
  name: "invented-hosts",
  about: "Thirty clients name a new host in each request; the store's real host comes after the first of them.",
  databases: ["postgres", "pglite"],
  quick: true,
  run: async (context) => {
    const shops = await openTwoStores(context, { products: 200, environment: { LOG_LEVEL: "info" } });
    const { server, crowd } = shops;
    const list = (n: number) => read(server.url, crowd, `/products?limit=20&offset=${n % LISTS}`);
    const invent = (n: number) => ({
      ...list(n),
      headers: { ...list(n).headers, host: `invented-${n}.example` },
    });
    for (let n = 0; n < INVENTED_BEFORE; n++) await sendRequest(invent(n));
    for (let n = 0; n < LISTS; n++) await sendRequest(list(n));
    const shoppers = startLoad(context, { clients: 1, next: list, pauseMs: 20 });
    const flooding = await flood(context, (n) => invent(n + INVENTED_BEFORE));
    const real = await shoppers.stop();
    const audit = await auditStores(shops, { other: [] });
    const fromMemory = hitsIn(server.out()) / real.length;
    return {
      answers: tally(flooding),
      longestGapMs: longestGap(real),
      ...audit,
      measured: `${Math.round(fromMemory * 100)} % of the real host's ${real.length} answers from memory, p50 ${percentile(real, 0.5).toFixed(1)} ms; p50 of the ${flooding.length} invented hosts ${percentile(flooding, 0.5).toFixed(1)} ms`,
      failures: [
        ...servedOrRefused(flooding),
        ...unmetCriteria([
          [real.every(isServed), `the real host sees ${counted(real)}`],
          [fromMemory >= MIN_FROM_MEMORY, "the real host is not served from memory"],
        ]),
      ],
    };
  },
};

/** The answers from memory that the server counted, by what it logs at its end. */
const hitsIn = (log: string): number => Number(/"cache":\{"hits":(\d+)/.exec(log)?.[1] ?? 0);
