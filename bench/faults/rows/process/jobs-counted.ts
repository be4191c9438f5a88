import { setTimeout as pause } from "node:timers/promises";
import { Type } from "typebox";
import type { SiteDb } from "../../../../src/db/database.ts";
import { sql } from "../../../../src/db/sql.ts";
import { type Child, startChild } from "../../../harness/child.ts";
import { tenantOf } from "../../../harness/stores.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../../fault.ts";
import { COUNTED } from "../../jobs-process.ts";
import { seedOne } from "../../scene.ts";
import { seconds } from "../criteria.ts";

const JOBS = 10_000;
const QUICK_JOBS = 3000;
const JOBS_AT_ONCE = 500; // a transaction has a limit of time
const KILL_EVERY_MS = 2000;
/** How long PostgreSQL is down. */
const DOWN_MS = 1000;
const MAX_KILLS = 8;
const MAX_MS = 300_000;

const Found = Type.Object({ done: Type.Integer(), never: Type.Integer(), twice: Type.Integer() });

/** Jobs count while their processes are killed, and once the database. */
export const jobsCounted: Fault = {
  name: "jobs-counted",
  about: `${JOBS} jobs (with --quick ${QUICK_JOBS}) count while the two processes that run them are killed in turn and PostgreSQL once.`,
  databases: ["postgres", "pglite", "citus"],
  quick: true,
  run: async (context) => {
    const database = await context.newDatabase();
    const { id } = await seedOne(database);
    const tenant = tenantOf(id);
    const wanted = context.quick ? QUICK_JOBS : JOBS;
    for (let jobs = 0; jobs < wanted; jobs += JOBS_AT_ONCE) {
      await database.use((opened) => opened.transact(tenant, async (db) => addJobs(db, JOBS_AT_ONCE)));
    }
    const workers = await Promise.all(
      Array.from({ length: database.postgres ? 2 : 1 }, () => startWorker(context, database.environment)),
    );
    const startedAt = performance.now();
    let [kills, left] = [0, wanted];
    while (left > 0 && performance.now() - startedAt < MAX_MS) {
      await pause(KILL_EVERY_MS);
      const turn = kills % workers.length;
      left = await (workers[turn] as Child).call<number>("left", { siteId: id }).catch(() => left);
      context.say(`${kills} kills, ${left} jobs left`);
      if (left < wanted / 10 || kills === MAX_KILLS) continue; // what the last kill has left comes back after its lease
      workers[turn]?.stop();
      if (++kills === 2 && database.postgres) {
        await database.postgres.kill();
        await pause(DOWN_MS);
        await database.postgres.start();
      }
      workers[turn] = await startWorker(context, database.environment);
    }
    const took = performance.now() - startedAt;
    for (const worker of workers) worker.stop();
    await pause(500); // the folder of an embedded database is free again
    const [found = { done: 0, never: 0, twice: 0 }] = await database.use((opened) =>
      opened.transact(tenant, (db) =>
        db.many(
          Found,
          sql`
          with counted as (
            select thing_id, count(*) as times from new_events where site_id = ${db.siteId} and thing = 'import' group by thing_id
          )
          select count(*) as done, count(*) filter (where c.times is null) as never, count(*) filter (where c.times > 1) as twice
          from jobs j left join counted c on c.thing_id = j.id::text
          where j.site_id = ${db.siteId} and j.kind = ${COUNTED} and j.state = 'done'
        `,
        ),
      ),
    );
    return {
      answers: {},
      longestGapMs: 0,
      acknowledged: 0,
      lost: 0,
      invariants: [],
      measured: `${found.done} of ${wanted} jobs done in ${seconds(took)}, with ${kills} kills; ${found.never} did not count, ${found.twice} counted twice`,
      failures: unmetCriteria([
        [found.done === wanted, "every job is done"],
        [kills >= 2, "processes are killed"],
        [found.never === 0 && found.twice === 0, "each counts exactly once"],
      ]),
    };
  },
};

function addJobs(db: SiteDb, jobs: number): void {
  for (let added = 0; added < jobs; added++) db.later({ kind: COUNTED, arguments: {}, actor: "command" });
}

async function startWorker({ onEnd }: FaultContext, environment: Record<string, string>): Promise<Child> {
  const worker = startChild(onEnd, "faults/jobs-process.ts");
  await worker.call("start", environment);
  return worker;
}
