import { isId, newId } from "../core/ids.ts";
import { invalidValue, Problem } from "../core/problem.ts";
import { subtotalOf } from "../core/sums.ts";
import { type Claim, customerIfValid } from "../customers/customers.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import {
  addVariant,
  type CartItemRow,
  type CartLines,
  type CartRow,
  type ConvertedCartRow,
  cartExpiry,
  deleteItem,
  findCart,
  findChoice,
  findLines,
  findOrderedItems,
  insertCart,
  insertItems,
  markCartConverted,
  type NewItem,
  renewOpenCart,
  setQuantity,
} from "./queries.ts";
import { availableQuantity, renderCart } from "./render.ts";
import { type AddItem, type Cart, type ChangeItem, MAX_LINES, MAX_QUANTITY } from "./schema.ts";

export { tellOfLeftCarts } from "./left-carts.ts";
export { detachCarts, findLinesOfCustomer } from "./queries.ts";
export { MAX_LINES, MAX_QUANTITY } from "./schema.ts";

/** Creates an empty cart; it belongs to the customer when one is signed in. */
export async function createCart(db: SiteDb, claim: Claim | null): Promise<Cart> {
  const customer = await customerIfValid(db, claim);
  const cart = {
    id: newId(),
    customer_id: customer?.id ?? null,
    status: "open" as const,
    created_at: db.now,
    updated_at: db.now,
    expires_at: cartExpiry(db),
  };
  insertCart(db, cart);
  return renderCart(db, cart, { items: [], unavailable: [] });
}

/** The cart with live prices; undefined once it is converted. Throws `cart_not_found`, also for an expired cart. */
export async function showOpenCart(db: SiteDb, cartId: string): Promise<Cart | undefined> {
  requireCartId(cartId);
  const lines = await findLines(db, cartId); // before the status: an order that is placed in between removes them
  const cart = await requireCart(db, cartId);
  return cart.status === "open" ? renderCart(db, cart, lines) : undefined;
}

/** A converted cart with what was ordered. Call it in a transaction: plain reads see no orders. Throws `cart_not_found`. */
export async function showConvertedCart(db: SiteDb, cartId: string): Promise<Cart> {
  const cart = await requireCart(db, cartId);
  return renderCart(db, cart, { items: await findOrderedItems(db, cart.id), unavailable: [] });
}

/**
 * Creates a cart with these variants, and returns its id. A variant may come in several lines.
 * Stock is checked here, and taken only by the order. Throws for the first line at fault, with its path in `items`:
 * `invalid_value` when the product is not published, `quantity_out_of_range` and `insufficient_stock`.
 */
export async function createFilledCart(db: SiteDb, lines: { variant_id: string; quantity: number }[]): Promise<string> {
  const { id: cartId } = await createCart(db, null);
  const sums = new Map<string, number>();
  for (const { variant_id, quantity } of lines) sums.set(variant_id, (sums.get(variant_id) ?? 0) + quantity);
  const capped = [...sums].map(([variant_id, sum]) => ({
    id: newId(),
    variant_id,
    quantity: Math.min(sum, MAX_QUANTITY),
  }));
  const [, { items }] = await Promise.all([insertItems(db, cartId, capped), findLines(db, cartId)]);
  requireLines(lines, items);
  return cartId;
}

function requireLines(lines: { variant_id: string; quantity: number }[], items: CartItemRow[]): void {
  const sums = new Map<string, number>();
  for (const [i, { variant_id, quantity }] of lines.entries()) {
    const item = items.find((one) => one.variant_id === variant_id);
    if (!item) throw invalidValue(`items.${i}.item`, "is not published; products_set_status publishes it");
    const sum = (sums.get(variant_id) ?? 0) + quantity;
    sums.set(variant_id, sum);
    if (sum > MAX_QUANTITY) throw tooMany();
    requireInStock(item, sum, `items.${i}.quantity`);
  }
}

async function requireCart(db: SiteDb, cartId: string): Promise<CartRow> {
  const cart = isId(cartId) ? await findCart(db, cartId) : undefined;
  if (!cart) throw noCart();
  return cart;
}

/**
 * Adds a product to a cart; when the cart has it already, adds to its quantity. Stock is checked here, and taken only by
 * the order. Throws `cart_not_found`, `cart_converted`, `product_not_found`, `variant_not_found`, `variant_required`,
 * `quantity_out_of_range`, `insufficient_stock` and `cart_full`.
 */
export async function addItem(db: SiteDb, claim: Claim | null, cartId: string, item: AddItem): Promise<Cart> {
  const chosen = isId(item.product_id) ? newItem(cartId, item) : undefined;
  const [cart, added, lines] = await changeOpenCart(
    db,
    claim,
    cartId,
    async () => chosen && addVariant(db, chosen, MAX_QUANTITY),
  );
  if (!added) return refuseItem(db, chosen);
  if (!lines.items.some(({ id }) => id === added.id)) throw new LostRace("the product was unpublished meanwhile");
  if (lines.items.length + lines.unavailable.length > MAX_LINES)
    throw new Problem("cart_full", (say) => say.cart.full(MAX_LINES));
  return renderInStock(db, cart, lines, added.id);
}

/** Stands for the id of a variant that is no id: no variant has it. */
const NO_VARIANT = "00000000-0000-0000-0000-000000000000";

function newItem(cart_id: string, { product_id, variant_id = null, quantity }: AddItem): NewItem {
  const chosen = variant_id === null || isId(variant_id) ? variant_id : NO_VARIANT;
  return { id: newId(), cart_id, product_id, variant_id: chosen, quantity };
}

/** Overrides 404 for a product or variant: on a cart's path published clients take 404 for a missing cart, and drop it. */
const IN_BODY = { status: 400 };

/** Throws why nothing was added of `item`; undefined: its product has no id. */
async function refuseItem(db: SiteDb, item: NewItem | undefined): Promise<never> {
  const choice = item && (await findChoice(db, item));
  if (!choice) throw new Problem("product_not_found", (say) => say.cart.noProduct, IN_BODY);
  if (choice.has_options && item.variant_id === null) {
    throw new Problem("variant_required", (say) => say.cart.chooseVariant, {
      errors: [{ path: "variant_id" }],
    });
  }
  if (choice.variant_id === null) {
    throw new Problem("variant_not_found", (say) => say.cart.noVariant, IN_BODY);
  }
  if (choice.quantity + item.quantity > MAX_QUANTITY) throw tooMany();
  throw new LostRace("the product was published meanwhile");
}

/**
 * Sets the quantity of an item. Throws `cart_not_found`, `cart_converted`, `cart_item_not_found`, `item_unavailable`,
 * `insufficient_stock` and `quantity_out_of_range`.
 */
export async function changeItem(
  db: SiteDb,
  claim: Claim | null,
  path: { cart_id: string; item_id: string },
  { quantity }: ChangeItem,
): Promise<Cart> {
  const [cart, changed, lines] = await changeOpenCart(db, claim, path.cart_id, async () =>
    isId(path.item_id) ? setQuantity(db, path.cart_id, path.item_id, quantity) : undefined,
  );
  if (!changed) throw noItem();
  const gone = lines.unavailable.find(({ id }) => id === changed.id);
  if (gone) throw new Problem("item_unavailable", (say) => say.cart.unavailable(gone.product_name));
  return renderInStock(db, cart, lines, changed.id);
}

/** Removes an item. Throws `cart_not_found`, `cart_converted` and `cart_item_not_found`. */
export async function removeItem(
  db: SiteDb,
  claim: Claim | null,
  path: { cart_id: string; item_id: string },
): Promise<Cart> {
  const [cart, removed, lines] = await changeOpenCart(db, claim, path.cart_id, async () =>
    isId(path.item_id) ? deleteItem(db, path.cart_id, path.item_id) : undefined,
  );
  if (!removed) throw noItem();
  return renderCart(db, cart, lines);
}

/**
 * Extends an open cart and locks it until the transaction ends, makes it the signed-in customer's when it has no customer
 * yet, changes it, and reads its lines, all in one round trip. So `change` also runs for a cart that is not open; then
 * the transaction is rolled back. Throws `cart_not_found` and `cart_converted`.
 */
async function changeOpenCart<T>(
  db: SiteDb,
  claim: Claim | null,
  cartId: string,
  change: () => Promise<T>,
): Promise<[CartRow, T, CartLines]> {
  requireCartId(cartId);
  const customer = await customerIfValid(db, claim);
  const [cart, changed, lines] = await Promise.all([
    renewOpenCart(db, cartId, customer?.id ?? null),
    change(),
    findLines(db, cartId),
  ]);
  return [cart ?? (await refuseNotOpen(db, cartId)), changed, lines];
}

/** Throws `cart_not_found` for a text that is no id. */
export function requireCartId(text: string): void {
  if (!isId(text)) throw noCart();
}

/**
 * Locks a cart and marks it as converted to an order. Returns it with the store's settings for the order of this phone
 * number. Throws `cart_not_found` and `cart_converted`.
 */
export async function closeCart(db: SiteDb, cartId: string, phone: string): Promise<ConvertedCartRow> {
  return (await markCartConverted(db, cartId, phone)) ?? refuseNotOpen(db, cartId);
}

async function refuseNotOpen(db: SiteDb, cartId: string): Promise<never> {
  if (!(await findCart(db, cartId))) throw noCart();
  throw new Problem("cart_converted", (say) => say.cart.converted);
}

/** The cart after the change of an item. Throws when there is not enough stock of that item, or the sum is too large. */
function renderInStock(db: SiteDb, cart: CartRow, lines: CartLines, itemId: string): Cart {
  const item = lines.items.find(({ id }) => id === itemId);
  if (!item) throw noItem();
  requireInStock(item, item.quantity, "quantity");
  if (!Number.isSafeInteger(subtotalOf(lines.items))) {
    throw new Problem("quantity_out_of_range", (say) => say.cart.tooExpensive);
  }
  return renderCart(db, cart, lines);
}

function requireInStock(item: CartItemRow, quantity: number, path: string): void {
  const available = availableQuantity(item);
  if (available === null || quantity <= available) return;
  throw new Problem("insufficient_stock", (say) => say.cart.inStock(available, item.product_name), {
    errors: [{ path, message: `must be <= ${available}` }],
    extra: { available },
  });
}

const tooMany = () => new Problem("quantity_out_of_range", (say) => say.cart.tooManyUnits(MAX_QUANTITY));
const noCart = () => new Problem("cart_not_found", (say) => say.cart.none);
const noItem = () => new Problem("cart_item_not_found", (say) => say.cart.noItem);
