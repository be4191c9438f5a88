import type { Rule, TargetType } from "./types.ts";

/** What must be true of a promotion's columns, for all that write them. */

export const HUNDRED_PERCENT = 10_000;

type Discounting = Pick<Rule, "discount_type" | "discount_value" | "buy_quantity" | "get_quantity">;

/** The field that does not fit the discount type, and what it must be; undefined: all fit. */
export function discountFault(promotion: Discounting): [field: keyof Discounting, message: string] | undefined {
  const { discount_type: type, discount_value: value, buy_quantity: buy, get_quantity: get } = promotion;
  const isForQuantities = type === "buy_x_get_y";
  if ((type === "percentage" || isForQuantities) && (value < 1 || value > HUNDRED_PERCENT)) {
    return ["discount_value", "must be a percentage above 0, at most 100"];
  }
  if (type === "fixed_amount" && value < 1) return ["discount_value", "must be above 0"];
  if (isForQuantities && (buy < 1 || get < 1)) return ["buy_quantity", "and get_quantity must be at least 1"];
  if (!isForQuantities && buy + get > 0) return ["buy_quantity", "and get_quantity are for buy_x_get_y only"];
  return undefined;
}

/** Whether a promotion ends before it starts, or as it starts. */
export const endsBeforeStart = (times: { starts_at: string | null; expires_at: string | null }): boolean =>
  times.starts_at !== null && times.expires_at !== null && Date.parse(times.expires_at) <= Date.parse(times.starts_at);

/** Whether targets are given where they must be: for everything but the whole store. */
export const fitsTargets = (type: TargetType, targets: readonly unknown[]): boolean =>
  (type === "store") === (targets.length === 0);

/** Whether a promotion was used more often than its limit allows. */
export const isOverused = ({ usage_limit }: { usage_limit: number | null }, uses: number): boolean =>
  usage_limit !== null && uses > usage_limit;
