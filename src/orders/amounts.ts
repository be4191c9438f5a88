import { Problem } from "../core/problem.ts";

/** What an order's total is made of, in minor units. */
export interface Amounts {
  subtotal: number;
  discount: number;
  shipping_cost: number;
  rounding: number;
  total: number;
}

/** Whether the order is paid in cash on delivery. */
export const isCashOnDelivery = (paymentMethod: string): boolean => paymentMethod.toLowerCase() === "cod";

/**
 * The amounts of an order, all in minor units. The total of a cash order is rounded, half up, to a multiple of `cashRounding`,
 * which is 0 for stores that do not round. Throws `invalid_value` for a total that is too large.
 */
export function amountsOf(
  { subtotal, discount, shipping_cost }: Omit<Amounts, "rounding" | "total">,
  { cashRounding, payment_method }: { cashRounding: number; payment_method: string },
): Amounts {
  const exact = subtotal - discount + shipping_cost;
  const isRounded = cashRounding > 0 && isCashOnDelivery(payment_method);
  const total = isRounded ? Math.floor((exact + Math.floor(cashRounding / 2)) / cashRounding) * cashRounding : exact;
  if (!Number.isSafeInteger(total)) throw new Problem("invalid_value", (say) => say.order.tooExpensive);
  return { subtotal, discount, shipping_cost, rounding: total - exact, total };
}
