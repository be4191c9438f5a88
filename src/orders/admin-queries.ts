import { type Static, Type } from "typebox";
import { isId } from "../core/ids.ts";
import { type Cursor, Nullable } from "../core/shapes.ts";
import { ordersOfPerson, type Person } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { empty, join, type Sql, sql } from "../db/sql.ts";
import { containsWords, equalsText } from "../db/text-match.ts";
import { bumpedUpdatedAt } from "../db/updated-at.ts";
import { PAYMENT_STATUSES, type PaymentStatus, STATUSES, type Status } from "./status.ts";

/** What a merchant narrows the orders by. */
export interface OrderFilters {
  status?: Status | undefined;
  payment_status?: PaymentStatus | undefined;
  /** A number, a phone number as it is kept, or digits of one, an e-mail address, or part of a name. */
  text?: { typed: string; phone: string | null; digits: string | null } | undefined;
  wilaya?: { code: string | null; typed: string } | undefined;
  customer?: Person | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const BriefOrder = Type.Object({
  id: Type.String(),
  order_number: Type.String(),
  status: Type.String(),
  payment_status: Type.String(),
  total: Type.Integer(),
  currency: Type.String(),
  items_count: Type.Integer(),
  customer_name: Type.String(),
  customer_phone: Type.String(),
  customer_wilaya: Nullable(Type.String()),
  /** How often the shop tried to reach the shopper, and what came of the last time. */
  calls: Type.Integer(),
  last_call: Nullable(Type.String()),
  call_again_at: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type BriefOrder = Static<typeof BriefOrder>;

const where = (db: SiteDb, filters: OrderFilters): Sql => {
  const { status, payment_status, text, wilaya, customer, from, to } = filters;
  return join(
    [
      sql`o.site_id = ${db.siteId}`,
      ...(status === undefined ? [] : [sql`o.status = ${status}`]),
      ...(payment_status === undefined ? [] : [sql`o.payment_status = ${payment_status}`]),
      ...(text === undefined ? [] : [written(db, text)]),
      ...(wilaya === undefined ? [] : [inWilaya(wilaya)]),
      ...(customer === undefined ? [] : [sql`o.id = any(array(${ordersOfPerson(db, customer)}))`]),
      ...(from === undefined ? [] : [sql`o.created_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`o.created_at < ${to}`]),
    ],
    " and ",
  );
};

const written = (db: SiteDb, { typed, phone, digits }: NonNullable<OrderFilters["text"]>): Sql =>
  digits === null
    ? sql`(
      o.order_number = upper(${typed})
      or o.customer_phone = ${phone ?? typed}
      or ${equalsText(sql`o.customer_email`, typed)}
      or ${containsWords(sql`o.customer_name`, typed)}
    )`
    : sql`(o.customer_phone = ${phone ?? typed} or o.id = any(array(${newestWithDigits(db, digits)})))`;

const NEWEST = 50_000;

/** Row-level security lets no index find part of a text, so the newest orders are looked through. */
const newestWithDigits = (db: SiteDb, digits: string): Sql => sql`
        select newest.id
        from (
          select id, customer_phone
          from orders
          where site_id = ${db.siteId}
          order by created_at desc, id desc
          limit ${NEWEST}
        ) newest
        where strpos(translate(newest.customer_phone, '+-(). ', ''), ${digits}) > 0`;

/** What is no wilaya is looked for as it was written: as the region, or as the commune. */
const inWilaya = ({ code, typed }: { code: string | null; typed: string }): Sql =>
  code === null
    ? sql`(${equalsText(sql`o.customer_wilaya`, typed)} or ${equalsText(sql`o.customer_commune`, typed)})`
    : sql`o.wilaya_code = ${code}`;

/** Orders that match, newest first, from `after` on. */
export const ordersForAdmin = (db: SiteDb, filters: OrderFilters, after: Cursor | null, limit: number) =>
  db.many(
    BriefOrder,
    sql`
    select o.id, o.order_number, o.status, o.payment_status, o.total, o.currency, o.items_count, o.customer_name,
      o.customer_phone, o.customer_wilaya, coalesce(c.calls, 0) as calls, c.last_call, c.call_again_at, o.created_at,
      o.updated_at
    from orders o
    left join lateral (
      select count(*) as calls, (array_agg(n.outcome order by n.sequence desc))[1] as last_call,
        (array_agg(n.call_again_at order by n.sequence desc))[1] as call_again_at
      from order_notes n
      where n.site_id = o.site_id and n.order_id = o.id and n.outcome is not null
    ) c on true
    where ${where(db, filters)}
      ${afterCursor(after, sql`o.created_at`, sql`o.id`)}
    order by o.created_at desc, o.id desc
    limit ${limit}
  `,
  );

export const countForAdmin = (db: SiteDb, filters: OrderFilters) =>
  db.first(
    Type.Object({ total: Type.Integer() }),
    sql`
    select count(*) as total
    from orders o
    where ${where(db, filters)}
  `,
  );

/** The id of the order of this number, or of what may be an id; `toChange` locks it until the transaction ends. */
export const findOrderId = (db: SiteDb, ref: string, { toChange }: { toChange: boolean }) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from orders
    where site_id = ${db.siteId} and (order_number = upper(${ref}) or id = ${isId(ref) ? ref : null}::uuid)
    ${toChange ? sql`for no key update` : empty}
  `,
  );

const OrderNote = Type.Object({
  id: Type.String(),
  customer_id: Nullable(Type.String()),
  collected_amount: Nullable(Type.Integer()),
  moves: Type.Array(
    Type.Object({
      status: Type.Enum([...STATUSES]),
      payment_status: Type.Enum([...PAYMENT_STATUSES]),
      actor: Type.String(),
      at: Type.String(),
    }),
  ),
  notes: Type.Array(
    Type.Object({
      id: Type.String(),
      outcome: Nullable(Type.String()),
      text: Nullable(Type.String()),
      call_again_at: Nullable(Type.String()),
      actor: Type.String(),
      at: Type.String(),
    }),
  ),
});
export type OrderNote = Static<typeof OrderNote>;

/** What the shop did with these orders, and who. */
export const notesOn = (db: SiteDb, orderIds: string[]) =>
  db.many(
    OrderNote,
    sql`
    select o.id, o.customer_id, o.collected_amount,
      (
        select jsonb_agg(
          jsonb_build_object(
            'status', h.status, 'payment_status', h.payment_status, 'actor', h.actor, 'at', h.created_at
          )
          order by h.sequence
        )
        from order_history h
        where h.site_id = o.site_id and h.order_id = o.id
      ) as moves,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', n.id, 'outcome', n.outcome, 'text', n.text, 'call_again_at', n.call_again_at, 'actor', n.actor,
              'at', n.created_at
            )
            order by n.sequence
          ),
          '[]'
        )
        from order_notes n
        where n.site_id = o.site_id and n.order_id = o.id
      ) as notes
    from orders o
    where o.site_id = ${db.siteId} and o.id = any(${orderIds}::uuid[])
  `,
  );

export interface NewNote {
  id: string;
  /** Of a call; null: it is a note. */
  outcome: string | null;
  text: string | null;
  call_again_at: string | null;
  actor: string;
}

/** The number of an order's next note. Locks the order until the transaction ends. */
export const nextEntry = (db: SiteDb, orderId: string) =>
  db.first(
    Type.Object({ sequence: Type.Integer() }),
    sql`
    update orders
    set entries = entries + 1
    where site_id = ${db.siteId} and id = ${orderId}
    returning entries as sequence
  `,
  );

export const insertNote = (db: SiteDb, orderId: string, sequence: number, note: NewNote) =>
  db.run(sql`
    insert into order_notes (site_id, order_id, id, sequence, outcome, text, call_again_at, actor, created_at)
    values (
      ${db.siteId}, ${orderId}, ${note.id}, ${sequence}, ${note.outcome}, ${note.text}, ${note.call_again_at},
      ${note.actor}, ${db.now}
    )
  `);

/** What of an order may change after it was placed; amounts are minor units. */
export interface OrderDetails {
  customer_name: string;
  customer_phone: string;
  customer_email: string | null;
  customer_wilaya: string | null;
  wilaya_code: string | null;
  customer_commune: string | null;
  delivery_method: "home" | "desk";
  shipping_address: Record<string, unknown> | null;
  customer_notes: string | null;
  shipping_cost: number;
  carrier: string | null;
  tracking_number: string | null;
}

export const updateDetails = (db: SiteDb, orderId: string, order: OrderDetails) =>
  db.run(sql`
    update orders
    set customer_name = ${order.customer_name}, customer_phone = ${order.customer_phone},
      customer_email = ${order.customer_email}, customer_wilaya = ${order.customer_wilaya},
      wilaya_code = ${order.wilaya_code}, customer_commune = ${order.customer_commune},
      delivery_method = ${order.delivery_method},
      shipping_address = ${order.shipping_address && JSON.stringify(order.shipping_address)}::json,
      customer_notes = ${order.customer_notes}, shipping_cost = ${order.shipping_cost},
      total = subtotal - discount + ${order.shipping_cost}, carrier = ${order.carrier},
      tracking_number = ${order.tracking_number}, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = ${orderId}
  `);

export const noteCollected = (db: SiteDb, orderId: string, amount: number) =>
  db.run(sql`
    update orders
    set collected_amount = ${amount}, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = ${orderId}
  `);
