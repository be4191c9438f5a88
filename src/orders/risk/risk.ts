import type { SiteDb } from "../../db/database.ts";
import { findRisks, type RiskRow } from "./queries.ts";

/**
 * What a store knows of the phone number of an order, beside the order itself. All of it is about a person:
 * `core/columns/fields.ts` hides these fields from keys that may not see people.
 */
export interface OrderRisk {
  /** The other orders of the number: `delivered` were taken, `refused` were not, `open` are under way. */
  phone_history: Pick<RiskRow, "orders" | "delivered" | "refused" | "cancelled" | "open">;
  /** Numbers of the number's other orders within 24 hours before or after, newest first, without cancelled ones. */
  same_day_orders: string[];
  /** Whether the store has blocked the number. */
  is_blocked: boolean;
}

/** The risk of these orders, by id. */
export async function risksOf(db: SiteDb, orderIds: string[]): Promise<Map<string, OrderRisk>> {
  const rows = await findRisks(db, orderIds);
  return new Map(
    rows.map(({ id, same_day_orders, is_blocked, ...phone_history }) => [
      id,
      { phone_history, same_day_orders, is_blocked },
    ]),
  );
}

/** The risk of an order: `risksOf` finds that of every order. */
export const riskIn = (risks: Map<string, OrderRisk>, id: string): OrderRisk => risks.get(id) as OrderRisk;

/** The same in a row of a list. */
export const riskColumns = ({ phone_history, same_day_orders, is_blocked }: OrderRisk) => ({
  phone_orders: phone_history.orders,
  phone_refused: phone_history.refused,
  same_day_orders,
  is_blocked,
});
