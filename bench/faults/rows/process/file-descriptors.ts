import { setTimeout as pause } from "node:timers/promises";
import { sendRequest } from "../../../harness/http.ts";
import { timeUntil } from "../../../harness/wait.ts";
import { ms, refusals, startBackgroundLoad } from "../../background-load.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../../fault.ts";
import { read } from "../../flood.ts";
import { openSockets, sendHalfRequests } from "../../half-sent.ts";
import { isServed, longestGap, tally } from "../../load.ts";
import { auditStores, openTwoStores, type TwoStores } from "../../two-stores.ts";

const MAX_FILES = 400;
const CLIENTS = 800;
const MAX_BACK_MS = 5000;

/** Opens more connections than the process may have open files. */
export const fileDescriptors: Fault = {
  name: "file-descriptors",
  about: `${CLIENTS} clients send half a request to a server that may open ${MAX_FILES} files.`,
  databases: ["postgres", "pglite", "citus"],
  quick: true,
  run: async (context) => {
    const shops = await openTwoStores(context, { products: 20, options: { openFiles: MAX_FILES } });
    const { server, other } = shops;
    const before = startBackgroundLoad(context, { url: server.url, store: other });
    await pause(2000);
    await before.stop();
    const half = await sendHalfRequests(context, { url: server.url, key: other.publishable_key, clients: CLIENTS });
    const most = server.runs() ? openSockets(server) : 0;
    await pause(3000);
    const answers = half.answers();
    half.end();
    const back = await timeToServe(context, shops);
    const after = startBackgroundLoad(context, { url: server.url, store: other });
    await pause(3000);
    await after.stop();
    const lives = server.runs();
    const audit = await auditStores(shops, { other: [...before.acknowledged, ...after.acknowledged] });
    return {
      answers,
      longestGapMs: longestGap([...before.answers, ...after.answers]),
      ...audit,
      measured: `${most} sockets at most; served again ${back === undefined ? "never" : ms(back)} after the clients left; then ${JSON.stringify(tally(after.answers))}`,
      failures: unmetCriteria([
        [lives, `the process died: ${server.out().slice(-300)}`],
        [back !== undefined, `not served within ${ms(MAX_BACK_MS)} after the clients left`],
      ]).concat(refusals(after.answers)),
    };
  },
};

/** Measures the time until the store can be read again; undefined if it takes too long. */
function timeToServe(context: FaultContext, { server, other }: TwoStores): Promise<number | undefined> {
  context.say("the clients have left");
  const isBack = async () => isServed(await sendRequest(read(server.url, other, "/store"), undefined, MAX_BACK_MS));
  return timeUntil(isBack, MAX_BACK_MS, 50);
}
