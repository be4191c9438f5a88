import { setTimeout as pause } from "node:timers/promises";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { seed } from "../../stores-and-orders.ts";
import { callOperation, startReceiver, TO_THIS_MACHINE } from "./receiver.ts";

const WEBHOOKS = 100;
const QUICK_WEBHOOKS = 40;
const EVERY_MS = 150;
/** Changes of the store with bad endpoints: each of them is sent to every one of these. */
const BACKLOG = 200;
const SLOW_MS = 10_000;
const MOST = { times: 1.2, ms: 100 };

/** The endpoints of a store do all that endpoints must not do. */
export const webhooksApart: Fault = {
  name: "webhooks-apart",
  about:
    "A slow, a dead, an endless and a closing endpoint have a backlog, while another store's webhooks are measured.",
  databases: ["postgres", "pglite"],
  quick: true,
  run: async (context) => {
    const database = await context.newDatabase();
    const [bad, good] = await database.use((db) => seed(db, { stores: 2, products: 2 }));
    if (!bad || !good) throw new Error("no stores were made");
    const server = await context.startServer({ ...database.environment, ...TO_THIS_MACHINE });
    const arrived: number[] = [];
    const receiver = await startReceiver(context, ({ path, text, at }, response) => {
      if (path === "/good") {
        arrived.push(at - Date.parse(JSON.parse(text).timestamp));
        response.end();
      } else if (path === "/slow") setTimeout(() => response.end(), SLOW_MS);
      else if (path === "/endless") setInterval(() => response.write("x".repeat(100)), 100).unref();
      else if (path === "/closing") response.destroy();
      // the dead one never answers
    });
    const save = (store: typeof bad, path: string) =>
      callOperation(server, store, "webhooks_save", { address: receiver + path, types: ["menus.changed"] });
    let changes = 0;
    const change = (store: typeof bad) =>
      callOperation(server, store, "menus_save", { handle: "main", title: `Menu ${++changes}`, items: [] });
    await save(good, "/good");
    const wanted = context.quick ? QUICK_WEBHOOKS : WEBHOOKS;
    const measure = async (beside: () => Promise<unknown>): Promise<number> => {
      arrived.length = 0;
      for (let sent = 0; sent < wanted; sent++) {
        await Promise.all([change(good), beside(), pause(EVERY_MS)]);
      }
      for (let waited = 0; arrived.length < wanted && waited < 100; waited++) await pause(100);
      return median(arrived);
    };

    await measure(async () => {}); // the code is compiled, and the plans are made
    const alone = await measure(async () => {});
    context.say(`alone ${alone.toFixed(0)} ms`);
    for (const path of ["/slow", "/dead", "/endless", "/closing"]) await save(bad, path);
    for (let i = 0; i < BACKLOG; i++) await change(bad);
    await pause(2000);
    const beside = await measure(async () => {});
    const isAll = arrived.length === wanted;
    return {
      answers: {},
      longestGapMs: 0,
      acknowledged: 0,
      lost: 0,
      invariants: [],
      measured: `median from the change to the receiver: alone ${alone.toFixed(0)} ms, beside the bad endpoints ${beside.toFixed(0)} ms (${(beside / alone).toFixed(2)} times)`,
      failures: unmetCriteria([
        [isAll, "every webhook of the other store arrives"],
        [
          beside <= alone * MOST.times || beside <= alone + MOST.ms,
          `the other store's median is at most ${MOST.times} times as long, or ${MOST.ms} ms longer`,
        ],
      ]),
    };
  },
};

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
