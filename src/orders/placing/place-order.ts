import { closeCart, requireCartId } from "../../cart/cart.ts";
import { takeStock } from "../../catalog/catalog.ts";
import type { Actor } from "../../core/actor.ts";
import { newId } from "../../core/ids.ts";
import { inSuccession, type Messages, type Sentence } from "../../core/messages/messages.ts";
import { Problem } from "../../core/problem.ts";
import { SEES_PEOPLE } from "../../core/scopes.ts";
import { subtotalOf, unitsOf } from "../../core/sums.ts";
import type { Account } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import {
  type Candidate,
  evaluate,
  findCandidates,
  isForEverybody,
  parseCodes,
  type RefusedCode,
  recordUses,
  refusalTexts,
  snapshotDiscount,
} from "../../promotions/promotions.ts";
import { findShippingQuote } from "../../shipping/shipping.ts";
import { storeZone } from "../../store/store.ts";
import { amountsOf } from "../amounts.ts";
import { renderStored, type StoredOrder, storedOrder } from "../render.ts";
import type { PlaceOrder } from "../schema.ts";
import { type CustomerDetails, readCustomerDetails } from "./customer-details.ts";
import { newOrderNumber } from "./order-number.ts";
import { insertOrder, type LineRow, lockLines, type NewOrderItem, takeLines } from "./queries.ts";

/** Who places an order. */
interface Placing {
  /** Who places it for a shopper. */
  merchant?: Merchant;
  /** The shopper's language, BCP 47; default the store's. */
  locale?: string;
}

/** A merchant who places an order for a shopper. */
export interface Merchant {
  /** For the history. */
  actor: Actor;
  /** False: promotions that are limited per customer are left out, because they would tell what the shopper has bought. */
  seesPeople: boolean;
}

/**
 * Converts a cart to an order. Call it in a transaction: an order is placed as a whole or not at all.
 * Locks the cart first, then the variants by id, then the promotions by id, so that concurrent orders do not deadlock.
 * `renderStored` makes an answer of the order. Throws `cart_not_found`, `cart_converted`,
 * `order_refused`, `cart_empty`, `insufficient_stock`, `coupon_not_applicable` and `invalid_value`; LostRace when another order takes a promotion's last use, which runs the
 * transaction again.
 */
export async function placeOrder(
  db: SiteDb,
  customer: Pick<Account, "id"> | null,
  given: PlaceOrder,
  { merchant, locale }: Placing = {},
): Promise<StoredOrder> {
  const details = readCustomerDetails(given, db.country);
  const codes = parseCodes(given.coupon_code);
  const { cart, lines, quoteFor, buyer, promotions } = await takeCart(db, customer, given.cart_id, details, {
    codes,
    seesPeople: merchant?.seesPeople ?? true,
  });
  if (cart.refuses_phone && merchant === undefined) throw refusedOrder();
  requireLines(lines);
  requireStock(lines);

  const subtotal = subtotalOf(lines);
  if (!Number.isSafeInteger(subtotal)) throw new Problem("invalid_value", (say) => say.cart.tooExpensive);
  const delivery = quoteFor(subtotal);
  const { offer, refused } = evaluate(db, { lines, shipping: delivery.cost }, codes, promotions);
  await requireNoRefusal(db, refused);

  const id = newId();
  const amounts = amountsOf(
    { subtotal, discount: offer.amount, shipping_cost: delivery.cost - offer.shipping },
    { cashRounding: cart.cash_rounding, payment_method: details.payment_method },
  );
  const order = {
    ...details,
    id,
    order_number: newOrderNumber(db.now),
    cart_id: cart.id,
    customer_id: buyer.customer_id,
    ...amounts,
    items_count: unitsOf(lines),
    coupon_code: codes.length > 0 ? codes.join(",") : null,
    applied_discounts: offer.discounts.map((discount) => snapshotDiscount(discount, db)),
    wilaya_code: delivery.wilaya_code,
    locale: locale ?? null,
  };
  const items = lines.map((line, i) => orderItem(line, i, offer.lines[i] ?? 0));
  const actor = merchant?.actor ?? (customer ? `customer ${customer.id}` : "shopper");
  await Promise.all([
    insertOrder(db, order, items, { id: newId(), actor }),
    takeStock(db, id, items),
    recordUses(db, offer, id, buyer),
  ]);
  const placed = storedOrder(db, withStoredFields(db, order, items));
  db.happened({ type: "orders.placed", thing: { kind: "order", id }, actor, data: renderStored(db, placed) });
  return placed;
}

/**
 * Closes a cart, locks its variants, removes its lines and reads all that an order needs, in one round trip. So all of it
 * also happens to a cart that is not open; then the transaction is rolled back. Throws `cart_not_found` and
 * `cart_converted`.
 */
async function takeCart(
  db: SiteDb,
  customer: Pick<Account, "id"> | null,
  cartId: string,
  details: CustomerDetails,
  { codes, seesPeople }: { codes: string[]; seesPeople: boolean },
) {
  requireCartId(cartId);
  const { customer_wilaya: wilaya, customer_commune: commune, delivery_method: method } = details;
  const signedIn = { customer_id: customer?.id ?? null, phone: details.customer_phone, email: details.customer_email };
  const [cart, , lines, quoteFor, promotions] = await Promise.all([
    closeCart(db, cartId, details.customer_phone),
    lockLines(db, cartId),
    takeLines(db, cartId),
    findShippingQuote(db, { wilaya, commune, method }),
    findCandidates(db, codes, signedIn),
  ]);
  const taken = { cart, lines, quoteFor };
  if (!seesPeople) return { ...taken, buyer: signedIn, promotions: withoutLimitedPerCustomer(promotions) };
  if (customer || !cart.customer_id) return { ...taken, buyer: signedIn, promotions };
  // A guest orders the cart of a customer: the customer's orders count for limits per customer.
  const buyer = { ...signedIn, customer_id: cart.customer_id };
  return { ...taken, buyer, promotions: await findCandidates(db, codes, buyer) };
}

/** Throws `coupon_not_applicable` when one of them is a coupon, which was asked for. */
function withoutLimitedPerCustomer(promotions: Candidate[]): Candidate[] {
  const coupon = promotions.find((promotion) => promotion.code !== null && !isForEverybody(promotion));
  if (coupon) {
    const message = `is limited per customer, which needs the scope ${SEES_PEOPLE} to check`;
    throw new Problem(
      "coupon_not_applicable",
      `${coupon.code} ${message}. Leave it out, or use a key with this scope.`,
      { errors: [{ path: "coupon_code", message }], extra: { allowed: [SEES_PEOPLE] } },
    );
  }
  return promotions.filter(isForEverybody);
}

/** Says no more: a person who is told why tries another number. */
const refusedOrder = () => new Problem("order_refused", (say) => say.order.refused);

function requireLines(lines: LineRow[]): void {
  if (lines.length === 0) throw new Problem("cart_empty", (say) => say.cart.empty);
}

/** Throws `insufficient_stock` with every line whose quantity exceeds the stock. */
function requireStock(lines: LineRow[]): void {
  const short = [...lines.entries()].filter(([, line]) => line.is_limited && line.quantity > line.inventory_quantity);
  const [first] = short;
  if (!first) return;
  const available = ({ inventory_quantity }: LineRow) => Math.max(0, inventory_quantity);
  const faults = short.map(([i, line]) => ({
    path: `items.${i}.quantity`,
    message: `must be <= ${available(line)}`,
    sentence: (say: Messages) => say.order.inStock(available(line), line.product_name, line.quantity),
  }));
  throw new Problem("insufficient_stock", inSuccession(faults.map(({ sentence }) => sentence)), {
    errors: faults,
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

async function requireNoRefusal(db: SiteDb, refused: RefusedCode[]): Promise<void> {
  if (refused.length === 0) return;
  const zone = storeZone(db);
  const sentences = refused.map(
    (_, i): Sentence =>
      (_, { locale }) =>
        refusalTexts(refused, { ...db, locale }, zone)[i] ?? "",
  );
  throw new Problem("coupon_not_applicable", inSuccession(sentences), {
    errors: sentences.map((sentence) => ({ path: "coupon_code", sentence })),
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

/** The order with the fields that the database sets, so that it need not be read again. */
const withStoredFields = <O extends CustomerDetails>({ currency, now }: SiteDb, order: O, items: NewOrderItem[]) => ({
  ...order,
  status: "pending" as const,
  payment_status: "unpaid" as const,
  currency,
  carrier: null,
  tracking_number: null,
  tracking_template: null,
  shipping_is_set: false,
  returned_amount: 0,
  refunded_amount: 0,
  collected_amount: null,
  remitted_amount: null,
  remitted_at: null,
  reason: null,
  items: items.map((item) => ({ ...item, returned_quantity: 0 })),
  history: [{ status: "pending" as const, payment_status: "unpaid" as const, at: now }],
  created_at: now,
  updated_at: now,
});
