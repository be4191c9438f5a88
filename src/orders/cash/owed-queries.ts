import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";

/** Whether an order `o` was paid before it was delivered, so not to the carrier. By `offset 0` it is asked of each order that is read, not of the whole store. */
export const isPrepaid = (db: SiteDb): Sql => sql`exists (
        select
        from order_history h
        where h.site_id = ${db.siteId} and h.order_id = o.id and h.payment_status <> 'unpaid'
          and h.status in ('pending', 'confirmed', 'processing', 'shipped')
        offset 0
      )`;

/** The cash that was collected for an order `o`, as `cashOf` in `matching.ts` says; null: none. Minor units. */
export const collectedCash: Sql = sql`coalesce(
          o.collected_amount,
          case when o.status = 'delivered' then greatest(o.total - o.returned_amount, 0) end
        )`;

/** Whether a carrier collected cash for an order `o`. Most are paid so: by `case`, PostgreSQL does not expect that one in two hundred is. */
export const isCashOfCarrier = (db: SiteDb): Sql => sql`(
        o.status in ('delivered', 'returned') and case when lower(o.payment_method) = 'cod' then true else false end
        and trim(o.carrier) <> ''
        and ${collectedCash} > 0 and (o.remitted_amount is not null or not ${isPrepaid(db)})
      )`;

/** Whether its carrier has not paid the cash of an order `o` to the shop. The index `orders_by_cash_owed` finds these. */
export const isOwed = (db: SiteDb): Sql => sql`(o.remitted_amount is null and ${isCashOfCarrier(db)})`;
