import { type Static, Type } from "typebox";
import { type Cursor, Nullable } from "../../core/shapes.ts";
import { type CustomerIdentity, ordersOfIdentity } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { afterCursor } from "../../db/keyset.ts";
import { join, type Sql, sql } from "../../db/sql.ts";
import { containsWords, equalsText } from "../../db/text-match.ts";
import type { PaymentStatus, Status } from "../status/transitions.ts";

/** The filters of a search for orders. */
export interface OrderFilters {
  status?: Status | undefined;
  payment_status?: PaymentStatus | undefined;
  /** An order number, a phone number (normalised, or some of its digits), an e-mail address, or words of a name. */
  text?: { typed: string; phone: string | null; digits: string | null } | undefined;
  wilaya?: { code: string | null; typed: string } | undefined;
  customer?: CustomerIdentity | undefined;
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
  /** The number of calls to the customer, and the outcome of the last one. */
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
      ...(text === undefined ? [] : [matchesText(db, text)]),
      ...(wilaya === undefined ? [] : [inWilaya(wilaya)]),
      ...(customer === undefined ? [] : [sql`o.id = any(array(${ordersOfIdentity(db, customer)}))`]),
      ...(from === undefined ? [] : [sql`o.created_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`o.created_at < ${to}`]),
    ],
    " and ",
  );
};

const matchesText = (db: SiteDb, { typed, phone, digits }: NonNullable<OrderFilters["text"]>): Sql =>
  digits === null
    ? sql`(
      o.order_number = upper(${typed})
      or o.customer_phone = ${phone ?? typed}
      or ${equalsText(sql`o.customer_email`, typed)}
      or ${containsWords(sql`o.customer_name`, typed)}
    )`
    : sql`(o.customer_phone = ${phone ?? typed} or o.id = any(array(${newestWithDigits(db, digits)})))`;

const MAX_SCANNED = 50_000;

/** Row-level security prevents an index on part of a text, so the newest orders are scanned. */
const newestWithDigits = (db: SiteDb, digits: string): Sql => sql`
        select newest.id
        from (
          select id, customer_phone
          from orders
          where site_id = ${db.siteId}
          order by created_at desc, id desc
          limit ${MAX_SCANNED}
        ) newest
        where strpos(translate(newest.customer_phone, '+-(). ', ''), ${digits}) > 0`;

/** A text that names no wilaya is compared with the region and the commune as they were written. */
const inWilaya = ({ code, typed }: { code: string | null; typed: string }): Sql =>
  code === null
    ? sql`(${equalsText(sql`o.customer_wilaya`, typed)} or ${equalsText(sql`o.customer_commune`, typed)})`
    : sql`o.wilaya_code = ${code}`;

/** Orders that match, newest first, from after the cursor on. */
export const findOrdersForAdmin = (db: SiteDb, filters: OrderFilters, after: Cursor | null, limit: number) =>
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

export const countOrdersForAdmin = (db: SiteDb, filters: OrderFilters) =>
  db.count(sql`
    select count(*)
    from orders o
    where ${where(db, filters)}
  `);
