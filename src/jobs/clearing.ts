import { RETENTION_MS } from "../db/changes.ts";
import type { JobKind, RunningJob } from "./kinds.ts";
import { deleteChanges, deleteOldRows, findHorizon } from "./queries.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a job is kept after it ended. */
const JOBS_MS = 7 * DAY_MS;
/** Rows of a table that one run removes, about: it is short even after a setting was lowered. */
const ROWS_AT_ONCE = 20_000;

/**
 * Removes what is too old, of all stores: carts that have expired, idempotency keys of a day ago, the uses of confirm tokens, the rows
 * before and after calls, events, deliveries of webhooks, jobs, sessions and links of people, what stores used, and what processes have told each other.
 */
export function clearing({ UNDO_DAYS, EVENTS_DAYS }: { UNDO_DAYS: number; EVENTS_DAYS: number }): JobKind {
  const ages: Record<string, number> = {
    carts: 0,
    idempotency_keys: DAY_MS,
    used_confirm_tokens: 30 * MINUTE_MS, // twice as long as a token is valid: the clocks of servers differ
    row_images: UNDO_DAYS * DAY_MS,
    jobs: JOBS_MS,
    events: EVENTS_DAYS * DAY_MS,
    webhook_deliveries: EVENTS_DAYS * DAY_MS,
    account_sessions: 0,
    account_links: 0,
    store_use: 400 * DAY_MS,
  };
  return {
    name: "clearing",
    atOnce: 1,
    isRepeatable: true,
    maxAttempts: 1,
    repeats: { everyMs: MINUTE_MS, id: "00000000-0000-0000-0000-000000000001" },
    run: async (job) => {
      const { database, tenant } = job;
      await clearChanges(job);
      const before = (age: number) => new Date(Date.parse(tenant.now) - age).toISOString();
      for (const [table, age] of Object.entries(ages)) {
        await database.transact(tenant, (db) => deleteOldRows(db, table, before(age), ROWS_AT_ONCE));
      }
      return {};
    },
  };
}

/** All transactions before `xid` had ended at `time`. */
interface Horizon {
  xid: string;
  time: string;
}

/**
 * Removes rows of `changes`. They have no time, and a transaction that stays open for long commits rows with an old id. So each run notes
 * which transactions have ended, and removes their rows ten minutes later.
 */
async function clearChanges({ tenant, soFar, portion }: RunningJob): Promise<void> {
  const latest = Date.parse(tenant.now) - RETENTION_MS;
  await portion(async (db) => {
    const { xid } = await findHorizon(db);
    const noted = ((soFar ?? []) as Horizon[]).filter((one) => BigInt(one.xid) <= BigInt(xid)); // not of a server before a restore
    const old = noted.findLastIndex(({ time }) => Date.parse(time) <= latest);
    if (noted[old]) await deleteChanges(db, noted[old].xid);
    return { soFar: [...noted.slice(Math.max(old, 0)), { xid, time: tenant.now }], done: 1, total: 1 };
  });
}
