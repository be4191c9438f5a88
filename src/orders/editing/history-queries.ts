import { Type } from "typebox";
import type { Actor } from "../../core/actor.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

/** Counts one more entry of the history of each order. */
export const countEntries = (db: SiteDb, orderIds: string[]) =>
  db.many(
    Type.Object({ id: Type.String(), entries: Type.Integer() }),
    sql`
    update orders
    set entries = entries + 1
    where site_id = ${db.siteId} and id = any(${orderIds}::uuid[])
    returning id, entries
  `,
  );

/** Writes what changed of orders to their histories, with the statuses that they have. */
export const insertEntries = (
  db: SiteDb,
  entries: { order_id: string; id: string; sequence: number; actor: Actor; changes: string[] }[],
) =>
  db.run(sql`
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, changes, created_at)
    select o.site_id, o.id, e.id, e.sequence, o.status, o.payment_status, e.actor, e.changes, ${db.now}
    from orders o
    join jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e (order_id uuid, id uuid, sequence integer, actor text, changes text[]) on e.order_id = o.id
    where o.site_id = ${db.siteId} and o.id = any(${entries.map(({ order_id }) => order_id)}::uuid[])
  `);
