/** The cookies of the shop. All are httpOnly, and none follows anybody. */
export const COOKIES = {
  /** The customer's token. */
  token: "token",
  /** The cart's id. */
  cart: "cart",
  /** The code of the wilaya that was chosen, such as `31`. */
  wilaya: "wilaya",
} as const;
