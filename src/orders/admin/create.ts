import { addItem, createCart } from "../../cart/cart.ts";
import { lockVariantRefs } from "../../catalog/catalog.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import { requireCustomerRef } from "../../customers/customers.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { requireWilaya } from "../../shipping/shipping.ts";
import { placeOrder } from "../placing/place-order.ts";
import type { PlaceOrder } from "../schema.ts";
import { type AdminOrder, requireOrderRef } from "./admin.ts";

/**
 * An order that a merchant takes on the phone. `item` is a variant's id or SKU, or the id, slug or SKU of a product
 * without options; `customer` is the id, e-mail or phone number of the account that the order belongs to.
 */
export type PhoneOrder = Omit<PlaceOrder, "cart_id"> & {
  items: { item: string; quantity: number }[];
  customer?: string | undefined;
};

/**
 * Places an order through a cart of its own, as a shopper does. Throws what `placeOrder` throws, and what `addItem` throws
 * with the path of the line; `customer_not_found`, and `invalid_value` when several accounts have the phone number or
 * the wilaya is unknown.
 */
export async function placePhoneOrder(
  db: SiteDb,
  { items, customer, ...given }: PhoneOrder,
  actor: string,
): Promise<AdminOrder> {
  const account = customer === undefined ? null : await requireCustomerRef(db, customer);
  if (given.customer_wilaya) requireWilaya(db, "customer_wilaya", given.customer_wilaya);
  const refs = items.map(({ item }) => item);
  // In the same order as `placeOrder`: inserting cart lines locks the variants too, and two orders could deadlock.
  const variants = await lockVariantRefs(db, refs);
  const cart = await createCart(db, null);
  for (const [i, { product_id, id: variant_id }] of variants.entries()) {
    const line = { product_id, variant_id, quantity: items[i]?.quantity ?? 1 };
    await addItem(db, null, cart.id, line).catch((error) => throwForLine(error, `items.${i}`));
  }
  const { id, items: ordered } = await placeOrder(db, account, { ...given, cart_id: cart.id }, actor);
  if (ordered.length < new Set(variants.map(({ id }) => id)).size)
    throw new LostRace("a product was unpublished meanwhile");
  return requireOrderRef(db, id);
}

function throwForLine(error: unknown, path: string): never {
  if (!(error instanceof Problem)) throw error;
  const { code, detail, errors, extra } = error;
  // The variant was found and locked, so the product exists but is not published.
  if (code === "product_not_found") {
    throw invalidValue(`${path}.item`, "is not published; products_set_status publishes it");
  }
  throw new Problem(code, detail, {
    errors: errors.map((fault) => ({ ...fault, path: `${path}.${fault.path}` })),
    extra,
  });
}
