/** The data of the rules in `docs/promotions.md`, independent of the database. All amounts are minor units. */

export type DiscountType = "percentage" | "fixed_amount" | "free_shipping" | "buy_x_get_y";
/** What a promotion can be for, by reference; else it is for the whole store. */
export type NamedTarget = "products" | "collections" | "categories";
export type TargetType = "store" | NamedTarget;

/** A line of a cart, as promotions see it. */
export interface Line {
  product_id: string;
  collection_ids: string[];
  /** Its category and the ancestors of that. */
  category_ids: string[];
  /** The price of one unit. */
  price: number;
  quantity: number;
}

export interface PricedCart {
  lines: Line[];
  /** The cost of delivery before promotions. */
  shipping: number;
}

/** The part of a promotion that its calculation needs. */
export interface Rule {
  /** UUIDv7: ids sort by age. */
  id: string;
  /** Null for an automatic promotion. */
  code: string | null;
  discount_type: DiscountType;
  /** `percentage` and `buy_x_get_y`: hundredths of a percent; `fixed_amount`: minor units; `free_shipping`: 0. */
  discount_value: number;
  /** Both 0 unless `buy_x_get_y`. */
  buy_quantity: number;
  get_quantity: number;
  target_type: TargetType;
  target_ids: string[];
  min_order_amount: number | null;
  min_quantity: number | null;
  max_discount_amount: number | null;
  is_combinable: boolean;
}

/** What one promotion takes off. */
export interface Discount<R extends Rule = Rule> {
  promotion: R;
  /** What it takes off each line, in their order; adds up to `amount`. Zeros for free shipping. */
  lines: number[];
  /** What it takes off all lines together. */
  amount: number;
  /** What is taken off the delivery. */
  shipping: number;
}

/** The discounts that apply to a cart together. */
export interface Offer<R extends Rule = Rule> {
  discounts: Discount<R>[];
  /** What all discounts together take off each line, in their order. */
  lines: number[];
  /** What all discounts together take off all lines. */
  amount: number;
  /** What is taken off the delivery. */
  shipping: number;
}
