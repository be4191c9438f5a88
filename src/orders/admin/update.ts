import { isDeepStrictEqual } from "node:util";
import { knownCarrier } from "../../carriers/carriers.ts";
import { definedOf, requireFresh } from "../../core/changes.ts";
import { readAmount, toMajor } from "../../core/money.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { findShippingQuote, requireWilaya } from "../../shipping/shipping.ts";
import { readCustomerDetails } from "../placing/customer-details.ts";
import type { OrderRow } from "../queries.ts";
import type { PlaceOrder } from "../schema.ts";
import { type OrderChange, requireOrderRef, requireOrderRow, withActivity } from "./admin.ts";
import { updateDetails } from "./queries.ts";

/** What may change of a placed order; amounts are major units. Fields that are undefined stay. */
export type OrderPatch = {
  [K in
    | "customer_name"
    | "customer_phone"
    | "customer_email"
    | "customer_wilaya"
    | "customer_commune"
    | "shipping_address"
    | "customer_notes"]?: PlaceOrder[K] | undefined;
} & {
  delivery_method?: "home" | "desk" | undefined;
  shipping_cost?: number | undefined;
  carrier?: string | null | undefined;
  tracking_number?: string | null | undefined;
};

/** Whether a patch sets the wilaya or the commune. */
export const changesRegion = ({ customer_wilaya, customer_commune }: OrderPatch): boolean =>
  customer_wilaya !== undefined || customer_commune !== undefined;

const BEFORE_SHIPPING: string[] = ["pending", "confirmed", "processing"];

/**
 * Changes the customer's details, the delivery and the shipment of an order. `expected` is the `updated_at` that the
 * caller saw. The returned `rate` is the store's delivery rate for the new address, in major units. Throws
 * `order_not_found`, `stale`, `invalid_value`, and `illegal_order_move` for details that cannot change after shipping.
 */
export async function changeOrder(
  db: SiteDb,
  ref: string,
  patch: OrderPatch,
  expected: string | undefined,
): Promise<OrderChange & { rate: number }> {
  const row = await requireOrderRow(db, ref, { forUpdate: true });
  requireFresh(row.updated_at, expected, "order");
  const { carrier = row.carrier, tracking_number = row.tracking_number, shipping_cost, ...customer } = patch;
  requireChangeable(row, customer, shipping_cost);
  const before = await withActivity(db, row);
  const { customer_wilaya: region } = customer;
  if (region && region !== row.customer_wilaya) requireWilaya(db, "customer_wilaya", region);
  const after = patchedDetails(db, row, customer);
  const { customer_wilaya, customer_commune: commune, delivery_method: method } = after;
  const hasNewRegion = changesRegion(patch);
  const wilaya = hasNewRegion ? customer_wilaya : (row.wilaya_code ?? customer_wilaya);
  const quote = (await findShippingQuote(db, { wilaya, commune, method }))(row.subtotal);
  const details = {
    ...after,
    wilaya_code: hasNewRegion ? quote.wilaya_code : row.wilaya_code, // an anonymous order has no text to derive it from
    shipping_cost:
      shipping_cost === undefined ? row.shipping_cost : readAmount("shipping_cost", shipping_cost, row.currency),
    carrier: carrier === row.carrier ? carrier : await knownCarrier(db, carrier),
    tracking_number: textOrNull(tracking_number),
  };
  await db.recording.remember("orders", "id", [row.id]);
  if (!isDeepStrictEqual({ ...row, ...details }, row)) await updateDetails(db, row.id, details);
  return { before, after: await requireOrderRef(db, row.id), rate: toMajor(quote.cost, row.currency) };
}

/**
 * The customer's details after the patch. The address changes only when the patch has an address or a delivery method.
 */
function patchedDetails(
  db: SiteDb,
  row: OrderRow,
  { delivery_method, ...customer }: Omit<OrderPatch, "carrier" | "tracking_number" | "shipping_cost">,
) {
  const patch = definedOf(customer);
  const hasNewAddress = delivery_method !== undefined || customer.shipping_address !== undefined;
  if (Object.keys(patch).length === 0 && !hasNewAddress) return row;
  const patched = { ...row, ...patch };
  const method = delivery_method ?? customer.shipping_address?.method ?? row.delivery_method;
  const address = { ...(hasNewAddress ? patched.shipping_address : null), method };
  const after = readCustomerDetails({ ...patched, shipping_address: address }, db.country, row);
  if (!hasNewAddress) return { ...after, shipping_address: row.shipping_address };
  return { ...after, shipping_address: patched.shipping_address && after.shipping_address };
}

const textOrNull = (text: string | null): string | null => text?.trim() || null;

function requireChangeable(
  { status, payment_status }: OrderRow,
  customer: object,
  shippingCost: number | undefined,
): void {
  const changesDetails = Object.keys(definedOf(customer)).length > 0 || shippingCost !== undefined;
  if (changesDetails && !BEFORE_SHIPPING.includes(status)) {
    throw new Problem(
      "illegal_order_move",
      `When an order is ${status}, only its carrier and tracking number can change.`,
      { extra: { allowed: ["carrier", "tracking_number"] } },
    );
  }
  if (shippingCost !== undefined && payment_status !== "unpaid") {
    throw invalidValue("shipping_cost", "must not change once the order is paid");
  }
}
