import type { SiteDb } from "../db/database.ts";
import { regionKey } from "../shipping/shipping.ts";
import { findCarriersNamed, lockCarrierName } from "./queries.ts";
import { type Carrier, foldedName } from "./refs.ts";

export { type CarrierInput, saveCarrier } from "./admin.ts";
export { PARCEL_FIELDS, type ParcelColumn, ParcelColumns, type ParcelField } from "./parcel-columns.ts";
export { type Carrier, foldedName, requireCarrier } from "./refs.ts";

/**
 * The name by which an order stores its carrier: that of the store's carrier with the same folded name, as it is written
 * there, or else the text that was typed. Null for no text.
 */
export async function knownCarrier(db: SiteDb, typed: string | null): Promise<string | null> {
  const name = typed?.trim();
  if (!name) return null;
  return (await lockCarrierName(db, foldedName(name)))?.name ?? name;
}

/** Where an order goes. */
interface Destination {
  customer_wilaya: string | null;
  wilaya_code: string | null;
  delivery_method: "home" | "desk";
}

/** The same, and with whom. */
interface CarriedOrder extends Destination {
  order_number: string;
  carrier: string | null;
}

/** Why the carriers of these orders would not take them, in words, one sentence for each; free texts are not checked. */
export async function unservedOrders(db: SiteDb, orders: CarriedOrder[]): Promise<string[]> {
  const names = new Set(orders.flatMap(({ carrier }) => (carrier ? [foldedName(carrier)] : [])));
  if (names.size === 0) return [];
  const carriers = new Map((await findCarriersNamed(db, [...names])).map((carrier) => [carrier.name, carrier]));
  return orders.flatMap((order) => {
    const carrier = carriers.get(order.carrier ?? "");
    const why = carrier && faultOf(db, carrier, order);
    return why ? [`${carrier.name} ${why}, where ${order.order_number} goes.`] : [];
  });
}

/** Why a carrier would not take an order; undefined: it would. A region that is not known counts as served. */
function faultOf({ country }: SiteDb, carrier: Carrier, order: Destination): string | undefined {
  if (!carrier.methods.includes(order.delivery_method)) {
    return order.delivery_method === "desk" ? "delivers to no desk" : "delivers to no home";
  }
  const region = country === "DZ" ? order.wilaya_code : order.customer_wilaya && regionKey(order.customer_wilaya);
  const isServed = !carrier.regions || !region || carrier.regions.includes(region);
  return isServed ? undefined : `does not serve the region ${country === "DZ" ? region : "of its address"}`;
}

/** Whether a carrier delivers there. */
export const serves = (db: SiteDb, carrier: Carrier, order: Destination): boolean =>
  faultOf(db, carrier, order) === undefined;
