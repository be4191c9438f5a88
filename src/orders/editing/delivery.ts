import type { SiteDb } from "../../db/database.ts";
import { findShippingQuote, type ShippingQuote } from "../../shipping/shipping.ts";
import type { CustomerDetails } from "../placing/customer-details.ts";
import type { OrderRow } from "../queries.ts";

/** The delivery of an order after a change; amounts are minor units. */
export interface Delivery {
  wilaya_code: string | null;
  /** Its cost before promotions. */
  cost: number;
  /** The part of the cost that promotions may take off: none of a cost that was set by hand. */
  reducible: number;
  /** Whether the cost was set by hand. */
  isSet: boolean;
  /** What the store charges for it now, before promotions. */
  rate: number;
}

/**
 * The delivery of an order with these details. It costs what the store charges now where the region, the method or the lines
 * change; otherwise what it cost. `sent` is a cost that is set by hand, in minor units; null: as the store charges it;
 * undefined: neither. A cost that was set by hand, and the one of a paid order, changes only by `sent`.
 */
export async function deliveryOf(
  db: SiteDb,
  row: OrderRow,
  after: CustomerDetails,
  { hasNewRegion, subtotal, sent }: { hasNewRegion: boolean; subtotal: number; sent: number | null | undefined },
): Promise<Delivery> {
  const { customer_wilaya, customer_commune: commune, delivery_method: method } = after;
  const wilaya = hasNewRegion ? customer_wilaya : (row.wilaya_code ?? customer_wilaya);
  const quote = (await findShippingQuote(db, { wilaya, commune, method }))(subtotal);
  return { wilaya_code: hasNewRegion ? quote.wilaya_code : row.wilaya_code, rate: quote.cost, ...costOf() }; // an anonymous order has no text to derive the wilaya from

  function costOf(): Pick<Delivery, "cost" | "reducible" | "isSet"> {
    if (typeof sent === "number") return { cost: sent, reducible: 0, isSet: true };
    const saved = savedOnDelivery(row);
    const current = row.shipping_cost + saved;
    const isSet = sent === undefined && row.shipping_is_set;
    if (isSet) return { cost: current, reducible: saved > 0 ? current : 0, isSet };
    const follows = sent === null || changes(row, after, quote, subtotal);
    const cost = follows && row.payment_status === "unpaid" ? quote.cost : current;
    return { cost, reducible: cost, isSet };
  }
}

/** What promotions take off the delivery of an order. */
export const savedOnDelivery = ({ applied_discounts }: OrderRow): number =>
  applied_discounts
    .filter(({ discount_type }) => discount_type === "free_shipping")
    .reduce((sum, { discount_amount }) => sum + discount_amount, 0);

const changes = (row: OrderRow, after: CustomerDetails, quote: ShippingQuote, subtotal: number): boolean =>
  subtotal !== row.subtotal ||
  after.delivery_method !== row.delivery_method ||
  after.customer_wilaya !== row.customer_wilaya ||
  (after.customer_commune !== row.customer_commune && quote.wilaya_code !== row.wilaya_code);
