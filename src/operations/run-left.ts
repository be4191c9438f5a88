import type { Scope } from "../core/scopes.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { condensed, type NewEvent } from "../db/event-queries.ts";
import { RowRecorder } from "../db/recording/recorder.ts";
import type { JobSite, JobWork, Merchant, Operation, PreparedPortion } from "./operation.ts";
import { type CallOfJob, type OperationServices, recordRun } from "./run-operation.ts";
import { RunState } from "./run-state.ts";

/** Things of one portion: other requests are served after a quarter of a second, also on a database with one connection. */
const AT_ONCE = 50;

/** What a job has done before the next portion. */
interface SoFar {
  done: number;
  total: number;
  /** What the last portion ended with, where portions are prepared. */
  after: unknown;
  /** What it has done, as the job's result is. */
  result: object | null;
  /** When it began: the time of its change. */
  began: string;
  /** How many images of rows its change has; null: nothing was changed. */
  images: number | null;
  /** How many events of each type it told. */
  told: Record<string, number>;
}

/** The job that does what a call has left. */
interface LeftJob {
  id: string;
  arguments: unknown;
  database: Database;
  tenant: Tenant;
  signal: AbortSignal;
  /** What the last portion returned, of this process or of one that was killed. */
  soFar: unknown;
  portion<T extends object>(work: (db: SiteDb) => Promise<{ soFar: T; done: number; total: number }>): Promise<T>;
  progress(done: number, total: number): void;
  once(work: (db: SiteDb) => Promise<object>): Promise<void>;
}

/**
 * Does the work that a call has left to a job, portion by portion, and records all of it as one change, that of the call. Throws what
 * the operation throws, and what `requireInForce` throws of who may not do this any more; the portions before stay.
 */
export async function runLeft(
  operation: Operation,
  job: LeftJob,
  {
    record,
    requireInForce,
  }: Pick<OperationServices, "record"> & {
    requireInForce(db: SiteDb, merchant: Merchant, operation: Operation, scopes: readonly Scope[]): Promise<void>;
  },
): Promise<void> {
  const { input, merchant, scopes } = job.arguments as CallOfJob;
  const site: JobSite = {
    id: job.tenant.siteId,
    currency: job.tenant.currency,
    transact: (work) => job.database.transact(job.tenant, work),
  };
  const work = await operation.asJob?.(input as never, site);
  if (!work) throw new Error(`${operation.name} leaves nothing to jobs`);
  const { summary } = work;

  const next = async (db: SiteDb, before: SoFar, prepared: PreparedPortion): Promise<SoFar & { result: object }> => {
    await requireInForce(db, merchant, operation, scopes);
    const recorder = operation.notUndoable === undefined ? new RowRecorder(db) : undefined;
    const events: NewEvent[] = [];
    const inside = { ...db, ...(recorder && { recording: recorder }), happened: collectIn(events) };
    const run = new RunState(
      operation,
      { id: job.id, db: inside, merchant, maxRowsText: Number.POSITIVE_INFINITY },
      input,
      scopes,
    );
    const { things, count, after, isLast } = prepared;
    const [first, end] = [before.done, before.done + count];
    const result = await run.did((call) => work.portion(call, { first, end, things, isLast }, before.result));
    let images = before.images;
    if (!run.isIdle) {
      const call = { id: job.id, merchant, operation: operation.name, portion: { summary, images } };
      // A change has one time, that of its begin: an undo looks for what happened since.
      const recorded = await recordRun(run, call, recorder, { ...inside, now: before.began }, record);
      images = (images ?? 0) + recorded.images;
    }
    db.happened(...condensed(events, before.told));
    const whole = { ...result, ...(images !== null && { change_id: job.id }) };
    const total = isLast ? end : Math.max(before.total, end);
    return { ...before, done: end, total, after, result: whole, images, told: counted(events, before.told) };
  };

  const begun = {
    done: 0,
    total: work.total,
    after: null,
    result: null,
    began: job.tenant.now,
    images: null,
    told: {},
  };
  let soFar = (job.soFar ?? begun) as SoFar;
  for (;;) {
    const before = soFar;
    const prepared = await (work.prepare?.(site, before.after, job.signal) ?? byNumber(work, before));
    if (prepared.isLast) {
      await job.once(async (db) => {
        const { result, done, total } = await next(db, before, prepared);
        job.progress(done, total);
        return result;
      });
      return;
    }
    soFar = await job.portion(async (db) => {
      const after = await next(db, before, prepared);
      return { soFar: after, done: after.done, total: after.total };
    });
  }
}

/** The next things where all are known. */
function byNumber({ total }: JobWork, { done }: SoFar): PreparedPortion {
  const count = Math.min(AT_ONCE, total - done);
  return { things: null, count, after: null, isLast: done + count === total };
}

const collectIn =
  (events: NewEvent[]): SiteDb["happened"] =>
  (...told) =>
    void events.push(...told);

function counted(events: readonly NewEvent[], before: SoFar["told"]): SoFar["told"] {
  const counts = { ...before };
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
