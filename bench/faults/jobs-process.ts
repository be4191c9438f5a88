// A process of the row `jobs-counted`: runs jobs until it is killed. Each counts by an event, in the transaction of its outcome.
import { join } from "node:path";
import { Database, type Tenant } from "../../src/db/database.ts";
import { openPglite } from "../../src/db/pglite/pglite.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { sql } from "../../src/db/sql.ts";
import { type JobKind, JobRunner } from "../../src/jobs/jobs.ts";
import { answerCalls } from "../harness/child.ts";

/** Where the database is, as the settings of a server say it. */
export interface Where {
  DATABASE_URL?: string;
  DATA_DIR?: string;
}

export const COUNTED = "counted";

const counted: JobKind = {
  name: COUNTED,
  atOnce: 4,
  isRepeatable: true,
  maxAttempts: 100,
  run: async (job) => {
    await job.once(async (db) => {
      db.happened({ type: "imports.finished", thing: { kind: "import", id: job.id }, actor: "command", data: {} });
      return {};
    });
    return undefined;
  },
};

let database: Database | undefined;

answerCalls({
  start: async ({ DATABASE_URL = "", DATA_DIR = "" }: Where) => {
    const driver = DATABASE_URL
      ? openPostgres(DATABASE_URL, { poolSize: 6, statementTimeout: 30_000 })
      : await openPglite(join(DATA_DIR, "pglite"));
    database = new Database(driver, { checks: false });
    new JobRunner(database, [counted]).start();
  },
  /** How many jobs of a store have not ended. */
  left: (tenant: Pick<Tenant, "siteId">) =>
    database?.transact({ ...tenant, mediaUrl: <T>(url: T) => url } as Tenant, (db) =>
      db.count(sql`select count(*) from jobs where site_id = ${db.siteId} and finished_at is null`),
    ),
});
