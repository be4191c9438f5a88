/** What the rules of `docs/promotions.md` work on. All amounts are minor units; nothing here knows a database. */

export type DiscountType = "percentage" | "fixed_amount" | "free_shipping" | "buy_x_get_y";
/** What a promotion can be for, by reference; else it is for the whole store. */
export type NamedTarget = "products" | "collections" | "categories";
export type TargetType = "store" | NamedTarget;

/** A line of a cart, as promotions see it. */
export interface Line {
  product_id: string;
  collection_ids: string[];
  /** Of its category and of those above it. */
  category_ids: string[];
  /** Of one unit. */
  price: number;
  quantity: number;
}

export interface Cart {
  lines: Line[];
  /** What delivery costs before promotions. */
  shipping: number;
}

/** The part of a promotion that its calculation needs. */
export interface Rule {
  /** UUIDv7, so that ids sort by age. */
  id: string;
  /** Null: automatic. */
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
  /** Off the lines, in their order; the amounts add up to `amount`. Zeros for free shipping. */
  lines: number[];
  /** Off the lines together. */
  amount: number;
  /** Off the delivery. */
  shipping: number;
}

export interface Offer<R extends Rule = Rule> {
  discounts: Discount<R>[];
  /** Off each line by all of them together. */
  lines: number[];
  /** Off the lines by all of them together. */
  amount: number;
  /** Off the delivery. */
  shipping: number;
}
