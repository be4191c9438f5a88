import { Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";

/** What a store has decided about orders that are placed. */
export const CheckoutSettings = {
  /** Totals of cash orders are rounded to a multiple of it, in minor units; 0: they are not. */
  cash_rounding: Type.Integer(),
  /** Whether the store refuses orders of the phone number. */
  refuses_phone: Type.Boolean(),
};

/** The columns of `CheckoutSettings`, for a statement that a checkout sends anyway. `phone`: the buyer's. */
export const checkoutSettings = (db: SiteDb, phone: string): Sql => sql`
      (select s.cash_rounding from sites s where s.id = ${db.siteId}) as cash_rounding,
      (
        exists (select from sites s where s.id = ${db.siteId} and s.blocked_phone_policy = 'refuse')
        and exists (
          select from blocked_phones b where b.site_id = ${db.siteId} and b.phone_key = phone_key_of(${phone}::text)
        )
      ) as refuses_phone`;
