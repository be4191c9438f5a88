import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

const NewRow = Type.Object({
  id: Type.String(),
  type: Type.String(),
  thing: Type.String(),
  thing_id: Type.String(),
  has_data: Type.Boolean(),
});
export type NewRow = Static<typeof NewRow>;

const EventRow = Type.Object({
  number: Type.Integer(),
  thing_number: Type.Integer(),
  id: Type.String(),
  type: Type.String(),
  thing: Type.String(),
  thing_id: Type.String(),
  actor: Type.String(),
  fields: Type.Array(Type.String()),
  data: Nullable(Type.Unknown()),
  data_at: Nullable(Type.String()),
  written_at: Type.String(),
});
export type EventRow = Static<typeof EventRow>;

const StoreRow = Type.Object({
  site_id: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  locale: Type.String(),
  time_zone: Nullable(Type.String()),
});
export type StoreRow = Static<typeof StoreRow>;

/** Stores with events that have no number yet. */
export const findStoresWithNewEvents = (db: Db, most: number) =>
  db.many(
    StoreRow,
    sql`
    select site_id, currency, country, locale, time_zone
    from stores_with_new_events(${most})
  `,
  );

/** Makes the counter of the store when there is none. */
export const addStoreCounter = (db: SiteDb) =>
  db.run(sql`
    insert into event_counters (site_id, thing, thing_id, last_number)
    values (${db.siteId}, '', '', 0)
    on conflict (site_id, thing, thing_id) do nothing
  `);

/** The last number of the store, locked until the transaction ends; undefined while another process gives numbers. */
export const lockStoreCounter = (db: SiteDb) =>
  db.first(
    Type.Object({ last_number: Type.Integer() }),
    sql`
    select last_number
    from event_counters
    where site_id = ${db.siteId} and thing = '' and thing_id = ''
    for update skip locked
  `,
  );

/** The events that wait for a number, in the order in which they get it. */
export const findNewEvents = (db: SiteDb, most: number) =>
  db.many(
    NewRow,
    sql`
    select id, type, thing, thing_id, data is not null as has_data
    from events
    where site_id = ${db.siteId} and number is null
    order by written_at, id
    limit ${most}
  `,
  );

/** Raises the counters of things; returns their new last numbers. */
export const raiseThingCounters = (db: SiteDb, counts: { thing: string; thing_id: string; count: number }[]) =>
  db.many(
    Type.Object({ thing: Type.String(), thing_id: Type.String(), last_number: Type.Integer() }),
    sql`
    insert into event_counters (site_id, thing, thing_id, last_number)
    select ${db.siteId}, c.thing, c.thing_id, c.count
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (thing text, thing_id text, count bigint)
    on conflict (site_id, thing, thing_id) do update
    set last_number = event_counters.last_number + excluded.last_number
    returning thing, thing_id, last_number
  `,
  );

export interface NumberedEvent {
  id: string;
  number: number;
  thing_number: number;
  /** What was read of its thing; undefined: it has its data already, or none. */
  data?: object | undefined;
}

export function numberEvents(db: SiteDb, events: NumberedEvent[], last: number): void {
  db.send(sql`
    update events e
    set number = n.number, thing_number = n.thing_number, data = coalesce(e.data, n.data),
      data_at = case when e.data is null and n.data is not null then ${db.now}::timestamptz else e.data_at end
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as n (id uuid, number bigint, thing_number bigint, data jsonb)
    where e.site_id = ${db.siteId} and e.id = any(${events.map(({ id }) => id)}::uuid[]) and e.id = n.id
  `);
  db.send(sql`
    update event_counters
    set last_number = ${last}
    where site_id = ${db.siteId} and thing = '' and thing_id = ''
  `);
}

/** Which events are listed. */
export interface EventSearch {
  /** Listed are those with a higher number. */
  after: number;
  types: readonly string[];
  thing?: { kind: string; id: string } | undefined;
}

/** Numbered events, in the order of their numbers. */
export const findEvents = (db: SiteDb, { after, types, thing }: EventSearch, limit: number) =>
  db.many(
    EventRow,
    sql`
    select number, thing_number, id, type, thing, thing_id, actor, fields, data, data_at, written_at
    from events
    where site_id = ${db.siteId} and number > ${after} and type = any(${[...types]}::text[]) ${ofThing(thing)}
    order by number
    limit ${limit}
  `,
  );

const ofThing = (thing: EventSearch["thing"]): Sql =>
  thing ? sql`and thing = ${thing.kind} and thing_id = ${thing.id}` : empty;

/** The data of these things is removed: a person is erased. */
export const eraseEventData = (db: SiteDb, thing: string, ids: readonly string[]) =>
  db.run(sql`
    update events
    set data = null, data_at = null
    where site_id = ${db.siteId} and thing = ${thing} and thing_id = any(${[...ids]}::text[])
  `);
