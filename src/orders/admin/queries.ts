import { type Static, Type } from "typebox";
import type { Actor } from "../../core/actor.ts";
import { isId } from "../../core/ids.ts";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql, withFixedText } from "../../db/sql.ts";
import { OrderRow, orderColumns } from "../queries.ts";
import { REASONS } from "../reasons.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "../status/transitions.ts";
import { SAME_TRACKING, spellingsOf } from "../tracking-number.ts";

/** Selects the ids of the orders with this tracking number, the newest if they are many. */
const orderIdsTracked = (db: SiteDb, trackingNumber: string): Sql => sql`
          select t.id
          from orders t
          where t.site_id = ${db.siteId} and t.tracking_number = any(${spellingsOf(trackingNumber)}::text[])
          order by t.id desc
          limit ${SAME_TRACKING}`;

export const findOrdersTracked = (db: SiteDb, trackingNumber: string): Promise<string[]> =>
  db.ids(orderIdsTracked(db, trackingNumber));

/** Selects the ids of the orders of this number, id or tracking number. Of these only the tracking number may change. */
const orderIdsNamed = (db: SiteDb, ref: string): Sql => sql`
        select n.id
        from orders n
        where n.site_id = ${db.siteId} and (n.order_number = upper(${ref}) or n.id = ${isId(ref) ? ref : null}::uuid)
        union all
        (${orderIdsTracked(db, ref)}
        )`;

/** Locks these orders in the order of their ids, until the transaction ends. */
export const lockOrdersByIds = (db: SiteDb, ids: string[]) =>
  db.run(sql`
    select o.id
    from orders o
    where o.site_id = ${db.siteId} and o.id = any(${ids}::uuid[])
    order by o.id
    for no key update
  `);

/** Locks the orders of this number, id or tracking number until the transaction ends; answers their ids. */
export const lockOrdersNamed = (db: SiteDb, ref: string): Promise<string[]> =>
  db.ids(
    withFixedText(sql`
    select o.id
    from orders o
    where o.site_id = ${db.siteId} and o.id = any(array(${orderIdsNamed(db, ref)}
    ))
    order by o.id
    for no key update
  `),
  );

export const AdminOrderRow = Type.Object({
  ...OrderRow.properties,
  /** With who did it, and with the changes of lines, delivery and address. */
  full_history: Type.Array(
    Type.Object({
      status: Type.Enum([...ORDER_STATUSES]),
      payment_status: Type.Enum([...PAYMENT_STATUSES]),
      actor: Type.String(),
      /** What changed of lines, delivery and address; null for a change of status. */
      changes: Nullable(Type.Array(Type.String())),
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
  returns: Type.Array(
    Type.Object({
      id: Type.String(),
      reason: Type.Enum([...REASONS]),
      items: Type.Array(
        Type.Object({
          /** The line's id. */
          line: Type.String(),
          sku: Nullable(Type.String()),
          product_name: Type.String(),
          quantity: Type.Integer(),
          restocked: Type.Boolean(),
        }),
      ),
      refunded_amount: Type.Integer(),
      actor: Type.String(),
      at: Type.String(),
    }),
  ),
});
/** An order with its notes, calls, status changes and returns, and who did them. */
export type AdminOrderRow = Static<typeof AdminOrderRow>;

const columns = (db: SiteDb): Sql => sql`
      ${orderColumns(db)},
      (
        select jsonb_agg(
          jsonb_build_object(
            'status', h.status, 'payment_status', h.payment_status, 'actor', h.actor, 'changes', h.changes,
            'at', h.created_at
          )
          order by h.sequence
        )
        from order_history h
        where h.site_id = ${db.siteId} and h.order_id = o.id
      ) as full_history,
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
        where n.site_id = ${db.siteId} and n.order_id = o.id
      ) as notes,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', r.id, 'reason', r.reason, 'refunded_amount', r.refunded_amount, 'actor', r.actor, 'at', r.created_at,
              'items', (
                select jsonb_agg(
                  jsonb_build_object(
                    'line', i.id, 'sku', i.sku, 'product_name', i.product_name, 'quantity', b.quantity,
                    'restocked', b.is_restocked
                  )
                  order by i.position
                )
                from order_return_items b
                join order_items i on i.site_id = ${db.siteId} and i.order_id = o.id and i.id = b.order_item_id
                where b.site_id = ${db.siteId} and b.order_id = o.id and b.return_id = r.id
              )
            )
            order by r.sequence
          ),
          '[]'
        )
        from order_returns r
        where r.site_id = ${db.siteId} and r.order_id = o.id
      ) as returns`;

/** The orders of this number, id or tracking number. */
export const findAdminOrdersNamed = (db: SiteDb, ref: string) =>
  db.many(
    AdminOrderRow,
    withFixedText(sql`
    select ${columns(db)}
    from orders o
    where o.site_id = ${db.siteId} and o.id = any(array(${orderIdsNamed(db, ref)}
    ))
    order by o.id desc
  `),
  );

export const findAdminOrders = (db: SiteDb, ids: string[]) =>
  db.many(
    AdminOrderRow,
    withFixedText(sql`
    select ${columns(db)}
    from orders o
    where o.site_id = ${db.siteId} and o.id = any(${ids}::uuid[])
  `),
  );

export interface NewNote {
  id: string;
  /** The outcome of a call; null for a note. */
  outcome: string | null;
  text: string | null;
  call_again_at: string | null;
  actor: Actor;
}

/** Adds a note to an order that is locked. It gets the next number of the order's entries. A call ends whoever's turn it was. */
export function insertNote(db: SiteDb, orderId: string, note: NewNote): void {
  const ofCall = sql`,
      is_called = true, call_again_at = ${note.call_again_at}::timestamptz, call_held_by = null, call_held_until = null`;
  db.send(
    withFixedText(sql`
    update orders
    set entries = entries + 1${note.outcome === null ? sql`` : ofCall}
    where site_id = ${db.siteId} and id = ${orderId}
  `),
  );
  db.send(sql`
    insert into order_notes (site_id, order_id, id, sequence, outcome, text, call_again_at, actor, created_at)
    select
      o.site_id, o.id, ${note.id}, o.entries, ${note.outcome}, ${note.text}, ${note.call_again_at}::timestamptz, ${note.actor},
      ${db.now}
    from orders o
    where o.site_id = ${db.siteId} and o.id = ${orderId}
  `);
}
