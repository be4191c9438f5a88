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
  summary: Type.String(),
  not_undoable: Nullable(Type.String()),
  created_at: Type.String(),
});
export type ChangeRow = Static<typeof ChangeRow>;

/** These changes, newest first. */
export const findChanges = (db: SiteDb, ids: readonly string[]) =>
  db.many(
    ChangeRow,
    sql`
    select c.id, c.key_name, c.operation, c.area, c.summary, c.not_undoable, c.created_at
    from audit_calls c
    where c.site_id = ${db.siteId} and c.id = any(${[...ids]}::uuid[])
    order by c.created_at desc, c.id desc
  `,
  );

const UndoneRow = Type.Object({ change_id: Type.String(), undone_by: Type.String() });

/** Which changes undid these. */
export const findUndone = (db: SiteDb, ids: readonly string[]) =>
  db.many(
    UndoneRow,
    sql`
    select change_id, undone_by
    from undone_changes
    where site_id = ${db.siteId} and change_id = any(${[...ids]}::uuid[])
  `,
  );

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
