import { setTimeout as pause } from "node:timers/promises";
import { countPreparedAfterRecovery, placeOf } from "../../citus.ts";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { isServed, longestGap, sentBetween, slowest, tally } from "../../load.ts";
import { startShoppers } from "../../scene.ts";
import { auditOrders, seed } from "../../stores-and-orders.ts";
import { counted, invalidAnswers, isServedOrRefused, recoveryTime, seconds } from "../criteria.ts";

const STORES = 12;
const DOWN_MS = 5000;
const SETTLING_MS = 250;
const MAX_ANSWER_MS = 6000;
const MAX_RECOVERY_MS = 5000;

/** A worker is killed and comes back: its stores are refused meanwhile, and the others are served. */
export const workerKilled: Fault = {
  name: "citus-worker-killed",
  about:
    "The worker with a busy store is killed (SIGKILL) and started again after five seconds; another store is on the other worker.",
  databases: ["citus"],
  quick: false,
  run: async (context) => {
    const database = await context.newDatabase();
    const stores = await database.use((db) => seed(db, { stores: STORES, products: STORES * 10 }));
    const places = await Promise.all(stores.map((store) => placeOf(database, store.id)));
    const [first] = places;
    const elsewhere = stores[places.findIndex(({ worker }) => worker.port !== first?.worker.port)];
    const here = stores[0];
    if (!first || !here || !elsewhere) throw new Error(`all of ${STORES} stores are on one worker`);
    const server = await context.startServer(database.environment);
    const affected = startShoppers(context, server.url, here);
    const beside = startShoppers(context, server.url, elsewhere, { readers: 2, buyers: 2 });

    await pause(3000);
    const killedAt = performance.now();
    await first.worker.kill();
    await pause(DOWN_MS);
    const startedAt = performance.now();
    await first.worker.start();
    const backAt = performance.now();
    await pause(MAX_RECOVERY_MS);
    await Promise.all([affected.stop(), beside.stop()]);
    const prepared = await countPreparedAfterRecovery(database.workers ?? []);

    const meanwhile = sentBetween(affected.answers(), killedAt + SETTLING_MS, startedAt);
    const served = sentBetween(beside.orders.answers, killedAt + SETTLING_MS, startedAt);
    const back = recoveryTime(affected, backAt);
    const audit = await database.use((db) =>
      auditOrders(db, [
        { store: here, acknowledged: affected.orders.acknowledged },
        { store: elsewhere, acknowledged: beside.orders.acknowledged },
      ]),
    );
    return {
      answers: tally(affected.answers(), beside.answers()),
      longestGapMs: longestGap(beside.watch.answers),
      ...audit,
      measured: [
        `its store meanwhile: ${counted(meanwhile)}, slowest ${seconds(slowest(meanwhile))}`,
        `orders of the other store meanwhile: ${counted(served)}, slowest ${seconds(slowest(served))}`,
        `back ${seconds(back)} after the worker; ${prepared} prepared transactions left`,
      ].join("; "),
      failures: unmetCriteria([
        [invalidAnswers(affected.answers()).length === 0, "nobody is answered 500 or not at all"],
        [meanwhile.every(isServedOrRefused), "its store is served from memory or refused with 503 and Retry-After"],
        [slowest(meanwhile) < MAX_ANSWER_MS, "every answer comes within six seconds"],
        [
          served.length > 0 && served.filter(isServed).length > 0,
          "the store on the other worker takes orders meanwhile",
        ],
        [invalidAnswers(beside.answers()).length === 0, "the other store's shoppers are answered"],
        [back !== undefined && back < MAX_RECOVERY_MS, "its store is back by itself within 5 s"],
        [prepared === 0, "no prepared transaction is left"],
      ]),
    };
  },
};
