import type { Line, PricedCart, Rule } from "../../src/promotions/types.ts";

/**
 * A second, simple and slow implementation of the rules of docs/promotions.md, to compare results with. It counts units
 * one by one, calculates exact fractions with BigInt, and tries every allowed choice of promotions.
 */
export interface OracleOffer {
  discounts: { id: string; lines: bigint[]; shipping: bigint }[];
  lines: bigint[];
  shipping: bigint;
}

export function oracleOffer(rules: Rule[], cart: PricedCart): OracleOffer {
  const applicable = rules.filter((rule) => isApplicable(rule, cart));
  const choices = [
    applicable.filter((rule) => rule.is_combinable),
    ...applicable.filter((rule) => !rule.is_combinable).map((rule) => [rule]),
  ];
  const offers = choices.map((choice) => applyRules(choice, cart));
  offers.sort((one, other) => compare(other, one, rules));
  return offers[0] as OracleOffer;
}

const total = (amounts: bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
const saved = (offer: OracleOffer): bigint => total(offer.lines) + offer.shipping;

/** Returns a positive number when the first offer is better. */
function compare(one: OracleOffer, other: OracleOffer, rules: Rule[]): number {
  if (saved(one) !== saved(other)) return saved(one) > saved(other) ? 1 : -1;
  const codes = (offer: OracleOffer) =>
    offer.discounts.filter(({ id }) => rules.find((rule) => rule.id === id)?.code != null).length;
  if (codes(one) !== codes(other)) return codes(one) - codes(other);
  if (one.discounts.length !== other.discounts.length) return other.discounts.length - one.discounts.length;
  const oldest = (offer: OracleOffer) => offer.discounts.map(({ id }) => id).reduce((a, b) => (a < b ? a : b), "~");
  return oldest(one) < oldest(other) ? 1 : oldest(one) > oldest(other) ? -1 : 0;
}

function isTarget(rule: Rule, line: Line): boolean {
  const ids = {
    store: null,
    products: [line.product_id],
    collections: line.collection_ids,
    categories: line.category_ids,
  };
  const own = ids[rule.target_type];
  return own === null || own.filter((id) => new Set(rule.target_ids).has(id)).length > 0;
}

function isApplicable(rule: Rule, cart: PricedCart): boolean {
  const mine = cart.lines.filter((line) => isTarget(rule, line));
  const subtotal = total(cart.lines.map(({ price, quantity }) => BigInt(price) * BigInt(quantity)));
  const units = mine.reduce((sum, { quantity }) => sum + quantity, 0);
  if (mine.length === 0) return false;
  if (rule.min_order_amount !== null && subtotal < BigInt(rule.min_order_amount)) return false;
  if (rule.min_quantity !== null && units < rule.min_quantity) return false;
  return rule.discount_type !== "buy_x_get_y" || units >= rule.buy_quantity + rule.get_quantity;
}

const TARGETS = ["products", "collections", "categories", "store"];
const TYPES = ["buy_x_get_y", "percentage", "fixed_amount", "free_shipping"];
const rank = ({ target_type, discount_type, id }: Rule): string =>
  `${TARGETS.indexOf(target_type)}${TYPES.indexOf(discount_type)}${id}`;

function applyRules(rules: Rule[], cart: PricedCart): OracleOffer {
  let remaining = cart.lines.map(({ price, quantity }) => BigInt(price) * BigInt(quantity));
  let shipping = BigInt(cart.shipping);
  const discounts: OracleOffer["discounts"] = [];
  for (const rule of [...rules].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))) {
    const lines = lineDiscounts(rule, cart.lines, remaining);
    const off = rule.discount_type === "free_shipping" ? capped(rule, shipping) : 0n;
    if (total(lines) === 0n && off === 0n) continue;
    discounts.push({ id: rule.id, lines, shipping: off });
    remaining = remaining.map((amount, i) => amount - (lines[i] ?? 0n));
    shipping -= off;
  }
  const all = cart.lines.map((_, i) => total(discounts.map(({ lines }) => lines[i] ?? 0n)));
  return { discounts, lines: all, shipping: total(discounts.map((discount) => discount.shipping)) };
}

const capped = ({ max_discount_amount: cap }: Rule, amount: bigint): bigint =>
  cap !== null && BigInt(cap) < amount ? BigInt(cap) : amount;

function lineDiscounts(rule: Rule, lines: Line[], remaining: bigint[]): bigint[] {
  const base = lines.map((line, i) => (isTarget(rule, line) ? (remaining[i] ?? 0n) : 0n));
  if (rule.discount_type === "percentage") {
    return share(capped(rule, halfUp(total(base) * BigInt(rule.discount_value), 10_000n)), base);
  }
  if (rule.discount_type === "fixed_amount") {
    const value = BigInt(rule.discount_value);
    return share(capped(rule, value < total(base) ? value : total(base)), base);
  }
  if (rule.discount_type === "free_shipping") return lines.map(() => 0n);
  const discounted = discountedUnits(rule, lines);
  const off = lines.map(({ quantity }, i) =>
    halfUp((remaining[i] ?? 0n) * BigInt(discounted[i] ?? 0) * BigInt(rule.discount_value), BigInt(quantity) * 10_000n),
  );
  return capped(rule, total(off)) === total(off) ? off : share(capped(rule, total(off)), off);
}

/** Counts the discounted units of each line: `y` of each `x + y` units in the cart, cheapest units first. */
function discountedUnits(rule: Rule, lines: Line[]): number[] {
  const units = lines.flatMap((line, i) =>
    isTarget(rule, line) ? Array.from({ length: line.quantity }, () => ({ i, price: line.price })) : [],
  );
  units.sort((one, other) => one.price - other.price || one.i - other.i);
  let deals = 0;
  for (
    let rest = units.length;
    rest >= rule.buy_quantity + rule.get_quantity;
    rest -= rule.buy_quantity + rule.get_quantity
  ) {
    deals++;
  }
  const discounted = units.slice(0, deals * rule.get_quantity);
  return lines.map((_, i) => discounted.filter((unit) => unit.i === i).length);
}

/** Rounds a fraction half up. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const rest = numerator - whole * denominator;
  return rest + rest >= denominator ? whole + 1n : whole;
}

/** Distributes an amount by weights: each share is the rounded cumulative amount, less the previous shares. */
function share(amount: bigint, weights: bigint[]): bigint[] {
  const all = total(weights);
  const due = weights.map((_, i) => (all === 0n ? 0n : halfUp(amount * total(weights.slice(0, i + 1)), all)));
  return due.map((so_far, i) => so_far - (due[i - 1] ?? 0n));
}
