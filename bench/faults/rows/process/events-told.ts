import { setTimeout as pause } from "node:timers/promises";
import { Type } from "typebox";
import { ADMIN, STOREFRONT } from "../../../../src/app.ts";
import type { SiteDb } from "../../../../src/db/database.ts";
import { sql } from "../../../../src/db/sql.ts";
import { freePort } from "../../../../test/support/setup/postgres-programs.ts";
import type { TestDatabase } from "../../../harness/database.ts";
import type { Server } from "../../../harness/server.ts";
import { tenantOf } from "../../../harness/stores.ts";
import { timeUntil } from "../../../harness/wait.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../../fault.ts";
import { longestGap, startClients, startLoad, tally } from "../../load.ts";
import { seedOne } from "../../scene.ts";
import { auditOrders, type OrderLoad, type SeededStore, startOrders } from "../../stores-and-orders.ts";
import { seconds } from "../criteria.ts";

const CLIENTS = 8;
const ORDERS = 10_000;
const QUICK_ORDERS = 800;
/** Between two kills. */
const KILL_EVERY_MS = 4000;
/** A server that is killed all the time places no orders on a slow machine. */
const MAX_KILLS = 12;
const DOWN_MS = 5000;
/** A cluster of three servers on two cores needs most of it. */
const MAX_LOAD_MS = 3_600_000;
const MAX_NUMBERING_MS = 60_000;

/** Orders are placed, confirmed and cancelled while servers are killed, and once the database. */
export const eventsTold: Fault = {
  name: "events-told",
  about: `${ORDERS} orders (with --quick ${QUICK_ORDERS}) are placed and moved while two servers are killed in turn and PostgreSQL once.`,
  databases: ["postgres", "pglite", "citus"],
  quick: true,
  maxMs: MAX_LOAD_MS + 300_000,
  run: async (context) => {
    const database = await context.newDatabase();
    const store = await seedOne(database);
    const servers = await startServers(context, database);
    const orders = servers.map(({ url }) => startOrders(context, { api: url + STOREFRONT, store, clients: CLIENTS }));
    const moves = orders.map((load, i) => startMoves(context, servers[i]?.url ?? "", store, load));
    const watch = startLoad(context, {
      clients: 1,
      next: () => ({ url: `${servers[0]?.url}${STOREFRONT}/store`, headers: { "x-api-key": store.publishable_key } }),
      pauseMs: 25,
    });
    const placed = () => orders.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const wanted = context.quick ? QUICK_ORDERS : ORDERS;
    const isEnough = () => placed() >= wanted;
    let kills = 0;
    for (const end = performance.now() + MAX_LOAD_MS; !isEnough() && performance.now() < end; ) {
      await timeUntil(isEnough, KILL_EVERY_MS, 100);
      if (kills === MAX_KILLS) continue;
      if (kills++ === 1) await restartDatabase(database);
      else await servers[kills % servers.length]?.killAndStart();
      context.say(`${kills} kills, ${placed()} orders acknowledged`);
    }
    const loads = [...orders, ...moves, watch];
    await Promise.all(loads.map((load) => load.stop()));
    const numbered = await numberTheRest(context, database, store, servers);
    const wrong = await database.use((opened) => opened.transact(tenantOf(store.id), eventFaults));
    const acknowledged = orders.flatMap((load) => load.acknowledged);
    return {
      answers: tally(...loads.map(({ answers }) => answers)),
      longestGapMs: longestGap(watch.answers),
      ...(await database.use((opened) => auditOrders(opened, [{ store, acknowledged }]))),
      measured: `${placed()} orders acknowledged, ${kills} kills, ${wrong.events} events of orders; the last had its number ${seconds(numbered)} after the load`,
      failures: unmetCriteria([
        [isEnough(), `${wanted} orders are placed`],
        [numbered !== undefined, "every event gets its number"],
        [wrong.untold === 0, `every committed change has its event; ${wrong.untold} orders have not`],
        [wrong.invented === 0, `no change that was rolled back has one; ${wrong.invented} are of no order`],
        [wrong.gaps === 0, `numbers of the store and of each thing have no gaps; ${wrong.gaps} have`],
        [wrong.unordered === 0, `the events of a thing are in order; of ${wrong.unordered} they are not`],
      ]),
    };
  },
};

interface Killable {
  url: string;
  server: Server;
  killAndStart(): Promise<void>;
}

/** Two servers, or the one that an embedded database can have. */
const startServers = (context: FaultContext, database: TestDatabase): Promise<Killable[]> =>
  Promise.all(
    Array.from({ length: database.postgres ? 2 : 1 }, async () => {
      const environment = { PORT: String(await freePort()), ...database.environment };
      const one: Killable = {
        url: `http://127.0.0.1:${environment.PORT}`,
        server: await context.startServer(environment),
        killAndStart: async () => {
          await one.server.stop("SIGKILL");
          one.server = await context.startServer(environment);
        },
      };
      return one;
    }),
  );

async function restartDatabase({ postgres }: TestDatabase): Promise<void> {
  await postgres?.kill();
  await pause(DOWN_MS);
  await postgres?.start();
}

/** A client that confirms orders, and cancels every second one. What fails is not tried again. */
function startMoves(context: FaultContext, url: string, store: SeededStore, { acknowledged }: OrderLoad) {
  let next = 0;
  return startClients(context, 1, async (send) => {
    const order = acknowledged[next];
    if (order === undefined) return pause(20);
    next++;
    const move = (operation: string, args: object) =>
      send(() => ({
        url: `${url}${ADMIN}/${operation}`,
        method: "POST",
        headers: { authorization: `Bearer ${store.secret_key}` },
        body: { order, ...args },
      }));
    await move("orders_confirm", {});
    if (next % 2 === 0) await move("orders_cancel", { reason: "changed_mind" });
  });
}

/** Waits until the servers have given all events their numbers, and stops them; resolves with the time that it took. */
async function numberTheRest(
  context: FaultContext,
  database: TestDatabase,
  store: SeededStore,
  servers: Killable[],
): Promise<number | undefined> {
  context.say("waiting for numbers");
  const headers = { authorization: `Bearer ${store.secret_key}`, "content-type": "application/json" };
  const startedAt = performance.now();
  const isDone = async () => {
    if (!database.postgres) return performance.now() - startedAt > 5000; // nobody else may open an embedded database
    const left = await database.use((opened) =>
      opened.transact(tenantOf(store.id), (db) =>
        db.count(sql`select count(*) from new_events where site_id = ${db.siteId}`),
      ),
    );
    return left === 0;
  };
  const took = await timeUntil(isDone, MAX_NUMBERING_MS, 250);
  const answer = await fetch(`${servers[0]?.url}${ADMIN}/events_list`, { method: "POST", headers, body: "{}" });
  if (answer.status !== 200) throw new Error(`events_list answers ${answer.status}`);
  await Promise.all(servers.map(({ server }) => server.stop()));
  return took;
}

const EventFaults = Type.Object({
  events: Type.Integer(),
  untold: Type.Integer(),
  invented: Type.Integer(),
  gaps: Type.Integer(),
  unordered: Type.Integer(),
});

/** What is wrong with the events of orders: each change of a status has one. */
async function eventFaults(db: SiteDb) {
  const found = await db.many(
    EventFaults,
    sql`
    with told as (
      select thing_id, array_agg(split_part(type, '.', 2) order by number) as moves
      from events
      where site_id = ${db.siteId} and thing = 'order'
      group by thing_id
    ), done as (
      select order_id::text as thing_id,
        array_agg(case status when 'pending' then 'placed' else status end order by sequence) as moves
      from order_history
      where site_id = ${db.siteId}
      group by order_id
    )
    select
      (select count(*) from events where site_id = ${db.siteId} and thing = 'order') as events,
      (select count(*) from done left join told using (thing_id) where told.moves is distinct from done.moves) as untold,
      (
        select count(*) from told left join done using (thing_id) where done.thing_id is null
      ) + (select count(*) from new_events where site_id = ${db.siteId}) as invented,
      (
        select count(*) from (
          select max(number) - count(*) as missing from events where site_id = ${db.siteId}
          union all
          select max(thing_number) - count(*) from events where site_id = ${db.siteId} group by thing, thing_id
        ) numbers where missing <> 0
      ) as gaps,
      (
        select count(*) from (
          select thing_number, row_number() over (partition by thing, thing_id order by written_at, id) as place
          from events where site_id = ${db.siteId}
        ) ordered where thing_number <> place
      ) as unordered
  `,
  );
  const [faults] = found;
  if (!faults) throw new Error("the events cannot be counted");
  return faults;
}
