import { setTimeout as pause } from "node:timers/promises";
import { type Answer, sendRequest } from "../../../harness/http.ts";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { read } from "../../flood.ts";
import { isServed, longestGap, slowest, tally } from "../../load.ts";
import { auditStores, openTwoStores } from "../../two-stores.ts";
import { counted } from "../criteria.ts";

/** A server that has just started counts no delays. */
const STARTED_MS = 7000;
const STOPPED_MS = 1500;
const ASKED_MS = 1500;

/** A process that gets no CPU is late, although it has next to nothing to do. */
export const starvedProcess: Fault = {
  name: "starved-process",
  about: "The server is stopped for 1.5 s and continued, four times; one client asks it after each time.",
  databases: ["postgres", "pglite"],
  quick: true,
  run: async (context) => {
    const shops = await openTwoStores(context, { products: 20 });
    const { server, other } = shops;
    await pause(STARTED_MS);
    const answers: Answer[] = [];
    for (let time = 0; time < 4; time++) {
      server.signal("SIGSTOP");
      await pause(STOPPED_MS);
      server.signal("SIGCONT");
      for (const start = performance.now(); performance.now() - start < ASKED_MS; await pause(20)) {
        const offset = answers.length; // another answer each time: those in memory are sent in any case
        answers.push(await sendRequest(read(server.url, other, `/products?limit=5&offset=${offset}`)));
      }
    }
    const failed = answers.filter((answer) => !isServed(answer));
    return {
      answers: tally(answers),
      longestGapMs: longestGap(answers),
      ...(await auditStores(shops, { other: [] })),
      measured: `${answers.length} requests, slowest ${Math.round(slowest(answers))} ms`,
      failures: unmetCriteria([[failed.length === 0, `a client that is alone sees ${counted(failed)}`]]),
    };
  },
};
