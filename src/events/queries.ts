import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { empty, type Sql, sql, withFixedText } from "../db/sql.ts";
import { TenantRow } from "../db/tenant.ts";

const NewRow = Type.Object({
  id: Type.String(),
  type: Type.String(),
  thing: Type.String(),
  thing_id: Type.String(),
  fields: Type.Array(Type.String()),
  /** Whether it has its data, or had it and it was erased. */
  has_data: Type.Boolean(),
  /** Its place in the order, as PostgreSQL writes it: microseconds count. */
  place: Type.String(),
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

/** Stores with events that have no number yet, by id, from this id on. */
export const findStoresWithNewEvents = (db: Db, firstId: string, most: number) =>
  db.many(
    TenantRow,
    sql`
    select site_id, currency, country, locale, time_zone
    from stores_with_new_events(${firstId}, ${most})
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
    select id, type, thing, thing_id, fields, data_at is not null as has_data, written_at::text as place
    from new_events
    where site_id = ${db.siteId}
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

/** Moves events that were just read to those with a number. `last`: the store's last number. */
export function numberEvents(db: SiteDb, events: NumberedEvent[], place: string, last: number): void {
  const ids = events.map(({ id }) => id);
  const moved = sql`e.site_id = ${db.siteId} and e.written_at <= ${place}::timestamptz and e.id = any(${ids}::uuid[])`;
  const insert = sql`
    insert into events (
      site_id, number, thing_number, id, written_at, type, thing, thing_id, actor, fields, data, data_at
    )
    select e.site_id, n.number, n.thing_number, e.id, e.written_at, e.type, e.thing, e.thing_id, e.actor, e.fields,
      coalesce(e.data || n.data, e.data, n.data), coalesce(e.data_at, case when n.data is not null then ${db.now}::timestamptz end)
    from new_events e
    join jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as n (id uuid, number bigint, thing_number bigint, data jsonb) on n.id = e.id
    where ${moved}
  `;
  const remove = sql`
    delete from new_events e
    where ${moved}
  `;
  for (const statement of [insert, remove]) db.send(withFixedText(statement));
  db.send(sql`
    update event_counters
    set last_number = ${last}
    where site_id = ${db.siteId} and thing = '' and thing_id = ''
  `);
}

const LastNumber = Type.Object({
  caller_id: Type.String(),
  /** The role of a person; of a key null. */
  held: Nullable(Type.String()),
  last_number: Type.Integer(),
});
type LastNumber = Static<typeof LastNumber>;

/** The last numbers of the stores of these keys and people, by id; those that are not in force have none. */
export async function findLastNumbers(db: Db, ids: string[]): Promise<Map<string, LastNumber>> {
  const rows = await db.many(
    LastNumber,
    sql`
    select caller_id, held, last_number
    from last_numbers_for_callers(${ids}::uuid[])
    order by last_number
  `,
  );
  return new Map(rows.map((row) => [row.caller_id, row]));
}

/** Those of these sessions of people that have not ended. */
export async function findOpenSessions(db: Db, ids: string[]): Promise<Set<string>> {
  return new Set(await db.ids(sql`select open_sessions(${ids}::uuid[]) as id`));
}

/** The numbers that there are above one: the lowest that is kept, and the store's last. */
export const findSpan = (db: SiteDb, after: number) =>
  db.first(
    Type.Object({ first: Nullable(Type.Integer()), last: Nullable(Type.Integer()) }),
    sql`
    select
      (select e.number from events e where e.site_id = ${db.siteId} and e.number > ${after} order by e.number limit 1) as first,
      (
        select c.last_number from event_counters c where c.site_id = ${db.siteId} and c.thing = '' and c.thing_id = ''
      ) as last
  `,
  );

/** Which events are listed. */
export interface EventSearch {
  /** Listed are those with a higher number, … */
  after: number;
  /** … up to this one. */
  upTo: number;
  types: readonly string[];
  thing?: { kind: string; id: string } | undefined;
}

/** Numbered events, in the order of their numbers. */
export const findEvents = (db: SiteDb, { after, upTo, types, thing }: EventSearch, limit: number) =>
  db.many(
    EventRow,
    sql`
    select number, thing_number, id, type, thing, thing_id, actor, fields, data, data_at, written_at
    from events
    where site_id = ${db.siteId} and number > ${after} and number <= ${upTo} and type = any(${[...types]}::text[]) ${ofThing(thing)}
    order by number
    limit ${limit}
  `,
  );

const ofThing = (thing: EventSearch["thing"]): Sql =>
  thing ? sql`and thing = ${thing.kind} and thing_id = ${thing.id}` : empty;

/** The same lock as of `lockStoreCounter`, after the process that has it. */
const waitForStoreCounter = (db: SiteDb) =>
  db.run(sql`
    select
    from event_counters
    where site_id = ${db.siteId} and thing = '' and thing_id = ''
    for update
  `);

/**
 * Removes what events say of these persons' accounts and orders, by their ids. No event gets its number meanwhile: what it says of them may
 * be read already.
 */
export async function eraseEventData(db: SiteDb, ids: readonly string[]): Promise<void> {
  const ofThem = sql`site_id = ${db.siteId} and thing in ('customer', 'order') and thing_id = any(${[...ids]}::text[])`;
  await Promise.all([
    addStoreCounter(db),
    waitForStoreCounter(db),
    // `data_at` says that there was something, which is not read again.
    db.run(sql`
      update new_events
      set data = null, data_at = ${db.now}
      where ${ofThem}
    `),
    db.run(sql`
      update events
      set data = null
      where ${ofThem}
    `),
  ]);
}
