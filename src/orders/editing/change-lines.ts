import { MAX_LINES, MAX_QUANTITY } from "../../cart/cart.ts";
import { lockVariantRefs } from "../../catalog/catalog.ts";
import { newId } from "../../core/ids.ts";
import { sayInEnglish } from "../../core/messages/messages.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import { readAmount } from "../../core/read-amount.ts";
import type { SiteDb } from "../../db/database.ts";
import type { OrderItemRow, OrderRow } from "../queries.ts";
import { findSaleVariants, type SaleVariant } from "./queries.ts";

/**
 * A change of an order's lines. `line` alone changes a line's quantity or price (quantity 0 removes it); `item` alone adds a
 * variant; both replace the variant of a line. `price` is in major units.
 */
export interface LineRequest {
  /** A line's id, or its SKU. */
  line?: string | undefined;
  /** A variant's id or SKU, or the id, slug or SKU of a product without options. */
  item?: string | undefined;
  quantity?: number | undefined;
  price?: number | undefined;
}

/** A line of an order after a change, without its discount; amounts are minor units. */
export type Line = Omit<OrderItemRow, "subtotal" | "discount" | "returned_quantity"> & {
  /** Its quantity before; 0 for a new one. */
  was: number;
};

/**
 * The lines of an order after these changes, removed ones included with quantity 0. Lines that were there keep their price;
 * what is added has today's. Locks the variants whose stock moves. Throws `invalid_value`, `variant_not_found`,
 * `variant_required`, `cart_full`, `cart_empty` and `insufficient_stock`.
 */
export async function changeLines(db: SiteDb, order: OrderRow, requests: LineRequest[]): Promise<Line[]> {
  const targets = requests.map((request, i) => requireTarget(order.items, request, i));
  requireOnce(targets);
  const refs = requests.flatMap(({ item }) => (item === undefined ? [] : [item]));
  const touched = targets.flatMap((line) => (line ? [line.variant_id] : []));
  const added = await lockVariantRefs(db, refs, touched);
  const variants = await findSaleVariants(db, [...touched, ...added.map(({ id }) => id)]);
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const idOf = new Map(refs.map((ref, i) => [ref, added[i]?.id ?? ""]));

  const lines = order.items.map((line): Line => ({ ...line, was: line.quantity }));
  for (const [i, request] of requests.entries()) {
    const line = lines.find(({ id }) => id === targets[i]?.id);
    const price =
      request.price === undefined ? undefined : readAmount(`items.${i}.price`, request.price, order.currency);
    if (request.item === undefined) {
      if (line) changeLine(line, request.quantity, price);
      continue;
    }
    const variant = requirePublished(byId.get(idOf.get(request.item) ?? ""), i);
    const quantity = request.quantity ?? line?.quantity ?? 1;
    if (line) {
      if (line.variant_id === variant.id) throw invalidValue(`items.${i}.item`, "is the variant that the line has");
      line.quantity = 0;
    }
    addVariant(lines, variant, quantity, price);
  }
  requireSizes(lines);
  requireStock(lines, variants);
  return lines;
}

function changeLine(line: Line, quantity = line.quantity, price = line.price): void {
  line.quantity = quantity;
  line.price = price;
}

/** Adds to the line of this variant that has this price, else as a new line. */
function addVariant(lines: Line[], variant: SaleVariant, quantity: number, price = variant.price): void {
  const same = lines.find((line) => line.variant_id === variant.id && line.price === price && line.quantity > 0);
  if (same) same.quantity += quantity;
  else lines.push(newLine(variant, quantity, price));
}

const newLine = (variant: SaleVariant, quantity: number, price: number): Line => ({
  id: newId(),
  product_id: variant.product_id,
  variant_id: variant.id,
  product_name: variant.product_name,
  product_slug: variant.product_slug,
  product_image: variant.product_image,
  variant_title: variant.variant_title,
  variant_options: variant.options.map(({ name }) => [name, variant.option_values[name] ?? ""]),
  sku: variant.sku,
  price,
  compare_at_price: variant.compare_at_price,
  quantity,
  was: 0,
});

/** The line that a request names; undefined when it only adds. */
function requireTarget(lines: OrderItemRow[], { line: ref, item, ...given }: LineRequest, i: number) {
  if (ref === undefined) {
    if (item === undefined) throw invalidValue(`items.${i}`, "must have line, item, or both");
    requireUnits(given.quantity, i);
    return undefined;
  }
  if (item !== undefined) requireUnits(given.quantity, i);
  if (item === undefined && given.quantity === undefined && given.price === undefined) {
    throw invalidValue(`items.${i}`, "must have a quantity, a price or an item beside line");
  }
  const found = lines.filter(({ id, sku }) => id === ref || sku === ref);
  const [line, ...others] = found;
  if (line && others.length === 0) return line;
  const named = (line ? found : lines).map(
    ({ id, sku, product_name }) => `${line ? id : (sku ?? id)} (${product_name})`,
  );
  throw invalidValue(
    `items.${i}.line`,
    `${line ? "means several lines of the order; name one by its id" : "is no line of the order; it has"}: ${named.slice(0, 20).join(", ")}`,
  );
}

function requireUnits(quantity: number | undefined, i: number): void {
  if (quantity === 0) throw invalidValue(`items.${i}.quantity`, "must be >= 1 for an added item");
}

/** Throws `invalid_value` for a line that several requests name: the last one would win, or replace nothing. */
function requireOnce(targets: (OrderItemRow | undefined)[]): void {
  const i = targets.findIndex((line, at) => line && targets.indexOf(line) < at);
  if (i >= 0) throw invalidValue(`items.${i}.line`, "is named twice; send one entry for the line");
}

function requirePublished(variant: SaleVariant | undefined, i: number): SaleVariant {
  if (variant?.is_published) return variant;
  throw invalidValue(`items.${i}.item`, "is not published; products_set_status publishes it");
}

/** Throws `cart_empty`, `cart_full`, and `invalid_value` for too many units of a line. */
export function requireSizes(lines: Line[]): void {
  const kept = lines.filter(({ quantity }) => quantity > 0);
  if (kept.length === 0) throw new Problem("cart_empty", "An order keeps one line at least; orders_cancel cancels it.");
  if (kept.length > MAX_LINES) throw new Problem("cart_full", `An order has at most ${MAX_LINES} lines.`);
  const large = kept.find(({ quantity }) => quantity > MAX_QUANTITY);
  if (large) throw invalidValue("items", `must not make more than ${MAX_QUANTITY} of "${large.product_name}"`);
}

/** Throws `insufficient_stock` with every variant of which more is added than there is. */
export function requireStock(lines: Line[], found: SaleVariant[]): void {
  const variants = new Map(found.map((variant) => [variant.id, variant]));
  const taken = new Map<string, number>();
  for (const { variant_id, quantity, was } of lines) {
    taken.set(variant_id, (taken.get(variant_id) ?? 0) + quantity - was);
  }
  const short = [...taken].flatMap(([id, more]) => {
    const variant = variants.get(id);
    const available = variant ? Math.max(0, variant.inventory_quantity) : 0;
    const isShort = more > 0 && (!variant || (variant.is_limited && more > available));
    const name = lines.find(({ variant_id }) => variant_id === id)?.product_name ?? "";
    return isShort ? [{ variant_id: id, product_name: name, requested: more, available }] : [];
  });
  if (short.length === 0) return;
  const sentences = short.map(({ variant_id, product_name, available }) => {
    if (!variants.has(variant_id)) return `"${product_name}" was deleted.`;
    return available === 0
      ? sayInEnglish((say) => say.cart.inStock(0, product_name))
      : `Only ${available} more of "${product_name}" can be sold.`;
  });
  throw new Problem("insufficient_stock", sentences.join(" "), {
    errors: short.map(({ available }) => ({ path: "items", message: `must add <= ${available}` })),
    extra: { available: short[0]?.available, lines: short },
  });
}
