import { isId, newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { type Claim, customerIfAny } from "../customers/customers.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import { deleteExpiredKeys } from "../idempotency/idempotency.ts";
import {
  addQuantity,
  bumpCart,
  type CartRow,
  convertCart,
  deleteExpired,
  deleteItem,
  findCart,
  findChoice,
  type ItemRow,
  insertCart,
  itemsOf,
  orderedItemsOf,
  setQuantity,
} from "./queries.ts";
import { renderCart, sellable, subtotalOf } from "./render.ts";
import { type AddItem, type Cart, type ChangeItem, MAX_LINES, MAX_QUANTITY } from "./schema.ts";

export { MAX_QUANTITY } from "./schema.ts";

/**
 * Makes an empty cart, of the customer if one is signed in (spec section 4.4). Shoppers come all the time, so this is
 * also where a few forgotten carts and old idempotency keys are cleared away.
 */
export async function createCart(db: SiteDb, claim: Claim | null): Promise<Cart> {
  const customer = await customerIfAny(db, claim);
  await deleteExpired(db);
  await deleteExpiredKeys(db);
  const cart = await insertCart(db, newId(), customer?.id ?? null);
  if (!cart) throw new Error("an insert returned nothing");
  return renderCart(db, cart, []);
}

/** Throws `cart_not_found`, for an expired cart too. */
export async function showCart(db: SiteDb, cartId: string): Promise<Cart> {
  const cart = isId(cartId) ? await findCart(db, cartId) : undefined;
  if (!cart) throw noCart();
  const items = cart.status === "converted" ? await orderedItemsOf(db, cart.id) : await itemsOf(db, cart.id);
  return renderCart(db, cart, items);
}

/**
 * Puts a product into a cart; what is there already becomes more. Stock is looked at here, and taken only by the order.
 * Throws `cart_not_found`, `cart_converted`, `product_not_found`, `variant_not_found`, `variant_required`,
 * `quantity_out_of_range`, `insufficient_stock` and `cart_full`.
 */
export async function addItem(db: SiteDb, claim: Claim | null, cartId: string, item: AddItem): Promise<Cart> {
  const cart = await openCart(db, claim, cartId);
  const variant_id = await chooseVariant(db, item);
  const added = await addQuantity(
    db,
    { id: newId(), cart_id: cart.id, variant_id, quantity: item.quantity },
    MAX_QUANTITY,
  );
  if (!added) throw new Problem("quantity_out_of_range", `A cart holds at most ${MAX_QUANTITY} of one thing.`);
  const items = await itemsOf(db, cart.id);
  if (!items.some(({ id }) => id === added.id)) throw new LostRace("the product was hidden meanwhile");
  if (items.length > MAX_LINES) throw new Problem("cart_full", `A cart holds at most ${MAX_LINES} different things.`);
  return checked(db, cart, items, added.id);
}

/** On a cart's path 404 means the cart: published clients drop their cart when they get one. */
const IN_BODY = { status: 400 };

async function chooseVariant(db: SiteDb, { product_id, variant_id }: AddItem): Promise<string> {
  const wanted = variant_id ?? null;
  const choice = isId(product_id)
    ? await findChoice(db, product_id, wanted !== null && isId(wanted) ? wanted : null)
    : undefined;
  if (!choice) throw new Problem("product_not_found", "This store has no such product.", IN_BODY);
  if (choice.has_options && wanted === null) {
    throw new Problem("variant_required", "The product comes in variants: send the variant_id of one.", {
      errors: [{ path: "variant_id", message: "is required" }],
    });
  }
  if (choice.variant_id === null || (wanted !== null && wanted.toLowerCase() !== choice.variant_id)) {
    throw new Problem("variant_not_found", "The product has no such variant.", IN_BODY);
  }
  return choice.variant_id;
}

/** Throws `cart_not_found`, `cart_converted`, `cart_item_not_found` and `insufficient_stock`. */
export async function changeItem(
  db: SiteDb,
  claim: Claim | null,
  path: { cart_id: string; item_id: string },
  { quantity }: ChangeItem,
): Promise<Cart> {
  const cart = await openCart(db, claim, path.cart_id);
  const changed = isId(path.item_id) ? await setQuantity(db, cart.id, path.item_id, quantity) : undefined;
  if (!changed) throw noItem();
  return checked(db, cart, await itemsOf(db, cart.id), changed.id);
}

/** Throws `cart_not_found`, `cart_converted` and `cart_item_not_found`. */
export async function removeItem(
  db: SiteDb,
  claim: Claim | null,
  path: { cart_id: string; item_id: string },
): Promise<Cart> {
  const cart = await openCart(db, claim, path.cart_id);
  const removed = isId(path.item_id) ? await deleteItem(db, cart.id, path.item_id) : undefined;
  if (!removed) throw noItem();
  return renderCart(db, cart, await itemsOf(db, cart.id));
}

/** The cart, locked for a change of it. A signed-in customer's cart becomes theirs. */
async function openCart(db: SiteDb, claim: Claim | null, cartId: string): Promise<CartRow> {
  const customer = await customerIfAny(db, claim);
  const cart = isId(cartId) ? await bumpCart(db, cartId, customer?.id ?? null) : undefined;
  return cart ?? refuseClosed(db, cartId);
}

/** Locks a cart and makes it one that became an order. Throws `cart_not_found` and `cart_converted`. */
export async function closeCart(db: SiteDb, cartId: string): Promise<CartRow> {
  const cart = isId(cartId) ? await convertCart(db, cartId) : undefined;
  return cart ?? refuseClosed(db, cartId);
}

async function refuseClosed(db: SiteDb, cartId: string): Promise<never> {
  const cart = isId(cartId) ? await findCart(db, cartId) : undefined;
  if (!cart) throw noCart();
  throw new Problem("cart_converted", "This cart is an order already; make a new cart.");
}

/** The cart after a change of one item, if there is enough of it. */
function checked(db: SiteDb, cart: CartRow, items: ItemRow[], itemId: string): Cart {
  const item = items.find(({ id }) => id === itemId);
  if (!item) throw noItem();
  const available = sellable(item);
  if (available !== null && item.quantity > available) {
    throw new Problem("insufficient_stock", `Only ${available} of "${item.product_name}" can be ordered.`, {
      errors: [{ path: "quantity", message: `must be <= ${available}` }],
      extra: { available },
    });
  }
  if (!Number.isSafeInteger(subtotalOf(items))) {
    throw new Problem("quantity_out_of_range", "The cart would cost more than can be counted.");
  }
  return renderCart(db, cart, items);
}

const noCart = () => new Problem("cart_not_found", "This store has no such cart; it may have expired.");
const noItem = () => new Problem("cart_item_not_found", "The cart has no such item.");
