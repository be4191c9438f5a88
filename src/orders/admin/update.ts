import { carrierForOrder } from "../../carriers/carriers.ts";
import type { Actor } from "../../core/actor.ts";
import { definedOf, requireFresh } from "../../core/changes.ts";
import { toMajor } from "../../core/money.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import { readAmount } from "../../core/read-amount.ts";
import type { SiteDb } from "../../db/database.ts";
import { requireWilaya } from "../../shipping/shipping.ts";
import { applyChange } from "../editing/apply-change.ts";
import { changeLines, type LineRequest } from "../editing/change-lines.ts";
import { mayChangeCarrier, mayChangeDetails, maySetShippingCost, SHIPMENT_FIELDS } from "../editing/changeable.ts";
import { type CustomerDetails, readCustomerDetails } from "../placing/customer-details.ts";
import type { OrderRow } from "../queries.ts";
import type { PlaceOrder } from "../schema.ts";
import { type OrderChange, renderAdminOrder, requireOrderRef, requireOrderRow } from "./admin.ts";

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
  /** Null: what the store charges. */
  shipping_cost?: number | null | undefined;
  carrier?: string | null | undefined;
  tracking_number?: string | null | undefined;
  items?: LineRequest[] | undefined;
};

/** Who changes an order. */
export interface Editor {
  /** For the history. */
  actor: Actor;
  /** The `updated_at` that they saw. */
  expected?: string | undefined;
  /** False: no promotion is added that is limited per customer, because it would tell what the shopper has bought. */
  seesPeople?: boolean;
}

/** Whether a patch sets the wilaya or the commune. */
export const changesRegion = ({ customer_wilaya, customer_commune }: OrderPatch): boolean =>
  customer_wilaya !== undefined || customer_commune !== undefined;

/**
 * Changes the customer's details, the lines, the delivery and the shipment of an order. Stock moves by the difference. The
 * delivery follows the address and the subtotal unless its cost was set by hand; promotions are worked out again when lines
 * or a delivery change that they take something off. In the answer `rate`
 * is what the store charges for the delivery now, in major units, and `isFinal` says whether lines or promotions
 * changed, which is not undone. Throws `order_not_found`, `stale`, `invalid_value`, `illegal_order_move` for what cannot change after shipping,
 * `carrier_not_found`, and what `changeLines` throws.
 */
export async function changeOrder(
  db: SiteDb,
  ref: string,
  patch: OrderPatch,
  { actor, expected, seesPeople = true }: Editor,
): Promise<OrderChange & { rate: number; isFinal: boolean }> {
  const row = await requireOrderRow(db, ref, { forUpdate: true });
  requireFresh(row.updated_at, expected, "order");
  const changed = await changeLockedOrder(db, row, patch, { actor, seesPeople });
  return { before: renderAdminOrder(db, row), after: await requireOrderRef(db, row.id), ...changed };
}

/** The same for an order that is locked. Throws what `changeOrder` throws, but `order_not_found` and `stale`. */
export async function changeLockedOrder(
  db: SiteDb,
  row: OrderRow,
  patch: OrderPatch,
  { actor, seesPeople = true }: Omit<Editor, "expected">,
): Promise<{ rate: number; isFinal: boolean }> {
  const { carrier = row.carrier, tracking_number = row.tracking_number, shipping_cost, items, ...customer } = patch;
  requireChangeable(row, { ...customer, items }, shipping_cost);
  const { customer_wilaya: region } = customer;
  if (region && region !== row.customer_wilaya) requireWilaya(db, "customer_wilaya", region);
  const details = patchedDetails(db, row, customer);
  const sent =
    typeof shipping_cost === "number" ? readAmount("shipping_cost", shipping_cost, row.currency) : shipping_cost;
  const lines = items ? await changeLines(db, row, items) : undefined;
  const edit = {
    details,
    lines,
    shipping_cost: sent,
    hasNewRegion: changesRegion(patch),
    carrier: await readCarrier(db, row, carrier),
    tracking_number: textOrNull(tracking_number),
    seesPeople,
  };
  await db.recording.remember("orders", "id", [row.id]);
  const { rate, isFinal } = await applyChange(db, row, edit, actor);
  return { rate: toMajor(rate, row.currency), isFinal };
}

/**
 * The customer's details after the patch. The address changes only when the patch has an address or a delivery method.
 */
function patchedDetails(
  db: SiteDb,
  row: OrderRow,
  { delivery_method, ...customer }: Omit<OrderPatch, "carrier" | "tracking_number" | "shipping_cost" | "items">,
): CustomerDetails {
  const patch = definedOf(customer);
  const hasNewAddress = delivery_method !== undefined || customer.shipping_address !== undefined;
  if (Object.keys(patch).length === 0 && !hasNewAddress) return detailsOf(row);
  const patched = { ...row, ...patch };
  const method = delivery_method ?? customer.shipping_address?.method ?? row.delivery_method;
  const address = { ...(hasNewAddress ? patched.shipping_address : null), method };
  const after = readCustomerDetails({ ...patched, shipping_address: address }, db.country, row);
  if (!hasNewAddress) return { ...after, shipping_address: row.shipping_address };
  return { ...after, shipping_address: patched.shipping_address && after.shipping_address };
}

/** The customer's details of an order. */
export const detailsOf = ({
  customer_name,
  customer_phone,
  customer_email,
  customer_wilaya,
  customer_commune,
  customer_notes,
  shipping_address,
  delivery_method,
  payment_method,
}: OrderRow): CustomerDetails => ({
  customer_name,
  customer_phone,
  customer_email,
  customer_wilaya,
  customer_commune,
  customer_notes,
  shipping_address,
  delivery_method,
  payment_method,
});

/** The carrier as the store writes it. Throws `carrier_not_found`, and `illegal_order_move` for another one than the one that has paid. */
async function readCarrier(db: SiteDb, row: OrderRow, carrier: string | null): Promise<string | null> {
  const read = carrier === row.carrier ? carrier : await carrierForOrder(db, carrier);
  if (read === row.carrier || mayChangeCarrier(row)) return read;
  throw new Problem(
    "illegal_order_move",
    `${row.carrier} has paid the cash of this order, so its carrier stays; cod_reconcile with take_back: true removes that payment.`,
  );
}

const textOrNull = (text: string | null): string | null => text?.trim() || null;

function requireChangeable(order: OrderRow, details: object, shippingCost: number | null | undefined): void {
  const changesDetails = Object.keys(definedOf(details)).length > 0 || shippingCost !== undefined;
  if (changesDetails && !mayChangeDetails(order)) {
    throw new Problem(
      "illegal_order_move",
      `When an order is ${order.status}, only its carrier and tracking number can change.`,
      { extra: { allowed: SHIPMENT_FIELDS } },
    );
  }
  if (shippingCost !== undefined && !maySetShippingCost(order)) {
    throw invalidValue("shipping_cost", "must not change once the order is paid");
  }
}
