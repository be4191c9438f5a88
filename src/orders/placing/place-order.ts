import { closeCart } from "../../cart/cart.ts";
import { takeStock } from "../../catalog/catalog.ts";
import { newId } from "../../core/ids.ts";
import { Problem } from "../../core/problem.ts";
import type { Account } from "../../customers/customers.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import {
  evaluate,
  parseCodes,
  type RefusedCode,
  recordUses,
  refusalInEnglish,
  snapshotDiscount,
} from "../../promotions/promotions.ts";
import { quoteShipping } from "../../shipping/shipping.ts";
import { storeZone } from "../../store/store.ts";
import { renderOrder } from "../render.ts";
import type { Order, PlaceOrder } from "../schema.ts";
import { type Buyer, readBuyer } from "./customer-details.ts";
import { newOrderNumber } from "./order-number.ts";
import { insertOrder, type LineRow, linesOf, lockLines, type NewOrderItem } from "./queries.ts";

/**
 * Turns a cart into an order (spec section 4.5): all of it or nothing, so call it in a transaction. Locks the cart
 * first, then the variants by id, then promotions by id; orders for the same things wait for each other in that order.
 * Throws `cart_not_found`, `cart_converted`, `cart_empty`, `insufficient_stock`, `coupon_not_applicable`,
 * and `invalid_value`; LostRace when a promotion is used up meanwhile, which runs it again. `actor` is who does it, for
 * the history.
 */
export async function placeOrder(
  db: SiteDb,
  customer: Pick<Account, "id"> | null,
  given: PlaceOrder,
  actor = customer ? `customer ${customer.id}` : "shopper",
): Promise<Order> {
  const buyer = readBuyer(given, db.country);
  const codes = parseCodes(given.coupon_code);
  const cart = await closeCart(db, given.cart_id);
  const customerId = customer?.id ?? cart.customer_id;

  await lockLines(db, cart.id);
  const lines = await linesOf(db, cart.id);
  refuseEmpty(lines);
  refuseShortage(lines);

  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  if (!Number.isSafeInteger(subtotal)) throw new Problem("invalid_value", "The cart costs more than can be counted.");
  const { customer_wilaya: wilaya, customer_commune: commune, delivery_method: method } = buyer;
  const delivery = await quoteShipping(db, { wilaya, commune, method, subtotal });
  const person = { customer_id: customerId, phone: buyer.customer_phone, email: buyer.customer_email };
  const { offer, refused } = await evaluate(db, { lines, shipping: delivery.cost }, codes, person);
  await refuseCoupons(db, refused);

  const id = newId();
  const shipping_cost = delivery.cost - offer.shipping;
  const order = {
    ...buyer,
    id,
    order_number: newOrderNumber(db.now),
    cart_id: cart.id,
    customer_id: customerId,
    subtotal,
    discount: offer.amount,
    shipping_cost,
    total: subtotal - offer.amount + shipping_cost,
    items_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    coupon_code: codes.length > 0 ? codes.join(",") : null,
    applied_discounts: offer.discounts.map((discount) => snapshotDiscount(discount, db)),
    wilaya_code: delivery.wilaya_code,
  };
  const items = lines.map((line, i) => orderItem(line, i, offer.lines[i] ?? 0));
  const isPlaced = await insertOrder(db, order, items, { id: newId(), actor });
  if (!isPlaced) throw new LostRace("the order number was taken");
  await takeStock(db, id, items);
  await recordUses(db, offer, id, person);
  return renderOrder(db, asPlaced(db, order, items));
}

function refuseEmpty(lines: LineRow[]): void {
  if (lines.length === 0) throw new Problem("cart_empty", "There is nothing in the cart that could be ordered.");
}

/** Names every line of which there is too little. */
function refuseShortage(lines: LineRow[]): void {
  const short = [...lines.entries()].filter(([, line]) => line.is_limited && line.quantity > line.inventory_quantity);
  const [first] = short;
  if (!first) return;
  const available = ({ inventory_quantity }: LineRow) => Math.max(0, inventory_quantity);
  const detail = short
    .map(([, line]) => `Only ${available(line)} of "${line.product_name}" can be ordered, not ${line.quantity}.`)
    .join(" ");
  throw new Problem("insufficient_stock", detail, {
    errors: short.map(([i, line]) => ({ path: `items.${i}.quantity`, message: `must be <= ${available(line)}` })),
    extra: {
      available: available(first[1]),
      lines: short.map(([, line]) => ({
        item_id: line.id,
        product_id: line.product_id,
        variant_id: line.options.length > 0 ? line.variant_id : null,
        product_name: line.product_name,
        requested: line.quantity,
        available: available(line),
      })),
    },
  });
}

async function refuseCoupons(db: SiteDb, refused: RefusedCode[]): Promise<void> {
  if (refused.length === 0) return;
  const zone = await storeZone(db);
  const sentences = refused.map(({ code, refusal }) => refusalInEnglish(refusal, code, db, zone));
  throw new Problem("coupon_not_applicable", sentences.join(" "), {
    errors: sentences.map((message) => ({ path: "coupon_code", message })),
  });
}

const orderItem = (line: LineRow, i: number, discount: number): NewOrderItem => ({
  id: line.id,
  position: i + 1,
  product_id: line.product_id,
  variant_id: line.variant_id,
  product_name: line.product_name,
  product_slug: line.product_slug,
  product_image: line.product_image,
  variant_title: line.variant_title,
  variant_options: line.options.map(({ name }) => [name, line.option_values[name] ?? ""]),
  sku: line.sku,
  price: line.price,
  compare_at_price: line.compare_at_price,
  quantity: line.quantity,
  subtotal: line.price * line.quantity,
  discount,
});

/** The order as a reader would find it, without reading it again. */
const asPlaced = <O extends Buyer>({ currency, now }: SiteDb, order: O, items: NewOrderItem[]) => ({
  ...order,
  status: "pending" as const,
  payment_status: "unpaid" as const,
  currency,
  carrier: null,
  tracking_number: null,
  items,
  history: [{ status: "pending" as const, payment_status: "unpaid" as const, at: now }],
  created_at: now,
  updated_at: now,
});
