import { isId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import type { Cursor } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { cancelJob, findJob, type JobFilters, type JobRow, listJobs } from "./queries.ts";

export { clearing } from "./clearing.ts";
export type { JobKind, JobState, Portion, RunningJob } from "./kinds.ts";
export type { JobRow } from "./queries.ts";
export { JobRunner, type RunnerOptions } from "./runner.ts";

/** Up to `limit` + 1 jobs of these kinds, the newest first. */
export const jobsAfter = (
  db: SiteDb,
  filters: JobFilters,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<JobRow[]> => listJobs(db, filters, after, limit + 1);

/** A job of one of these kinds. Throws `job_not_found`. */
export async function requireJob(db: SiteDb, id: string, kinds: readonly string[]): Promise<JobRow> {
  const job = isId(id) ? await findJob(db, id, kinds) : undefined;
  if (!job) throw new Problem("job_not_found", `There is no job ${id}, or this key may not see it.`);
  return job;
}

/**
 * Cancels a job that has not ended; what it would still do is not done. Returns it as it was and as it is then, which is the same when it had
 * ended. Throws `job_not_found`.
 */
export async function cancel(
  db: SiteDb,
  id: string,
  kinds: readonly string[],
): Promise<{ before: JobRow; after: JobRow }> {
  const before = await requireJob(db, id, kinds);
  const isCancelled = await cancelJob(db, before.id);
  const after = await requireJob(db, before.id, kinds);
  return { before: isCancelled ? before : after, after };
}
