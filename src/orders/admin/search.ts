import type { CursorPage } from "../../core/shapes.ts";
import { normalisePhone } from "../../core/text/phone.ts";
import { requireCustomerRef } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { unknownWilaya, wilayaCode } from "../../shipping/shipping.ts";
import type { PaymentStatus, Status } from "../status/transitions.ts";
import { type BriefOrder, countOrdersForAdmin, findOrdersForAdmin, type OrderFilters } from "./search-queries.ts";

export type { BriefOrder } from "./search-queries.ts";

/** What a merchant searches orders by. */
export interface OrderSearch {
  query?: string | undefined;
  status?: Status | undefined;
  payment_status?: PaymentStatus | undefined;
  /** A wilaya, or another region or commune, as a person writes it. */
  wilaya?: string | undefined;
  /** Id, e-mail or phone number of an account: finds orders of the account, its phone number or its e-mail. */
  customer?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Orders that match, newest first, with the total. Returns up to `limit` + 1, so that the caller sees whether another
 * page follows. Throws `customer_not_found`, and `invalid_value` for a `customer` that several accounts match, and for a
 * `wilaya` that is neither a wilaya nor in any order of the store.
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
  const orders = await findOrdersForAdmin(db, filters, after, limit + 1);
  const total = await countOrdersForAdmin(db, filters);
  if (total === 0) await requireKnownRegion(db, filters.wilaya);
  return { orders, total };
}

/** In Algeria the region must be a wilaya, or a text that some order of the store has. Elsewhere any text is allowed. */
async function requireKnownRegion(db: SiteDb, region: OrderFilters["wilaya"]): Promise<void> {
  if (db.country !== "DZ" || !region || region.code !== null) return;
  const total = await countOrdersForAdmin(db, { wilaya: region });
  if (total === 0) throw unknownWilaya("wilaya", region.typed, ["a commune that orders of this store name"]);
}

const MIN_DIGITS = 3;

/**
 * The digits of a text that may be part of a phone number, without leading zeros; null for other texts and for fewer than
 * MIN_DIGITS digits.
 */
function digitsOf(typed: string): string | null {
  const digits = /^[\d\s+().-]+$/.test(typed) ? typed.replace(/\D/g, "").replace(/^0+/, "") : "";
  return digits.length >= MIN_DIGITS ? digits : null;
}
