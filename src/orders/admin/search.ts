import { requireKnownCarrier } from "../../carriers/carriers.ts";
import { findProductsByName, findVariants } from "../../catalog/catalog.ts";
import { isId } from "../../core/ids.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import { readAmount } from "../../core/read-amount.ts";
import type { BoundedCount, CursorPage } from "../../core/shapes.ts";
import { fold } from "../../core/text/fold.ts";
import { normalisePhone } from "../../core/text/phone.ts";
import { customerNotFound, requireIdentity } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { unknownWilaya, wilayaCode } from "../../shipping/shipping.ts";
import type { Reason } from "../reasons.ts";
import type { PaymentStatus, Status } from "../status/transitions.ts";
import {
  type BriefOrder,
  countOrdersForAdmin,
  findOrdersForAdmin,
  goWithOwed,
  hasOrdersOfProduct,
  type OrderFilters,
} from "./search-queries.ts";

export { type BriefOrder, findBriefOrders } from "./search-queries.ts";

/** What a merchant searches orders by. */
export interface OrderSearch {
  query?: string | undefined;
  status?: Status | undefined;
  payment_status?: PaymentStatus | undefined;
  /** A wilaya, or another region or commune, as a person writes it. */
  wilaya?: string | undefined;
  /** Id, e-mail or phone number of an account: finds orders of the account, its phone number or its e-mail; or a guest's e-mail or phone number. */
  customer?: string | undefined;
  /** A product's id, slug, SKU or name, or a variant's id. */
  item?: string | undefined;
  carrier?: string | undefined;
  tracking_number?: string | undefined;
  reason?: Reason | undefined;
  payment_method?: string | undefined;
  /** Major units, both inclusive. */
  min_total?: number | undefined;
  max_total?: number | undefined;
  /** Only orders whose carrier has not paid their cash. */
  owed?: boolean | undefined;
  /** Only orders that are confirmed or processing. */
  to_ship?: boolean | undefined;
  /** Only orders whose shopper is to be called now. */
  to_call?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Orders that match, newest first, with the total up to a bound. Returns up to `limit` + 1, so that the caller sees whether another
 * page follows. Throws `customer_not_found`, `product_not_found`, `carrier_not_found`, and `invalid_value` for a `customer` that several accounts
 * match, and for a `wilaya` that is neither a wilaya nor in any order of the store.
 */
export async function searchOrders(
  db: SiteDb,
  {
    query,
    wilaya,
    customer,
    item,
    carrier,
    tracking_number,
    min_total,
    max_total,
    to_ship,
    to_call,
    owed,
    ...rest
  }: OrderSearch,
  { limit, after }: CursorPage,
): Promise<{ orders: BriefOrder[]; total: BoundedCount }> {
  const filters: OrderFilters = { ...rest };
  const typed = query?.trim();
  if (typed) filters.text = { typed, phone: normalisePhone(typed, db.country) ?? null, digits: digitsOf(typed) };
  if (customer !== undefined) filters.customer = await requireIdentity(db, customer);
  if (wilaya !== undefined) filters.wilaya = { code: wilayaCode(db, wilaya), typed: wilaya.trim() };
  if (item !== undefined) filters.item = await requireItem(db, item.trim());
  if (carrier !== undefined) filters.carriers = (await requireKnownCarrier(db, carrier)).spellings;
  if (tracking_number !== undefined) filters.tracking_number = tracking_number.trim();
  if (min_total !== undefined) filters.min_total = readAmount("min_total", min_total, db.currency);
  if (max_total !== undefined) filters.max_total = readAmount("max_total", max_total, db.currency);
  if (to_ship) filters.to_ship = true;
  if (to_call) filters.to_call_at = db.now;
  if (owed) filters.owed = requireOwedAlone(filters);
  const orders = await findOrdersForAdmin(db, filters, after, limit + 1);
  const isWhole = after === null && orders.length <= limit;
  const total = isWhole ? { count: orders.length, isPartial: false } : await countOrdersForAdmin(db, filters);
  if (total.count === 0)
    await Promise.all([requireKnownRegion(db, filters.wilaya), requireKnownGuest(db, filters.customer)]);
  return { orders, total };
}

/**
 * The products of a name, and only some of their variants for a SKU or a variant's id. A product that was deleted is known by
 * its id only. Throws `product_not_found`.
 */
async function requireItem(db: SiteDb, item: string): Promise<OrderFilters["item"]> {
  const found = await findVariants(db, [item]);
  if (found.length > 0) {
    const isProduct = found.some((one) => one.product_slug === item || one.product_id === item.toLowerCase());
    return {
      products: [...new Set(found.map(({ product_id }) => product_id))],
      variants: isProduct ? null : found.map(({ id }) => id),
    };
  }
  if (isId(item) && (await hasOrdersOfProduct(db, item))) return { products: [item], variants: null };
  const products = await findProductsByName(db, item, true);
  if (products.length === 0) throw new Problem("product_not_found", `This store has no product "${item}".`);
  return { products, variants: null };
}

/** Throws `invalid_value` beside a filter by which orders that are owed cannot be found. */
function requireOwedAlone(filters: OrderFilters): true {
  if (goWithOwed(filters)) return true;
  throw invalidValue("owed", "goes with carrier, customer, status, payment_status, a wilaya, from and to only");
}

/** Somebody without an account can only be known by orders. */
async function requireKnownGuest(db: SiteDb, person: OrderFilters["customer"]): Promise<void> {
  if (!person || person.customer_id !== null) return;
  if ((await findOrdersForAdmin(db, { customer: person }, null, 1)).length === 0) throw customerNotFound();
}

/** In Algeria the region must be a wilaya, or a text that some order of the store has. Elsewhere any text is allowed. */
async function requireKnownRegion(db: SiteDb, region: OrderFilters["wilaya"]): Promise<void> {
  if (db.country !== "DZ" || !region || region.code !== null) return;
  const found = await findOrdersForAdmin(db, { wilaya: region }, null, 1);
  if (found.length === 0) throw unknownWilaya("wilaya", region.typed, ["a commune that orders of this store name"]);
}

const MIN_DIGITS = 3;

/**
 * The digits of a text that may be part of a phone number, without leading zeros; null for other texts and for fewer than
 * MIN_DIGITS digits.
 */
function digitsOf(text: string): string | null {
  const typed = fold(text); // Arabic digits become 0-9
  const digits = /^[\d\s+().-]+$/.test(typed) ? typed.replace(/\D/g, "").replace(/^0+/, "") : "";
  return digits.length >= MIN_DIGITS ? digits : null;
}
