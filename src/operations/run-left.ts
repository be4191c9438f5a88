import type { Scope } from "../core/scopes.ts";
import type { SiteDb } from "../db/database.ts";
import { condensed, type NewEvent } from "../db/event-queries.ts";
import { RowRecorder } from "../db/recording/recorder.ts";
import type { Merchant, Operation } from "./operation.ts";
import { type CallOfJob, type OperationServices, recordRun } from "./run-operation.ts";
import { RunState } from "./run-state.ts";

/** Things of one portion: other requests are served after a quarter of a second, also on a database with one connection. */
const AT_ONCE = 50;

/** What a job has done before the next portion. */
interface SoFar {
  done: number;
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
  tenant: Pick<SiteDb, "currency" | "now">;
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
  const work = await operation.asJob?.(input as never, job.tenant.currency);
  if (!work) throw new Error(`${operation.name} leaves nothing to jobs`);
  const { total, summary } = work;

  const next = async (db: SiteDb, before: SoFar): Promise<SoFar & { result: object }> => {
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
    const end = Math.min(before.done + AT_ONCE, total);
    const result = await run.did((call) => work.portion(call, before.done, end, before.result));
    let images = before.images;
    if (!run.isIdle) {
      const call = { id: job.id, merchant, operation: operation.name, portion: { summary, images } };
      // A change has one time, that of its begin: an undo looks for what happened since.
      const recorded = await recordRun(run, call, recorder, { ...inside, now: before.began }, record);
      images = (images ?? 0) + recorded.images;
    }
    db.happened(...condensed(events, before.told));
    const whole = { ...result, ...(images !== null && { change_id: job.id }) };
    return { ...before, done: end, result: whole, images, told: counted(events, before.told) };
  };

  let soFar = (job.soFar ?? { done: 0, result: null, began: job.tenant.now, images: null, told: {} }) as SoFar;
  while (soFar.done + AT_ONCE < total) {
    const before = soFar;
    soFar = await job.portion(async (db) => {
      const after = await next(db, before);
      return { soFar: after, done: after.done, total };
    });
  }
  await job.once(async (db) => {
    const { result } = await next(db, soFar);
    job.progress(total, total);
    return result;
  });
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
