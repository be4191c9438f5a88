import { type Static, Type } from "typebox";
import { isId } from "../../core/ids.ts";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { empty, sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { REASONS } from "../reasons.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "../status/transitions.ts";

/** The id of the order of this number or id; `forUpdate` locks it until the transaction ends. */
export const findOrderId = (db: SiteDb, ref: string, { forUpdate }: { forUpdate: boolean }) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from orders
    where site_id = ${db.siteId} and (order_number = upper(${ref}) or id = ${isId(ref) ? ref : null}::uuid)
    ${forUpdate ? sql`for no key update` : empty}
  `,
  );

const OrderActivity = Type.Object({
  id: Type.String(),
  customer_id: Nullable(Type.String()),
  history: Type.Array(
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
export type OrderActivity = Static<typeof OrderActivity>;

/** The notes, calls, status changes and returns of these orders, with who did them. */
export const findOrderActivity = (db: SiteDb, orderIds: string[]) =>
  db.many(
    OrderActivity,
    sql`
    select o.id, o.customer_id,
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
      ) as history,
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
      ) as returns
    from orders o
    where o.site_id = ${db.siteId} and o.id = any(${orderIds}::uuid[])
  `,
  );

export interface NewNote {
  id: string;
  /** The outcome of a call; null for a note. */
  outcome: string | null;
  text: string | null;
  call_again_at: string | null;
  actor: string;
}

/** The number of the order's next note. Locks the order until the transaction ends. */
export const takeNextSequence = (db: SiteDb, orderId: string) =>
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

export const updateCollectedAmount = (db: SiteDb, orderId: string, amount: number) =>
  db.run(sql`
    update orders
    set collected_amount = ${amount}, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = ${orderId}
  `);
