/** The cookies of the shop. All are httpOnly, and none follows anybody. */
export const COOKIES = {
  /** The customer's token. */
  token: "token",
  /** The cart's id. */
  cart: "cart",
  /** The code of the wilaya that was chosen, such as `31`. */
  wilaya: "wilaya",
  /** The coupon that was typed, whether it applies or not. */
  coupon: "coupon",
  /** The order that was just placed, for the page that says thanks. */
  placed: "placed",
  /** The numbers of orders that this browser may look at. */
  orders: "orders",
} as const;

const DAY = 24 * 3600;

/** How long each of them stays, in seconds. */
export const LIFETIMES: Record<keyof typeof COOKIES, number> = {
  token: 7 * DAY, // as long as the token itself
  cart: 30 * DAY, // as long as the cart itself
  wilaya: 365 * DAY,
  coupon: 30 * DAY,
  placed: DAY,
  orders: 90 * DAY,
};
