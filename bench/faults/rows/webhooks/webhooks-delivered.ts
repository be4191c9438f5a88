import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { newId } from "../../../../src/core/ids.ts";
import { freePort } from "../../../../test/support/setup/postgres-programs.ts";
import type { TestDatabase } from "../../../harness/database.ts";
import type { Server } from "../../../harness/server.ts";
import { tenantOf } from "../../../harness/stores.ts";
import { timeUntil } from "../../../harness/wait.ts";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { seed } from "../../stores-and-orders.ts";
import { seconds } from "../criteria.ts";
import { callOperation, type Got, startReceiver, TO_THIS_MACHINE } from "./receiver.ts";

const EVENTS = 10_000;
const QUICK_EVENTS = 1000;
const EVENTS_AT_ONCE = 500;
/** Of the other store. */
const OTHER_EVENTS = 100;
/** How often the receiver fails at the first attempt; at the second it would be waited for for five minutes. */
const FAILING = 0.2;
/** How long the receiver takes for each, so that servers are killed meanwhile. */
const ANSWER_MS = 50;
const KILL_EVERY_MS = 4000;
const QUICK_KILL_EVERY_MS = 1000;
const MAX_KILLS = 6;
const MAX_MS = 420_000;
const REPLAYED_AFTER_MS = 301_000;

interface Endpoint {
  id: string;
  secret: string;
}

/** Events are delivered to a receiver that fails, while the servers that send them are killed. */
export const webhooksDelivered: Fault = {
  name: "webhooks-delivered",
  about: `${EVENTS} events (with --quick ${QUICK_EVENTS}) are sent to a receiver that fails at random, while the servers are killed in turn.`,
  databases: ["postgres", "pglite"],
  quick: true,
  run: async (context) => {
    const database = await context.newDatabase();
    const [store, other] = await database.use((db) => seed(db, { stores: 2, products: 2 }));
    if (!store || !other) throw new Error("no stores were made");
    const wanted = context.quick ? QUICK_EVENTS : EVENTS;
    const taken = new Map<string, Got[]>();
    const failed = new Set<string>();
    const receiver = await startReceiver(context, (got, response) => {
      const id = `${got.path} ${got.headers["webhook-id"]}`;
      const isFailure = !taken.has(id) && !failed.has(id) && Math.random() < FAILING;
      if (isFailure) failed.add(id);
      setTimeout(() => {
        if (!isFailure) taken.set(id, [...(taken.get(id) ?? []), got]);
        if (isFailure && Math.random() < 0.5) response.destroy();
        else response.writeHead(isFailure ? 500 : 204).end();
      }, ANSWER_MS);
    });
    const ports = await Promise.all(Array.from({ length: database.postgres ? 2 : 1 }, () => freePort()));
    const start = (port: number | undefined) =>
      context.startServer({ PORT: String(port), ...database.environment, ...TO_THIS_MACHINE });

    const first = await start(ports[0]);
    const address = (path: string) => ({ address: receiver + path, types: ["menus.changed"] });
    const before = await callOperation<Endpoint>(first, store, "webhooks_save", address("/own"));
    const own = await callOperation<Endpoint>(first, store, "webhooks_save", { endpoint: before.id, rotate_secret: 0 });
    const others = await callOperation<Endpoint>(first, other, "webhooks_save", address("/other"));
    await first.stop();
    await addEvents(database, store.id, wanted);
    await addEvents(database, other.id, OTHER_EVENTS);

    const servers: Server[] = await Promise.all(ports.map(start));
    const startedAt = performance.now();
    const isDone = () => taken.size === wanted + OTHER_EVENTS;
    let kills = 0;
    while (!isDone() && performance.now() - startedAt < MAX_MS) {
      await timeUntil(isDone, context.quick ? QUICK_KILL_EVERY_MS : KILL_EVERY_MS, 50);
      if (isDone() || kills === MAX_KILLS || (context.quick && kills === 2)) continue;
      const turn = kills++ % servers.length;
      await servers[turn]?.stop("SIGKILL");
      servers[turn] = await start(ports[turn]);
      context.say(`${kills} kills, ${taken.size} webhooks taken`);
    }
    const took = performance.now() - startedAt;
    await Promise.all(servers.map((server) => server.stop()));
    const all = [...taken.values()].flat();
    const forged = {
      unverified: all.filter((got) => !isVerified(got, got.path === "/own" ? own.secret : others.secret)).length,
      byOldSecret: all.filter((got) => isVerified(got, before.secret)).length,
      ofOtherStore: all.filter((got) => isVerified(got, got.path === "/own" ? others.secret : own.secret)).length,
      replayed: all.filter((got) => isVerified(got, own.secret, REPLAYED_AFTER_MS)).length,
    };
    return {
      answers: {},
      longestGapMs: 0,
      acknowledged: 0,
      lost: wanted + OTHER_EVENTS - taken.size,
      invariants: [],
      measured: `${taken.size} events delivered in ${seconds(took)}, with ${kills} kills and ${failed.size} failed attempts; ${all.length - taken.size} came more than once; ${JSON.stringify(forged)}`,
      failures: unmetCriteria([
        [isDone(), "each event is delivered at least once"],
        [kills >= 2, "servers are killed"],
        [forged.unverified === 0, "every signature is right"],
        [forged.byOldSecret === 0, "none is signed by the old secret after its end"],
        [forged.ofOtherStore === 0, "none is right by the secret of another store"],
        [forged.replayed === 0, "none is right five minutes later"],
      ]),
    };
  },
};

async function addEvents(database: TestDatabase, siteId: string, events: number): Promise<void> {
  for (let added = 0; added < events; added += EVENTS_AT_ONCE) {
    await database.use((opened) =>
      opened.transact(tenantOf(siteId), async (db) =>
        db.happened(
          ...Array.from({ length: Math.min(EVENTS_AT_ONCE, events - added) }, () => ({
            type: "menus.changed",
            thing: { kind: "menu", id: newId() },
            actor: "command" as const,
            data: { id: "main", title: "Menu", handle: "main", items: [] },
          })),
        ),
      ),
    );
    await pause(5); // the times of rows are their order
  }
}

/** Whether the library of Standard Webhooks accepts a webhook, so much later than it came. */
function isVerified({ headers, text, at }: Got, secret: string, later = 0): boolean {
  const now = Date.now;
  Date.now = () => at + later;
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  } finally {
    Date.now = now;
  }
}
