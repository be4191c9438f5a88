import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { Row } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { sql } from "../db/sql.ts";

const ChangeRow = Type.Object({
  id: Type.String(),
  key_name: Type.String(),
  operation: Type.String(),
  area: Type.String(),
  not_undoable: Nullable(Type.String()),
  created_at: Type.String(),
});
export type ChangeRow = Static<typeof ChangeRow>;

/** These changes, newest first. */
export const findChanges = (db: SiteDb, ids: readonly string[]) =>
  db.many(
    ChangeRow,
    sql`
    select c.id, c.key_name, c.operation, c.area, c.not_undoable, c.created_at
    from audit_calls c
    where c.site_id = ${db.siteId} and c.id = any(${[...ids]}::uuid[])
    order by c.created_at desc, c.id desc
  `,
  );

/** The last change of a key that is no undo. */
export const findLastChange = (db: SiteDb, keyId: string) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from audit_calls
    where site_id = ${db.siteId} and key_id = ${keyId} and operation <> 'changes_undo'
    order by created_at desc, id desc
    limit 1
  `,
  );

const UndoneRow = Type.Object({ change_id: Type.String(), undone_by: Type.String() });

/** The changes that undid these. */
export const findUndos = (db: SiteDb, ids: readonly string[]) =>
  db.many(
    UndoneRow,
    sql`
    select change_id, undone_by
    from undone_changes
    where site_id = ${db.siteId} and change_id = any(${[...ids]}::uuid[])
  `,
  );

/** What these changes undid. */
export const findUndoneBy = (db: SiteDb, ids: readonly string[]) =>
  db.many(
    UndoneRow,
    sql`
    select change_id, undone_by
    from undone_changes
    where site_id = ${db.siteId} and undone_by = any(${[...ids]}::uuid[])
  `,
  );

const RecordedTable = Type.Enum(TABLE_NAMES as [TableName, ...TableName[]]);

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

/** Of which tables rows before and after these changes are kept. */
export const tablesOf = (db: SiteDb, changeIds: readonly string[]) =>
  db.many(
    Type.Object({ change_id: Type.String(), table: RecordedTable }),
    sql`
    select i.change_id, i.table_name as table
    from row_images i
    where i.site_id = ${db.siteId} and i.change_id = any(${[...changeIds]}::uuid[])
    group by i.change_id, i.table_name
  `,
  );

const ImageRow = Type.Object({
  table: RecordedTable,
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
