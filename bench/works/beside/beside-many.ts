import { setTimeout as pause } from "node:timers/promises";
import { newId } from "../../../src/core/ids.ts";
import { Database, type Tenant } from "../../../src/db/database.ts";
import { openPostgres } from "../../../src/db/postgres/postgres.ts";
import { sql } from "../../../src/db/sql.ts";
import { EventNumbering } from "../../../src/events/events.ts";
import { type JobKind, JobRunner } from "../../../src/jobs/jobs.ts";
import { queryAt } from "../../harness/database.ts";
import { median } from "../../harness/statistics.ts";
import { createSellingStore, tenantOf } from "../../harness/stores.ts";
import { ratioRow, type Sample, sideResult, valueRow } from "../../report/row.ts";
import type { Bench, Work } from "../../work.ts";
import { titleOf } from "../sides.ts";

/** How soon a store's events have their numbers, and its jobs begin, while another store has a hundred thousand that are due. */

const MANY = 100_000;
const ROUNDS = 5;
/** Events or jobs of one measurement, one after the other. */
const PROBES = 10;
const POLL_MS = 2;

export const eventsBesideMany: Work = {
  name: "events-beside-many",
  about: `from the commit of an event to its number, while another store has ${MANY} events without a number`,
  unit: "ms",
  run: async (bench) => {
    const { alone, beside, notes } = await measureBoth(bench, "events", (database) => {
      const numbering = new EventNumbering(database, async () => undefined);
      const probe = async (tenant: Tenant) => {
        const thing = { kind: "cart", id: newId() };
        const event = { type: "carts.abandoned", thing, actor: "server" as const, data: {} };
        await database.transact(tenant, async (db) => db.happened(event));
        return () => until(() => isNumbered(database, tenant, thing.id));
      };
      return { runner: numbering, probe, left: "new_events", fill: FILL_EVENTS };
    });
    const title = { ...titleOf(eventsBesideMany), goal: { kind: "at most", value: 1.2 } as const, notes };
    return [ratioRow(title, sideResult("beside many", beside), sideResult("alone", alone))];
  },
};

export const jobsBesideMany: Work = {
  name: "jobs-beside-many",
  about: `from the commit of a job to its begin, while another store has ${MANY} jobs that are due`,
  unit: "ms",
  run: async (bench) => {
    const { alone, beside, notes } = await measureBoth(bench, "jobs", (database) => {
      const begun = new Map<string, () => void>();
      const kind: JobKind = {
        name: "probe",
        atOnce: 4,
        isRepeatable: true,
        maxAttempts: 1,
        run: async ({ id }) => {
          begun.get(id)?.();
          return {};
        },
      };
      const probe = async (tenant: Tenant) => {
        const id = newId();
        const isBegun = new Promise<void>((resolve) => begun.set(id, resolve));
        await database.transact(tenant, async (db) =>
          db.later({ id, kind: kind.name, arguments: {}, actor: "server" }),
        );
        return () => isBegun;
      };
      return { runner: new JobRunner(database, [kind]), probe, left: "jobs", fill: FILL_JOBS };
    });
    const median = sideResult("alone", alone).median.toFixed(1);
    const title = { ...titleOf(jobsBesideMany), goal: { kind: "at most", value: 100 } as const };
    return [valueRow({ ...title, notes: [...notes, `alone ${median} ms`] }, sideResult("beside many", beside))];
  },
};

const FILL_EVENTS = `
  insert into new_events (site_id, id, type, thing, thing_id, actor, fields, data, data_at)
  select $1, gen_random_uuid(), 'carts.abandoned', 'cart', n, 'server', '{}', '{}', now() from generate_series(1, $2::integer) as n`;
const FILL_JOBS = `
  insert into jobs (site_id, id, kind, arguments, actor, due_at, created_at)
  select $1, gen_random_uuid(), 'probe', '{}', 'server', now(), now() from generate_series(1, $2::integer)`;

/** What is measured. */
interface Measured {
  runner: { start(): void; stop(): Promise<void> };
  /** Commits one, and returns a function that waits for it. */
  probe(tenant: Tenant): Promise<() => Promise<void>>;
  /** The table of those that are left. */
  left: string;
  /** Adds many of a store. */
  fill: string;
}

/** Measures in turn without and beside many of another store, in one process. Throws when these were done before the end. */
async function measureBoth(
  { databaseUrl, database: own }: Bench,
  name: string,
  make: (database: Database) => Measured,
) {
  const [few, many] = await own.use((db) =>
    Promise.all([`${name}-few`, `${name}-many`].map((slug) => createSellingStore(db, { slug, products: 1 }))),
  );
  const driver = openPostgres(databaseUrl, { poolSize: 8, statementTimeout: 30_000 });
  const { runner, probe, left, fill } = make(new Database(driver, { checks: false }));
  const measure = async (): Promise<Sample> => {
    const times: number[] = [];
    for (let i = 0; i < PROBES; i++) {
      const wait = await probe(tenantOf(few?.id ?? ""));
      const committedAt = performance.now();
      await wait();
      times.push(performance.now() - committedAt);
    }
    return { value: median(times) };
  };
  const ofMany = (statement: string, ...values: unknown[]) =>
    queryAt<{ count: string }>(databaseUrl, statement, [many?.id, ...values]);
  const isDone = left === "jobs" ? "and finished_at is null" : "";
  const leftOfMany = async () =>
    Number((await ofMany(`select count(*) from ${left} where site_id = $1 ${isDone}`))[0]?.count);
  const [alone, beside, notes]: [Sample[], Sample[], string[]] = [[], [], []];
  runner.start();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await measure());
      await ofMany(fill, MANY);
      await until(async () => (await leftOfMany()) < MANY);
      beside.push(await measure());
      const rest = await leftOfMany();
      if (rest === 0) throw new Error("all were done before the measurement ended");
      notes.push(`${rest} left at the end of round ${round + 1}`);
      await ofMany(`delete from ${left} where site_id = $1`);
    }
  } finally {
    await runner.stop();
    await driver.close();
  }
  return { alone, beside, notes: [notes.join("; ")] };
}

const isNumbered = (database: Database, tenant: Tenant, thingId: string): Promise<boolean> =>
  database.report(tenant, (db) =>
    db.exists(sql`
      select from events where site_id = ${db.siteId} and thing = 'cart' and thing_id = ${thingId} limit 1
    `),
  );

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(POLL_MS);
}
