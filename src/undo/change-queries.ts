import { type Static, Type } from "typebox";
import { ALL_SCOPES, AREAS } from "../core/scopes.ts";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { areRowsKept } from "../db/recording/find-queries.ts";
import { Row } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { raw, sql } from "../db/sql.ts";

const ChangeRow = Type.Object({
  id: Type.String(),
  actor: Type.String(),
  operation: Type.String(),
  area: Type.Enum([...AREAS]),
  /** What the call needed. */
  scopes: Type.Array(Type.Enum([...ALL_SCOPES])),
  not_undoable: Nullable(Type.String()),
  /** Whether the rows before and after it are kept. */
  is_kept: Type.Boolean(),
  /** Whether a job still works on it. */
  is_running: Type.Boolean(),
  created_at: Type.String(),
});
export type ChangeRow = Static<typeof ChangeRow>;

/** These changes, newest first. */
export const findChanges = (db: SiteDb, ids: readonly string[]) =>
  db.many(
    ChangeRow,
    sql`
    select c.id, c.actor, c.operation, c.area, c.scopes, c.not_undoable, ${areRowsKept(db)} as is_kept,
      exists (select from jobs j where j.site_id = ${db.siteId} and j.id = c.id and j.finished_at is null) as is_running,
      c.created_at
    from audit_calls c
    where c.site_id = ${db.siteId} and c.id = any(${[...ids]}::uuid[])
    order by c.created_at desc, c.id desc
  `,
  );

/** The last change of a key that is no undo. */
export const findLastChange = (db: SiteDb, actorId: string) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from audit_calls
    where site_id = ${db.siteId} and actor_id = ${actorId} and operation <> 'changes_undo'
    order by created_at desc, id desc
    limit 1
  `,
  );

/** The undos of these changes (`change_id`), or what these changes undid (`undone_by`). */
export const findUndos = (db: SiteDb, by: "change_id" | "undone_by", ids: readonly string[]) =>
  db.many(
    Type.Object({ change_id: Type.String(), undone_by: Type.String() }),
    sql`
    select change_id, undone_by
    from undone_changes
    where site_id = ${db.siteId} and ${raw(by)} = any(${[...new Set(ids)]}::uuid[])
  `,
  );

/** How many rows before and after these changes are kept, up to a limit. */
export const countImages = (db: SiteDb, changeIds: readonly string[], limit: number) =>
  db.count(sql`
    select count(*)
    from (
      select 1
      from row_images
      where site_id = ${db.siteId} and change_id = any(${[...changeIds]}::uuid[])
      limit ${limit}
    ) i
  `);

const ImageRow = Type.Object({
  table: Type.Enum(TABLE_NAMES as [TableName, ...TableName[]]),
  key: Type.String(),
  before: Nullable(Row),
  after: Nullable(Row),
});

/** The rows that a change wrote, as they were before and after it. */
export const imagesOf = (db: SiteDb, changeId: string) =>
  db.many(
    ImageRow,
    sql`
    select i.table_name as table, i.row_key as key, i.before, i.after
    from row_images i
    where i.site_id = ${db.siteId} and i.change_id = ${changeId}
    order by i.position
  `,
  );

/** What the log calls things that these changes wrote, by their ids. */
export async function labelsInLog(
  db: SiteDb,
  changeIds: readonly string[],
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.many(
    Type.Object({ id: Type.String(), label: Type.String() }),
    sql`
    select distinct a.entity_id as id, a.label
    from audit_log a
    where a.site_id = ${db.siteId} and a.change_id = any(${[...changeIds]}::uuid[])
      and a.entity_id = any(${[...ids]}::text[])
  `,
  );
  return new Map(rows.map(({ id, label }) => [id, label]));
}
