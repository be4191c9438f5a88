/** What a delivery costs, from some subtotal on nothing. */
export interface DeliveryRate {
  price: number;
  free_above: number | null;
}

/** Delivery to the wilaya that was chosen. */
export interface DeliveryTo {
  code: string;
  name: string;
  home: DeliveryRate;
  /** Null where the shop does not deliver to a desk. */
  desk: DeliveryRate | null;
}

/** What delivery costs for a subtotal, before promotions. */
export const deliveryCost = ({ price, free_above }: DeliveryRate, subtotal: number): number =>
  free_above !== null && subtotal >= free_above ? 0 : price;
