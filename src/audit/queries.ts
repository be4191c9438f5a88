import { type Static, Type } from "typebox";
import type { Area } from "../core/scopes.ts";
import { type BoundedCount, type CursorPage, Nullable } from "../core/shapes.ts";
import { countUpToBound } from "../db/bounded-count.ts";
import type { SiteDb } from "../db/database.ts";
import { empty, type Sql, sql } from "../db/sql.ts";
import { ENTITIES } from "./areas.ts";

export interface NewEntry {
  id: string;
  entity: string;
  entity_id: string;
  label: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export const insertEntries = (
  db: SiteDb,
  { id, merchant, operation }: { id: string; merchant: { id: string | null; actor: string }; operation: string },
  entries: NewEntry[],
) =>
  db.send(sql`
    insert into audit_log (
      site_id, id, change_id, actor_id, actor, tool, entity, entity_id, label, before, after, created_at
    )
    select ${db.siteId}, e.id, ${id}, ${merchant.id}, ${merchant.actor}, ${operation}, e.entity, e.entity_id, e.label, e.before, e.after, ${db.now}
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as e (id uuid, entity text, entity_id text, label text, before json, after json)
    on conflict do nothing -- the ids are new; without it, Citus would copy the rows, which row-level security refuses
  `);

const Fields = Nullable(Type.Record(Type.String(), Type.Unknown()));
const EntryRow = Type.Object({
  id: Type.String(),
  change_id: Type.String(),
  actor_id: Nullable(Type.String()), // null: the server itself
  actor: Type.String(),
  operation: Type.String(),
  entity: Type.String(),
  entity_id: Type.String(),
  label: Type.String(),
  before: Fields,
  after: Fields,
  created_at: Type.String(),
});
export type EntryRow = Static<typeof EntryRow>;

const columns: Sql = sql`
      a.id, a.change_id, a.actor_id, a.actor, a.tool as operation, a.entity, a.entity_id, a.label, a.before, a.after,
      a.created_at`;

/** Which calls are asked for. */
export interface CallFilters {
  /** Ids of keys and memberships. */
  actors?: string[] | undefined;
  operation?: string | undefined;
  /** Undefined: all. */
  areas?: readonly Area[] | undefined;
  /** ISO 8601; `to` is excluded. */
  from?: string | undefined;
  to?: string | undefined;
}

/** What entries must be about. */
export interface EntrySubject {
  /** Ids of things, and labels in small letters. */
  names: string[];
  /** Slugs of products, whose variants are meant as well. */
  slugs: string[];
  /** Ids of the variants to which entries of products are limited; null: all. */
  onlyVariants: string[] | null;
}

const LoggedThing = Type.Object({
  entity: Type.String(),
  id: Type.String(),
  label: Type.String(),
  by_sku: Type.Boolean(),
});
export type LoggedThing = Static<typeof LoggedThing>;

const MAX_ENTRIES_READ = 1000;

/** What the log calls these ids or labels (in small letters), and what had this SKU, in small letters. */
export const findLoggedThings = (db: SiteDb, names: string[], formerSku: string) =>
  db.many(
    LoggedThing,
    sql`
    select entity, id, label, by_sku
    from find_logged_things(${db.siteId}, ${names}::text[], ${formerSku}, ${MAX_ENTRIES_READ}::integer)
  `,
  );

const entitiesOf = (areas: readonly Area[]): string[] => areas.flatMap((area) => ENTITIES[area]);

/** Row-level security prevents an index on names, so a function of the database finds the ids, newest first. */
const idsAbout = (
  db: SiteDb,
  { names, slugs, onlyVariants }: EntrySubject,
  { operation, actors, areas, from, to }: CallFilters,
  { after, limit }: CursorPage,
): Sql => sql`
      select id
      from find_entry_ids(
        site => ${db.siteId}, names => ${names}::text[], slugs => ${slugs}::text[],
        only_variants => ${onlyVariants}::text[], wanted_operation => ${operation ?? null}::text,
        wanted_actors => ${actors ?? null}::uuid[],
        wanted_entities => ${areas ? entitiesOf(areas) : null}::text[], from_time => ${from ?? null}::timestamptz, to_time => ${to ?? null}::timestamptz,
        after_time => ${after?.created_at ?? null}::timestamptz, after_id => ${after?.id ?? null}::uuid,
        max_rows => ${limit}::integer
      ) as id`;

/** The entries about a thing after a cursor, newest first. */
export async function entriesAbout(
  db: SiteDb,
  subject: EntrySubject,
  filters: CallFilters,
  page: CursorPage,
): Promise<EntryRow[]> {
  const ids = await db.ids(idsAbout(db, subject, filters, page));
  return db.many(
    EntryRow,
    sql`
    select ${columns}
    from audit_log a
    where a.site_id = ${db.siteId} and a.id = any(${ids}::uuid[])
    order by a.created_at desc, a.id desc
  `,
  );
}

export const countEntriesAbout = (db: SiteDb, subject: EntrySubject, filters: CallFilters): Promise<BoundedCount> =>
  countUpToBound(db, (limit) => idsAbout(db, subject, filters, { after: null, limit }));

/** The entries of a call that are about these areas; undefined: all. */
const ofCall = (db: SiteDb, changeId: string, areas: readonly Area[] | undefined): Sql => sql`
    a.site_id = ${db.siteId} and a.change_id = ${changeId}
      ${areas ? sql`and a.entity = any(${entitiesOf(areas)}::text[])` : empty}`;

/** The entries of a call after a cursor, in the order in which they were written. */
export const entriesOfCall = (
  db: SiteDb,
  changeId: string,
  areas: readonly Area[] | undefined,
  { after, limit }: CursorPage,
) =>
  db.many(
    EntryRow,
    sql`
    select ${columns}
    from audit_log a
    where ${ofCall(db, changeId, areas)}
      ${after ? sql`and a.id > ${after.id}::uuid` : empty}
    order by a.id
    limit ${limit}
  `,
  );

export const countEntriesOfCall = (
  db: SiteDb,
  changeId: string,
  areas: readonly Area[] | undefined,
): Promise<BoundedCount> =>
  countUpToBound(
    db,
    (limit) => sql`
      select 1
      from audit_log a
      where ${ofCall(db, changeId, areas)}
      limit ${limit}`,
  );
