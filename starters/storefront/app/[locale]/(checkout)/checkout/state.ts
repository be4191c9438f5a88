import type { DeliveryTo, Method } from "@/lib/delivery-cost";
import type { Quote } from "@/lib/quote";

/** What the shopper typed. */
export interface Values {
  phone: string;
  name: string;
  wilaya: string;
  commune: string;
  method: Method;
  address: string;
  note: string;
}

export type Field = keyof Values;

/** The order as it would be. */
export interface Offer {
  quote: Quote;
  delivery: DeliveryTo | null;
  method: Method;
  /** The code that applies; empty without one. */
  coupon: string;
  /** Changes when the cart or the total does: what is confirmed must be what was seen. */
  seen: string;
}

/** What the page shows after each round trip. */
export interface CheckoutState {
  values: Values;
  errors: Partial<Record<Field, string>>;
  offer: Offer;
  /** Why the order was not placed. */
  refusal?: string;
}
