import { setTimeout as pause } from "node:timers/promises";
import { childrenOf } from "../../../harness/processes.ts";
import { until } from "../../../harness/wait.ts";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { isServed } from "../../load.ts";
import { openRunningShop } from "../../scene.ts";
import { counted, seconds } from "../criteria.ts";

const WORKERS = 3;
const ROUNDS = 2;
/** Idle connections to a replaced worker are closed after this time, and then the worker ends. */
const KEEP_ALIVE_SECONDS = 3;
const REPLACED = "All workers are replaced.";
const MAX_WAIT_MS = 60_000;

export const workersReplaced: Fault = {
  name: "workers-replaced",
  about: `A server with ${WORKERS} workers replaces them (SIGHUP) under load, twice.`,
  databases: ["postgres", "citus"],
  quick: true,
  run: async (context) => {
    const environment = {
      WEB_CONCURRENCY: String(WORKERS),
      KEEP_ALIVE_TIMEOUT_SECONDS: String(KEEP_ALIVE_SECONDS),
    };
    const scene = await openRunningShop(context, { environment });
    const { server } = scene;
    let longest = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      await pause(1500);
      const [old, at] = [childrenOf(server.pid), performance.now()];
      server.signal("SIGHUP");
      await until(() => server.out().split(REPLACED).length > round, MAX_WAIT_MS, "new workers serve");
      longest = Math.max(longest, performance.now() - at);
      await until(() => !childrenOf(server.pid).some((id) => old.includes(id)), MAX_WAIT_MS, "the old workers end");
      context.say(`workers replaced ${round} times`);
    }
    await pause(1500);
    return scene.finish(() => {
      const failed = scene.answers().filter((answer) => !isServed(answer));
      const left = childrenOf(server.pid).length;
      return {
        measured: `${ROUNDS * WORKERS} workers replaced, ${WORKERS} in ${seconds(longest)} at most; failed requests: ${counted(failed)}`,
        failures: unmetCriteria([
          [failed.length === 0, `no request fails, not ${counted(failed)}`],
          [left === WORKERS, `${WORKERS} workers serve at the end, not ${left}`],
        ]),
      };
    });
  },
};
