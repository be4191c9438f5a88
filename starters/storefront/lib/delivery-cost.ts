/** What a delivery costs, from some subtotal on nothing. */
export interface DeliveryRate {
  price: number;
  free_above: number | null;
}

export type Method = "home" | "desk";

/** Delivery to a wilaya, or to a region of another country, whose code is its name. */
export interface DeliveryTo {
  code: string;
  name: string;
  home: DeliveryRate;
  /** Null where the shop does not deliver to a desk. */
  desk: DeliveryRate | null;
}

/** What delivery costs for a subtotal; nothing where a promotion gives it (`isFree`). */
export const deliveryCost = ({ price, free_above }: DeliveryRate, subtotal: number, isFree = false): number =>
  isFree || (free_above !== null && subtotal >= free_above) ? 0 : price;

/** The way that is meant: home where a desk is asked for and there is none. */
export const methodOf = (delivery: DeliveryTo | null, asked: string | undefined): Method =>
  asked === "desk" && delivery?.desk ? "desk" : "home";

/** What a shopper of a store chooses: a wilaya, or in other countries a region that is typed. Texts of both have these names. */
export const placeIn = (country: string | null): "wilaya" | "region" => (country === "DZ" ? "wilaya" : "region");

/** What is in it, and is typed. */
export const townIn = (country: string | null): "commune" | "city" => (country === "DZ" ? "commune" : "city");
