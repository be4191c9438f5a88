import { setTimeout as pause } from "node:timers/promises";
import { queryAt } from "../../../harness/database.ts";
import { placeOf } from "../../citus.ts";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { isServed, longestGap, sentBetween, slowest } from "../../load.ts";
import { openRunningShop } from "../../scene.ts";
import { counted, invalidAnswers, isServedOrRefused, seconds } from "../criteria.ts";

/** Writes of the store wait while the last changes are copied. */
const MAX_WAIT_MS = 5000;

/** The shards with a store's rows move to the other worker, while the store sells. */
export const storeMoved: Fault = {
  name: "citus-store-moved",
  about: "The shards of a busy store are moved to the other worker, and back, while it sells.",
  databases: ["citus"],
  quick: false,
  run: async (context) => {
    const scene = await openRunningShop(context);
    await pause(2000);
    const moves: number[] = [];
    for (let n = 0; n < 2; n++) {
      const { coordinator, shard, worker, others } = await placeOf(scene.database, scene.store.id);
      const startedAt = performance.now();
      await queryAt(
        coordinator.url("hanout"),
        "select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')",
        [shard, worker.port, others[0]?.port],
      );
      moves.push(startedAt, performance.now());
      const now = await placeOf(scene.database, scene.store.id);
      if (now.worker.port === worker.port) throw new Error("the store has not moved");
      await pause(1000);
    }
    const [from = 0, firstEnd = 0, secondStart = 0, to = 0] = moves;

    return scene.finish(() => {
      const orders = sentBetween(scene.orders.answers, from, to);
      const all = sentBetween(scene.answers(), from, to);
      return {
        measured: [
          `moved in ${seconds(firstEnd - from)} and ${seconds(to - secondStart)}`,
          `orders meanwhile: ${counted(orders)}, slowest ${seconds(slowest(orders))}`,
          `longest gap of reads ${seconds(longestGap(scene.watch.answers))}`,
        ].join("; "),
        failures: unmetCriteria([
          [invalidAnswers(all).length === 0, "nobody is answered 500 or not at all"],
          [all.every(isServedOrRefused), "every answer is served, or refused with 503 and Retry-After"],
          [orders.some(isServed), "the store takes orders meanwhile"],
          [slowest(orders) < MAX_WAIT_MS, "no order waits five seconds"],
        ]),
      };
    });
  },
};
