import { Type } from "typebox";
import { LostRace, type SiteDb } from "../db/database.ts";
import type { RowImage } from "../db/recording/recording.ts";
import { type TableName, tableOf } from "../db/recording/tables.ts";
import { sql } from "../db/sql.ts";

/** A call that changed something. */
export interface NewCall {
  /** The id of the change. */
  id: string;
  /** `id` null: the server itself. */
  merchant: { id: string | null; actor: string };
  operation: string;
  area: string;
  /** The scopes that it needed. */
  scopes: readonly string[];
  /** Why it cannot be undone; null: it can. */
  notUndoable: string | null;
  /** The calls that it undid: the ids of their changes, and their operations. */
  undone: readonly { id: string; operation: string }[];
  /** Of a change in portions: what it does, and how many images of rows it has already; null: it is not written yet. */
  portion?: { summary: string; images: number | null };
}

export const insertCall = (
  db: SiteDb,
  { id, merchant, operation, area, scopes, summary, notUndoable }: NewCall & { summary: string },
) =>
  db.send(sql`
    insert into audit_calls (site_id, id, actor_id, actor, operation, area, scopes, summary, not_undoable, created_at)
    values (
      ${db.siteId}, ${id}, ${merchant.id}, ${merchant.actor}, ${operation}, ${area}, ${[...scopes]}::text[], ${summary},
      ${notUndoable}, ${db.now}
    )
  `);

/** `first`: the position of the first image. */
export const insertImages = (db: SiteDb, changeId: string, first: number, images: RowImage[]) =>
  db.send(sql`
    insert into row_images (site_id, change_id, position, table_name, row_key, subject_id, before, after, created_at)
    select ${db.siteId}, ${changeId}, i.position, i.table_name, i.row_key, i.subject_id, i.before, i.after, ${db.now}
    from json_to_recordset(${JSON.stringify(images.map((image, i) => recordOf(image, first + i)))}::json) as i (
      position integer, table_name text, row_key text, subject_id uuid, before json, after json
    )
    on conflict do nothing -- the positions are new; without it, Citus would copy the rows, which row-level security refuses
  `);

const recordOf = ({ table, key, before, after }: RowImage, position: number) => ({
  position,
  table_name: table,
  row_key: key,
  subject_id: subjectOf(table, key),
  before,
  after,
});

/** The person or order whose data a row holds, else null. It is part of the row's key. */
function subjectOf(table: TableName, key: string): string | null {
  const { key: columns, subject } = tableOf(table);
  return subject === undefined ? null : (key.split("\t")[Object.keys(columns).indexOf(subject)] ?? null);
}

/** Records that the change `undoneBy` undid these changes. Throws LostRace when one of them was undone meanwhile. */
export async function insertUndone(db: SiteDb, changeIds: readonly string[], undoneBy: string): Promise<void> {
  const inserted = await db.many(
    Type.Object({ change_id: Type.String() }),
    sql`
    insert into undone_changes (site_id, change_id, undone_by)
    select c.site_id, c.id, ${undoneBy}
    from audit_calls c
    where c.site_id = ${db.siteId} and c.id = any(${[...changeIds]}::uuid[])
    on conflict do nothing
    returning change_id
  `,
  );
  if (inserted.length < changeIds.length) throw new LostRace("another undo was faster");
}
