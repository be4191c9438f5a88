import type { CursorPage } from "../../core/shapes.ts";
import { normalisePhone } from "../../core/text/phone.ts";
import { requireCustomerRef } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { unknownWilaya, wilayaCode } from "../../shipping/shipping.ts";
import type { PaymentStatus, Status } from "../status/status.ts";
import { type BriefOrder, countForAdmin, type OrderFilters, ordersForAdmin } from "./queries.ts";

export type { BriefOrder } from "./queries.ts";

/** What a merchant looks for; `wilaya` as a person writes it. */
export interface OrderSearch {
  query?: string | undefined;
  status?: Status | undefined;
  payment_status?: PaymentStatus | undefined;
  wilaya?: string | undefined;
  /** Id, e-mail or phone number of one with an account: orders that share the account, its phone number or e-mail. */
  customer?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Orders that match, newest first: at most one more than `limit`, and how many there are in all. Throws `invalid_value`
 * with the closest wilayas when `wilaya` is none and no order of the store has this text, and what naming a customer
 * throws.
 */
export async function searchOrders(
  db: SiteDb,
  { query, wilaya, customer, ...rest }: OrderSearch,
  { limit, after }: CursorPage,
): Promise<{ orders: BriefOrder[]; total: number }> {
  const filters: OrderFilters = { ...rest };
  const typed = query?.trim();
  if (typed) filters.text = { typed, phone: normalisePhone(typed, db.country) ?? null, digits: digitsOf(typed) };
  if (customer !== undefined) {
    const { id: customer_id, phone, email } = await requireCustomerRef(db, customer);
    filters.customer = { customer_id, phone, email };
  }
  if (wilaya !== undefined) filters.wilaya = { code: wilayaCode(db, wilaya), typed: wilaya.trim() };
  const orders = await ordersForAdmin(db, filters, after, limit + 1);
  const total = await countForAdmin(db, filters);
  if (total === 0) await refuseUnknownRegion(db, filters.wilaya);
  return { orders, total };
}

/** In Algeria what is no wilaya must be a region or commune that shoppers of this store wrote. Elsewhere any will do. */
async function refuseUnknownRegion(db: SiteDb, region: OrderFilters["wilaya"]): Promise<void> {
  if (db.country !== "DZ" || !region || region.code !== null) return;
  if ((await countForAdmin(db, { wilaya: region })) === 0)
    throw unknownWilaya("wilaya", region.typed, ["a commune that orders of this store name"]);
}

const MIN_DIGITS = 3;

/**
 * The digits of what may be part of a phone number, without the zeros that numbers are dialled with; null for other
 * texts and for fewer than three.
 */
function digitsOf(typed: string): string | null {
  const digits = /^[\d\s+().-]+$/.test(typed) ? typed.replace(/\D/g, "").replace(/^0+/, "") : "";
  return digits.length >= MIN_DIGITS ? digits : null;
}
