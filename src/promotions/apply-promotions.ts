import { proportion } from "../core/money.ts";
import { subtotalOf, sum, unitsOf } from "../core/sums.ts";
import type { Discount, DiscountType, Line, Offer, PricedCart, Rule, TargetType } from "./types.ts";

/** The rules of docs/promotions.md. All functions are pure; all amounts are minor units. */

const HUNDRED_PERCENT = 10_000; // in hundredths of a percent

/** A condition of a promotion that a cart does not meet. */
export type UnmetCondition = { reason: "empty" | "no_match" } | Missing;

/** What to add to a cart for a promotion: an amount in minor units, or a number of units that match it. */
export type Missing = { reason: "min_order_amount"; missing: number } | { reason: "min_quantity"; missing: number };

/** The first condition of the promotion that the cart does not meet; null when it meets all. */
export function unmetCondition(rule: Rule, { lines }: PricedCart): UnmetCondition | null {
  const matching = lines.filter((line) => matches(rule, line));
  if (lines.length > 0 && matching.length === 0) return { reason: "no_match" };
  const missingAmount = (rule.min_order_amount ?? 0) - subtotalOf(lines);
  if (missingAmount > 0) return { reason: "min_order_amount", missing: missingAmount };
  if (lines.length === 0) return { reason: "empty" };
  const units = unitsOf(matching);
  const required = Math.max(rule.min_quantity ?? 0, rule.buy_quantity + rule.get_quantity);
  return units < required ? { reason: "min_quantity", missing: required - units } : null;
}

function matches({ target_type, target_ids }: Rule, line: Line): boolean {
  if (target_type === "store") return true;
  if (target_type === "products") return target_ids.includes(line.product_id);
  const groups = target_type === "collections" ? line.collection_ids : line.category_ids;
  return groups.some((id) => target_ids.includes(id));
}

/**
 * The offer that saves the shopper most: all combinable promotions together, or one exclusive promotion. `rules` are the
 * promotions within their dates and limits; their conditions on the cart are checked here.
 */
export function bestOffer<R extends Rule>(rules: R[], cart: PricedCart): Offer<R> {
  const met = rules.filter((rule) => unmetCondition(rule, cart) === null).sort(byOrderOfApplication);
  const combinable = met.filter(({ is_combinable }) => is_combinable);
  const exclusive = met.filter(({ is_combinable }) => !is_combinable);
  const [first, ...others] = [combinable, ...exclusive.map((rule) => [rule])].map((set) => apply(set, cart));
  return others.reduce((best, offer) => (isBetter(offer, best) ? offer : best), first as Offer<R>);
}

function isBetter(offer: Offer, than: Offer): boolean {
  const differences = [
    offer.amount + offer.shipping - (than.amount + than.shipping),
    codesOf(offer) - codesOf(than),
    than.discounts.length - offer.discounts.length,
  ];
  const decisive = differences.find((difference) => difference !== 0);
  if (decisive !== undefined) return decisive > 0;
  return oldest(offer) < oldest(than);
}

const codesOf = ({ discounts }: Offer): number => discounts.filter(({ promotion }) => promotion.code !== null).length;
const oldest = ({ discounts }: Offer): string => discounts.map(({ promotion }) => promotion.id).sort()[0] ?? "";

const TARGET_ORDER: TargetType[] = ["products", "collections", "categories", "store"];
const TYPE_ORDER: DiscountType[] = ["buy_x_get_y", "percentage", "fixed_amount", "free_shipping"];

function byOrderOfApplication(one: Rule, other: Rule): number {
  return (
    TARGET_ORDER.indexOf(one.target_type) - TARGET_ORDER.indexOf(other.target_type) ||
    TYPE_ORDER.indexOf(one.discount_type) - TYPE_ORDER.indexOf(other.discount_type) ||
    (one.id < other.id ? -1 : 1)
  );
}

/** Applies the promotions one after the other, each to the amounts that the earlier ones left. */
function apply<R extends Rule>(rules: R[], cart: PricedCart): Offer<R> {
  const left = cart.lines.map(totalOf);
  let shippingLeft = cart.shipping;
  const discounts: Discount<R>[] = [];
  for (const promotion of rules) {
    const lines = lineDiscounts(promotion, cart.lines, left);
    const amount = sum(lines);
    const shipping = promotion.discount_type === "free_shipping" ? capped(promotion, shippingLeft) : 0;
    if (amount + shipping === 0) continue;
    discounts.push({ promotion, lines, amount, shipping });
    for (const [i, share] of lines.entries()) left[i] = (left[i] ?? 0) - share;
    shippingLeft -= shipping;
  }
  const lines = cart.lines.map((line, i) => totalOf(line) - (left[i] ?? 0));
  return { discounts, lines, amount: sum(lines), shipping: cart.shipping - shippingLeft };
}

/** What a promotion takes off each line, given the amount that is left of each. */
function lineDiscounts(rule: Rule, lines: Line[], left: number[]): number[] {
  const matching = left.map((amount, i) => (matches(rule, lines[i] as Line) ? amount : 0));
  const total = sum(matching);
  switch (rule.discount_type) {
    case "percentage":
      return allocate(capped(rule, proportion(total, rule.discount_value, HUNDRED_PERCENT)), matching);
    case "fixed_amount":
      return allocate(capped(rule, Math.min(rule.discount_value, total)), matching);
    case "buy_x_get_y": {
      const shares = discountedUnits(rule, lines).map((units, i) =>
        unitsDiscount(rule, lines[i] as Line, units, left[i] ?? 0),
      );
      const amount = sum(shares);
      return capped(rule, amount) < amount ? allocate(capped(rule, amount), shares) : shares;
    }
    case "free_shipping":
      return lines.map(() => 0);
  }
}

/** The number of units of each line that `buy_x_get_y` discounts: the cheapest of all that match. */
function discountedUnits(rule: Rule, lines: Line[]): number[] {
  const cheapestFirst = [...lines.entries()]
    .filter(([, line]) => matches(rule, line))
    .sort(([i, one], [j, other]) => one.price - other.price || i - j);
  const units = unitsOf(cheapestFirst.map(([, line]) => line));
  let remaining = Math.floor(units / (rule.buy_quantity + rule.get_quantity)) * rule.get_quantity;
  const taken = lines.map(() => 0);
  for (const [i, { quantity }] of cheapestFirst) {
    taken[i] = Math.min(remaining, quantity);
    remaining -= taken[i];
  }
  return taken;
}

const unitsDiscount = (rule: Rule, { quantity }: Line, units: number, left: number): number =>
  units === 0 ? 0 : proportion(left, units * rule.discount_value, quantity * HUNDRED_PERCENT);

/** Allocates `amount` in proportion to `weights`: the shares add up to `amount`, and no share exceeds its weight. */
function allocate(amount: number, weights: number[]): number[] {
  const totalWeight = sum(weights);
  if (totalWeight === 0) return weights.map(() => 0);
  let weightSoFar = 0;
  let allocated = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const share = proportion(amount, weightSoFar, totalWeight) - allocated;
    allocated += share;
    return share;
  });
}

const capped = ({ max_discount_amount }: Rule, amount: number): number =>
  max_discount_amount === null ? amount : Math.min(amount, max_discount_amount);

const totalOf = ({ price, quantity }: Line): number => price * quantity;
