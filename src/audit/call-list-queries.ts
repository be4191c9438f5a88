import { type Static, Type } from "typebox";
import { type BoundedCount, type CursorPage, Nullable } from "../core/shapes.ts";
import { countUpToBound } from "../db/bounded-count.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { areRowsKept } from "../db/recording/find-queries.ts";
import { Row } from "../db/recording/recording.ts";
import { join, type Sql, sql } from "../db/sql.ts";
import type { CallFilters } from "./queries.ts";

const CallRow = Type.Object({
  id: Type.String(),
  actor_id: Nullable(Type.String()), // null: the server itself
  actor: Type.String(),
  operation: Type.String(),
  area: Type.String(),
  summary: Type.String(),
  not_undoable: Nullable(Type.String()),
  /** Whether the rows before and after it are kept. */
  is_kept: Type.Boolean(),
  created_at: Type.String(),
});
export type CallRow = Static<typeof CallRow>;

const columns = (db: SiteDb): Sql => sql`
      c.id, c.actor_id, c.actor, c.operation, c.area, c.summary, c.not_undoable, ${areRowsKept(db)} as is_kept, c.created_at`;

const conditionsOf = (db: SiteDb, { actors, operation, areas, from, to }: CallFilters): Sql =>
  join(
    [
      sql`c.site_id = ${db.siteId}`,
      ...(actors === undefined ? [] : [byActors(actors)]),
      ...(areas === undefined ? [] : [sql`c.area = any(${[...areas]}::text[])`]),
      ...(operation === undefined ? [] : [sql`c.operation = ${operation}`]),
      ...(from === undefined ? [] : [sql`c.created_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`c.created_at < ${to}`]),
    ],
    " and ",
  );

/** One, as a name usually means, is found in the order of the page. */
const byActors = (ids: string[]): Sql =>
  ids.length === 1 ? sql`c.actor_id = ${ids[0]}` : sql`c.actor_id = any(${ids}::uuid[])`;

/** The calls after a cursor, newest first. */
export const callsAfter = (db: SiteDb, filters: CallFilters, { after, limit }: CursorPage) =>
  db.many(
    CallRow,
    sql`
    select ${columns(db)}
    from audit_calls c
    where ${conditionsOf(db, filters)}
      ${afterCursor(after, sql`c.created_at`, sql`c.id`)}
    order by c.created_at desc, c.id desc
    limit ${limit}
  `,
  );

export const countCalls = (db: SiteDb, filters: CallFilters): Promise<BoundedCount> =>
  countUpToBound(
    db,
    (limit) => sql`
      select 1
      from audit_calls c
      where ${conditionsOf(db, filters)}
      limit ${limit}`,
  );

const CallCount = Type.Object({
  at: Type.String(),
  actor_id: Nullable(Type.String()), // null: the server itself
  actor: Type.String(),
  operation: Type.String(),
  calls: Type.Integer(),
});
export type CallCount = Static<typeof CallCount>;

/** How many of the newest matching calls each key made with each operation, by quarter of an hour: in every zone a day begins with one. */
export const countCallsByQuarter = (db: SiteDb, filters: CallFilters, limit: number): Promise<CallCount[]> =>
  db.many(
    CallCount,
    sql`
    select date_bin('15 minutes', found.created_at, '2000-01-01T00:00:00Z') as at, found.actor_id, found.actor,
      found.operation, count(*) as calls
    from (
      select c.created_at, c.actor_id, c.actor, c.operation
      from audit_calls c
      where ${conditionsOf(db, filters)}
      order by c.created_at desc, c.id desc
      limit ${limit}
    ) found
    group by at, found.actor_id, found.actor, found.operation
    order by at desc, found.actor, found.operation, found.actor_id
  `,
  );

export const findCall = (db: SiteDb, id: string) =>
  db.first(
    CallRow,
    sql`
    select ${columns(db)}
    from audit_calls c
    where c.site_id = ${db.siteId} and c.id = ${id}
  `,
  );

/** The ids of the keys with this id, name or prefix. */
export const findKeyIds = (db: SiteDb, key: string): Promise<string[]> =>
  db.ids(sql`
    select id
    from api_keys
    where site_id = ${db.siteId} and (id::text = lower(${key}) or lower(name) = lower(${key}) or prefix = ${key})
  `);

const SubjectImage = Type.Object({
  table: Type.String(),
  subject_id: Type.String(),
  before: Nullable(Row),
  after: Nullable(Row),
});
/** A row of a person or of an order, as it was before and after a change. */
export type SubjectImage = Static<typeof SubjectImage>;

/** What a change did to the rows of these people and orders. */
export const imagesAbout = (db: SiteDb, changeId: string, subjectIds: string[]) =>
  db.many(
    SubjectImage,
    sql`
    select i.table_name as table, i.subject_id, i.before, i.after
    from row_images i
    where i.site_id = ${db.siteId} and i.change_id = ${changeId} and i.subject_id = any(${subjectIds}::uuid[])
    order by i.position
  `,
  );
