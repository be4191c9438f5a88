import type { SiteDb } from "../db/database.ts";
import { regionKey } from "../shipping/shipping.ts";
import { foldedName, type KnownCarrier } from "./known-carriers.ts";
import { findCarriersNamed } from "./queries.ts";

export { type CarrierInput, saveCarrier } from "./admin.ts";
export { carrierForOrder, foldedName, type KnownCarrier, requireKnownCarrier } from "./known-carriers.ts";
export { PARCEL_FIELDS, type ParcelColumn, ParcelColumns, type ParcelField } from "./parcel-columns.ts";
export { findCarriersWithOrders } from "./queries.ts";

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

/** What a carrier delivers. */
type Served = Pick<KnownCarrier, "regions" | "methods">;

/** Why a carrier would not take an order; undefined: it would. A region that is not known counts as served. */
function faultOf({ country }: SiteDb, carrier: Served, order: Destination): string | undefined {
  if (!carrier.methods.includes(order.delivery_method)) {
    return order.delivery_method === "desk" ? "delivers to no desk" : "delivers to no home";
  }
  const region = country === "DZ" ? order.wilaya_code : order.customer_wilaya && regionKey(order.customer_wilaya);
  const isServed = !carrier.regions || !region || carrier.regions.includes(region);
  return isServed ? undefined : `does not serve the region ${country === "DZ" ? region : "of its address"}`;
}

/** Whether a carrier delivers there. */
export const serves = (db: SiteDb, carrier: Served, order: Destination): boolean =>
  faultOf(db, carrier, order) === undefined;
