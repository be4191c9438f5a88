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
}

/** Writes a job, and returns its id. One that is there already stays as it is. */
export function insertJob(
  db: { send(query: Sql): void; readonly siteId: string; readonly now: string },
  { kind, arguments: given, actor, dueAt = db.now, id = newId() }: NewJob,
): string {
  db.send(sql`
    insert into jobs (site_id, id, kind, arguments, actor, due_at, created_at)
    values (${db.siteId}, ${id}, ${kind}, ${JSON.stringify(given)}::jsonb, ${actor}, ${dueAt}, ${db.now})
    on conflict (site_id, id) do nothing
  `);
  return id;
}
