import { type Static, Type } from "typebox";
import { type Cursor, Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { empty, type Sql, sql, withFixedText } from "../db/sql.ts";

const NullableText = Nullable(Type.String());

/** A delivery that is due, with what its event says. */
const DueRow = Type.Object({
  id: Type.String(),
  /** Null: a test. */
  number: Nullable(Type.Integer()),
  type: Type.String(),
  thing: Type.String(),
  thing_id: Type.String(),
  attempts: Type.Integer(),
  /** Null: it waits for the one before of its thing. */
  due_at: NullableText,
  created_at: Type.String(),
  /** Null: the event is not kept any more, or it is a test. */
  event: Nullable(
    Type.Object({
      number: Type.Integer(),
      thing_number: Type.Integer(),
      id: Type.String(),
      type: Type.String(),
      thing: Type.String(),
      thing_id: Type.String(),
      actor: Type.String(),
      fields: Type.Array(Type.String()),
      data: Type.Unknown(),
      data_at: NullableText,
      written_at: Type.String(),
    }),
  ),
});
export type DueRow = Static<typeof DueRow>;

/** A delivery `d` with its event `e`. */
const dueColumns: Sql = sql`
      d.id, d.number, d.type, d.thing, d.thing_id, d.attempts, d.due_at, d.created_at,
      case when e.id is not null then jsonb_build_object(
        'number', e.number, 'thing_number', e.thing_number, 'id', e.id, 'type', e.type, 'thing', e.thing, 'thing_id', e.thing_id,
        'actor', e.actor, 'fields', e.fields, 'data', e.data, 'data_at', e.data_at,
        'written_at', to_char(e.written_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) end as event`;

/** The deliveries of an endpoint that are due, the longest due first. */
export const findDue = (db: SiteDb, endpointId: string, most: number) =>
  db.many(
    DueRow,
    sql`
    select ${dueColumns}
    from webhook_deliveries d
    left join events e on e.site_id = ${db.siteId} and e.number = d.number
    where d.site_id = ${db.siteId} and d.endpoint_id = ${endpointId} and d.due_at <= ${db.now}
    order by d.due_at, d.number
    limit ${most}
  `,
  );

/** What of these things waits for the deliveries that are due now, in the order of the numbers: so many of each. */
export const findHeld = (db: SiteDb, endpointId: string, things: ThingRef[], mostOfEach: number) =>
  db.many(
    DueRow,
    sql`
    select held.id, held.number, held.type, held.thing, held.thing_id, held.attempts, held.due_at, held.created_at, held.event
    from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as t (thing text, thing_id text)
    cross join lateral (
      select ${dueColumns}
      from webhook_deliveries d
      left join events e on e.site_id = ${db.siteId} and e.number = d.number
      where d.site_id = ${db.siteId} and d.endpoint_id = ${endpointId} and d.thing = t.thing and d.thing_id = t.thing_id
        and d.state = 'waiting' and d.due_at is null
        and not exists (
          select
          from webhook_deliveries later
          where later.site_id = ${db.siteId} and later.endpoint_id = ${endpointId} and later.thing = t.thing
            and later.thing_id = t.thing_id and later.state = 'waiting' and later.number < d.number and later.due_at > ${db.now}
        )
      order by d.number
      limit ${mostOfEach}
    ) held
    order by held.number
  `,
  );

/** When the next delivery of an endpoint is due. */
export const findNextDue = (db: SiteDb, endpointId: string) =>
  db.first(
    Type.Object({ due_at: Type.String() }),
    sql`
    select due_at
    from webhook_deliveries
    where site_id = ${db.siteId} and endpoint_id = ${endpointId} and due_at is not null
    order by due_at
    limit 1
  `,
  );

/** The number up to which the store has events. */
export const findLastNumber = (db: SiteDb) =>
  db.first(
    Type.Object({ last_number: Type.Integer() }),
    sql`
    select last_number
    from event_counters
    where site_id = ${db.siteId} and thing = '' and thing_id = ''
  `,
  );

/** Which events get a delivery. */
export interface Span {
  /** Those with a higher number, … */
  after: number;
  /** … up to this one. */
  upTo: number;
  types: readonly string[];
}

/** The numbers and things of events, in the order of their numbers. */
export const findEventsFor = (db: SiteDb, { after, upTo, types }: Span, most: number) =>
  db.many(
    Type.Object({ number: Type.Integer(), type: Type.String(), thing: Type.String(), thing_id: Type.String() }),
    sql`
    select number, type, thing, thing_id
    from events
    where site_id = ${db.siteId} and number > ${after} and number <= ${upTo} and type = any(${[...types]}::text[])
    order by number
    limit ${most}
  `,
  );

export interface NewDelivery {
  id: string;
  number: number | null;
  type: string;
  thing: string;
  thing_id: string;
}

/** Adds deliveries, or begins them anew that are there. Those of an ordered endpoint are due when `releaseFirsts` says so. */
export const insertDeliveries = (db: SiteDb, endpointId: string, deliveries: NewDelivery[], isHeld: boolean) =>
  db.run(sql`
    insert into webhook_deliveries (
      site_id, id, endpoint_id, number, type, thing, thing_id, state, due_at, attempts, created_at
    )
    select ${db.siteId}, n.id, ${endpointId}, n.number, n.type, n.thing, n.thing_id, 'waiting',
      case when ${isHeld} then null else ${db.now}::timestamptz end, 0, ${db.now}
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as n (id uuid, number bigint, type text, thing text, thing_id text)
    on conflict (site_id, endpoint_id, number) do update
    set state = 'waiting', due_at = excluded.due_at, attempts = 0, finished_at = null
  `);

/** What events are about. */
export interface ThingRef {
  thing: string;
  thing_id: string;
}

/** Lets the first waiting delivery of each of these things go, where it is held. */
export async function releaseFirsts(db: SiteDb, endpointId: string, things: ThingRef[]): Promise<void> {
  if (things.length === 0) return;
  const ids = await db.ids(sql`
    select first.id
    from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as t (thing text, thing_id text)
    cross join lateral (
      select d.id, d.due_at
      from webhook_deliveries d
      where d.site_id = ${db.siteId} and d.endpoint_id = ${endpointId} and d.thing = t.thing and d.thing_id = t.thing_id
        and d.state = 'waiting' and d.number is not null
      order by d.number
      limit 1
    ) first
    where first.due_at is null
  `);
  if (ids.length === 0) return;
  await db.run(sql`
    update webhook_deliveries
    set due_at = ${db.now}
    where site_id = ${db.siteId} and id = any(${ids}::uuid[]) and state = 'waiting' and due_at is null
  `);
}

/** Lets all deliveries go that are held: the endpoint is not ordered any more. */
export const releaseAll = (db: SiteDb, endpointId: string) =>
  db.run(sql`
    update webhook_deliveries
    set due_at = ${db.now}
    where site_id = ${db.siteId} and endpoint_id = ${endpointId} and state = 'waiting' and due_at is null
  `);

/** What became of an attempt. */
export interface Outcome {
  id: string;
  number: number | null;
  /** How often it was tried before, and when it was due: what has changed since is not written over. */
  attempts: number;
  due_at: string | null;
  state: "waiting" | "delivered" | "failed";
  status: number | null;
  problem: string | null;
  answer: string | null;
  took_ms: number;
  /** When it is tried again. */
  next_at: string | null;
}

/** Writes what became of attempts; not what was answered to an event of a person who was erased meanwhile. */
export const recordOutcomes = (db: SiteDb, outcomes: Outcome[]) =>
  db.run(
    withFixedText(sql`
    update webhook_deliveries d
    set state = o.state, due_at = o.next_at, attempts = d.attempts + 1, status = o.status, problem = o.problem,
      answer = case when d.thing in ('customer', 'order') and e.data is null then null else o.answer end, took_ms = o.took_ms, attempted_at = ${db.now},
      finished_at = case when o.state = 'waiting' then null else ${db.now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (
      id uuid, number bigint, attempts integer, due_at timestamptz, state text, status integer, problem text, answer text,
      took_ms integer, next_at timestamptz
    )
    left join events e on e.site_id = ${db.siteId} and e.number = o.number
    where d.site_id = ${db.siteId} and d.id = o.id and d.id = any(${outcomes.map(({ id }) => id)}::uuid[])
      and d.attempts = o.attempts and d.state = 'waiting' and d.due_at is not distinct from o.due_at
  `),
  );

export const DeliveryRow = Type.Object({
  id: Type.String(),
  number: Nullable(Type.Integer()),
  type: Type.String(),
  thing: Type.String(),
  thing_id: Type.String(),
  state: Type.Enum(["waiting", "delivered", "failed"]),
  attempts: Type.Integer(),
  due_at: NullableText,
  status: Nullable(Type.Integer()),
  problem: NullableText,
  answer: NullableText,
  took_ms: Nullable(Type.Integer()),
  attempted_at: NullableText,
  created_at: Type.String(),
  finished_at: NullableText,
});
export type DeliveryRow = Static<typeof DeliveryRow>;

/** Which deliveries are listed. */
export interface DeliveryFilters {
  endpointId: string;
  state?: DeliveryRow["state"] | undefined;
}

/** The newest first. */
export const listDeliveries = (
  db: SiteDb,
  { endpointId, state }: DeliveryFilters,
  after: Cursor | null,
  limit: number,
) =>
  db.many(
    DeliveryRow,
    sql`
    select id, number, type, thing, thing_id, state, attempts, due_at, status, problem, answer, took_ms, attempted_at, created_at,
      finished_at
    from webhook_deliveries
    where site_id = ${db.siteId} and endpoint_id = ${endpointId}
      ${state === undefined ? empty : sql`and state = ${state}`} ${afterCursor(after, sql`created_at`, sql`id`)}
    order by created_at desc, id desc
    limit ${limit}
  `,
  );

/** How many deliveries of each endpoint wait, up to a thousand. */
export const countWaiting = (db: SiteDb, endpointIds: string[]) =>
  db.many(
    Type.Object({ endpoint_id: Type.String(), count: Type.Integer() }),
    sql`
    select e.id as endpoint_id, (
      select count(*) from (
        select from webhook_deliveries d
        where d.site_id = ${db.siteId} and d.endpoint_id = e.id and d.state = 'waiting'
        limit 1000
      ) first
    ) as count
    from unnest(${endpointIds}::uuid[]) as e (id)
  `,
  );

/**
 * Removes what receivers answered to events of these accounts and orders, after their data is gone. No outcome is written meanwhile: who
 * writes one has the lock of the endpoint.
 */
export async function eraseAnswers(db: SiteDb, ids: readonly string[]): Promise<void> {
  await Promise.all([
    db.run(sql`
      select
      from webhook_endpoints
      where site_id = ${db.siteId}
      order by id
      for update
    `),
    db.run(sql`
      update webhook_deliveries
      set answer = null
      where site_id = ${db.siteId} and thing in ('customer', 'order') and thing_id = any(${[...ids]}::text[])
    `),
  ]);
}
