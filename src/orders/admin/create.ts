import { createFilledCart } from "../../cart/cart.ts";
import { lockVariantRefs } from "../../catalog/catalog.ts";
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
 * Places an order through a cart of its own, as a shopper does. Throws what `placeOrder` and
 * `createFilledCart` throw; `customer_not_found`, and `invalid_value` when several accounts have the phone number or
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
  const lines = variants.map(({ id: variant_id }, i) => ({ variant_id, quantity: items[i]?.quantity ?? 1 }));
  const cart_id = await createFilledCart(db, lines);
  const { id, items: ordered } = await placeOrder(db, account, { ...given, cart_id }, actor);
  if (ordered.length < new Set(variants.map(({ id }) => id)).size)
    throw new LostRace("a product was unpublished meanwhile");
  return requireOrderRef(db, id);
}
