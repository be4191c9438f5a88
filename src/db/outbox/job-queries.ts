import type { Actor } from "../../core/actor.ts";
import { newId } from "../../core/ids.ts";
import { type Sql, sql } from "../sql.ts";

/** Work that a transaction leaves for later. `src/jobs/` does it. */
export interface NewJob {
  /** A name of the runner's kinds. */
  kind: string;
  /** What the kind needs to know; JSON. */
  arguments: object;
  /** Who wants it: 'key …', 'command', 'server'. */
  actor: Actor;
  /** ISO 8601; default now. */
  dueAt?: string;
  /** Default a new one. */
  id?: string;
  /**
   * What happens to a job with this id that is there already: without it, it stays as it is. With it, one that waits is due no later than this,
   * one that runs runs again when it has ended, and one that has ended begins anew.
   */
  again?: true;
}

/** How many jobs of a kind have not ended; counts no further than `most`. */
export const countUnfinished = (
  db: { count(query: Sql): Promise<number>; readonly siteId: string },
  kind: string,
  most: number,
): Promise<number> =>
  db.count(sql`
    select count(*)
    from (
      select
      from jobs
      where site_id = ${db.siteId} and kind = ${kind} and finished_at is null
      limit ${most}
    ) unfinished
  `);

/** Writes a job, and returns its id. */
export function insertJob(
  db: { send(query: Sql): void; readonly siteId: string; readonly now: string },
  { kind, arguments: given, actor, dueAt = db.now, id = newId(), again }: NewJob,
): string {
  if (again) {
    db.send(sql`
      insert into jobs (site_id, id, kind, arguments, actor, due_at, created_at)
      values (${db.siteId}, ${id}, ${kind}, ${JSON.stringify(given)}::jsonb, ${actor}, ${dueAt}, ${db.now})
      on conflict (site_id, id) do update
      set arguments = excluded.arguments,
        wanted_at = case when jobs.state = 'running' then least(jobs.wanted_at, excluded.due_at) end,
        due_at = case when jobs.state = 'running' then jobs.due_at when jobs.state = 'waiting' then least(jobs.due_at, excluded.due_at)
          else excluded.due_at end,
        attempts = case when jobs.finished_at is null then jobs.attempts else 0 end,
        state = case when jobs.finished_at is null then jobs.state else 'waiting' end,
        result = null, problem = null, finished_at = null
      where jobs.finished_at is not null
        or case when jobs.state = 'running' then jobs.wanted_at is null else jobs.due_at > excluded.due_at end
    `);
    return id;
  }
  db.send(sql`
    insert into jobs (site_id, id, kind, arguments, actor, due_at, created_at)
    values (${db.siteId}, ${id}, ${kind}, ${JSON.stringify(given)}::jsonb, ${actor}, ${dueAt}, ${db.now})
    on conflict (site_id, id) do nothing
  `);
  return id;
}
