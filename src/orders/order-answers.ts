import { unservedOrders } from "../carriers/carriers.ts";
import { toMajor, toMajorOrNull } from "../core/money.ts";
import { withoutNulls } from "../core/objects.ts";
import { hasScope, SEES_PEOPLE } from "../core/scopes.ts";
import type { SiteDb } from "../db/database.ts";
import type { OperationCall } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { trackingPageOf } from "../store/store.ts";
import type { AdminOrder, OrderChange } from "./admin/admin.ts";
import type { BriefOrder } from "./admin/search.ts";
import { riskIn, risksOf } from "./risk/risk.ts";
import { PAYMENT_TRANSITIONS, STATUS_TRANSITIONS } from "./status/transitions.ts";

/** What operations on orders answer, and report to the audit log. */

const IMPERSONAL_FIELDS = [
  ...(["status", "payment_status", "delivery_method", "subtotal", "discount", "shipping_cost"] as const),
  ...(["shipping_is_set", "rounding"] as const),
  ...(["total", "coupon_code", "collected_amount", "remitted_amount"] as const),
  ...(["remitted_at", "carrier", "tracking_number"] as const),
] as const;

/** A line as the audit log and a dry run show it. */
const auditedLine = ({ sku, product_name, variant_title, quantity, product_price }: AdminOrder["items"][number]) => ({
  sku,
  product_name,
  variant_title,
  quantity,
  price: product_price,
});

/** The fields of an order in the audit log and in a dry run; the log leaves out personal ones. */
const audited = (order: AdminOrder) =>
  sanitize({
    ...Object.fromEntries(IMPERSONAL_FIELDS.map((name) => [name, order[name]])),
    items: order.items.map(auditedLine),
    refunded_amount: order.refunded_amount,
    reason: order.reason,
    returns: order.returns,
    calls: order.calls,
    notes: order.notes,
    customer_name: order.customer_name,
    customer_phone: order.customer_phone,
    customer_email: order.customer_email,
    customer_wilaya: order.customer_wilaya,
    customer_commune: order.customer_commune,
    customer_notes: order.customer_notes,
    shipping_address: order.shipping_address,
  });

/** Reports the change of an order to the audit log. */
export function reportChange(
  { changed }: OperationCall,
  before: AdminOrder | null,
  after: AdminOrder,
  event?: string,
): void {
  const auditedBefore = before && audited(before);
  changed({
    entity: "order",
    id: after.id,
    label: after.order_number,
    before: auditedBefore,
    after: audited(after),
    snapshot: after,
    ...(event && { event }),
  });
}

/** The state of an order, and the tools that may follow. */
const stateOf = (order: AdminOrder) => ({
  order_number: order.order_number,
  status: order.status,
  payment_status: order.payment_status,
  total: order.total,
  currency: order.currency,
  collected_amount: order.collected_amount,
  remitted_amount: order.remitted_amount,
  ...(order.returned_amount > 0 && { returned_amount: order.returned_amount }),
  ...(order.refunded_amount > 0 && { refunded_amount: order.refunded_amount }),
  ...(order.reason && { reason: order.reason }),
  calls: order.calls,
  carrier: order.carrier,
  tracking_number: order.tracking_number,
  updated_at: order.updated_at,
  next: NEXT[order.status],
});

/** The tools that may follow each status; shipping includes the step through processing. */
export const NEXT: Record<AdminOrder["status"], string[]> = {
  pending: ["orders_confirm", "orders_cancel"],
  confirmed: ["orders_ship", "orders_cancel"],
  processing: ["orders_ship", "orders_cancel"],
  shipped: ["orders_mark_delivered", "orders_return"],
  delivered: ["orders_return"],
  cancelled: [],
  returned: [],
};

export const idsOf = (orders: BriefOrder[]): string[] => orders.map(({ id }) => id);

/** An order in a list, with its number and without its id. */
export const listed = (order: BriefOrder) =>
  withoutNulls({
    order_number: order.order_number,
    status: order.status,
    payment_status: order.payment_status,
    total: toMajor(order.total, order.currency),
    collected_amount: toMajorOrNull(order.collected_amount, order.currency),
    remitted_amount: toMajorOrNull(order.remitted_amount, order.currency),
    currency: order.currency,
    items_count: order.items_count,
    customer_name: order.customer_name,
    customer_phone: order.customer_phone,
    customer_wilaya: order.customer_wilaya,
    wilaya_code: order.wilaya_code,
    calls: order.calls,
    last_call: order.last_call,
    call_again_at: order.call_again_at,
    created_at: order.created_at,
  });

export function concise(order: AdminOrder) {
  const { customer_name, customer_phone, customer_wilaya, wilaya_code, customer_commune, delivery_method, items } =
    order;
  return sanitize({
    id: order.id,
    ...stateOf(order),
    created_at: order.created_at,
    subtotal: order.subtotal,
    discount: order.discount,
    shipping_cost: order.shipping_cost,
    rounding: order.rounding,
    coupon_code: order.coupon_code,
    applied: order.applied_discounts.map(({ title }) => title),
    customer_name,
    customer_phone,
    customer_wilaya,
    wilaya_code,
    customer_commune,
    delivery_method,
    items: items.map(({ id, product_name, variant_title, sku, quantity, returned_quantity, subtotal }) => ({
      ...(sku === null && { id }),
      product_name,
      variant_title,
      sku,
      quantity,
      ...(returned_quantity > 0 && { returned_quantity }),
      subtotal,
    })),
  });
}

/** A warning for an order whose commune's wilaya is not known; otherwise an empty text. */
export const unknownWilayaHint = ({ db }: OperationCall, { customer_commune, wilaya_code }: AdminOrder): string =>
  db.country === "DZ" && customer_commune !== null && wilaya_code === null
    ? " The commune's wilaya is not known, so the rate of * (everywhere else) applies."
    : "";

const MAX_HINTS = 3;

/**
 * A warning for each of these orders that its carrier would not take; otherwise an empty text. Regions that shoppers typed are
 * not compared for a key that may not see people: it could guess them.
 */
export async function carrierHint({ db, merchant }: OperationCall, orders: AdminOrder[]): Promise<string> {
  const compared = hasScope(merchant.scopes, SEES_PEOPLE)
    ? orders
    : orders.map((order) => ({ ...order, customer_wilaya: null }));
  const hints = await unservedOrders(db, compared);
  const more = hints.length - MAX_HINTS;
  const shown = [...hints.slice(0, MAX_HINTS), ...(more > 0 ? [`So with ${more} more.`] : [])];
  return shown.map((hint) => ` ${hint}`).join("");
}

/** Reports the change, and makes the result with the state of the order. */
export function changeResult(call: OperationCall, { before, after }: OrderChange, text: string) {
  reportChange(call, before, after);
  return { text, data: stateOf(after) };
}

/** The statuses that may follow each status, for the resource `hanout://order-states`. */
export const orderTransitions = { status: STATUS_TRANSITIONS, payment_status: PAYMENT_TRANSITIONS };

/** All of an order, with what is known of its phone, what may follow and where its shopper follows it. */
export async function wholeOrder(db: SiteDb, order: AdminOrder) {
  const [risks, tracking_page_url] = await Promise.all([
    risksOf(db, [order.id]),
    trackingPageOf(db, order.order_number),
  ]);
  return { ...sanitize(order), ...riskIn(risks, order.id), next: NEXT[order.status], tracking_page_url };
}
