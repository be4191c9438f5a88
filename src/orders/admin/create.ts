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
 * What a merchant takes down on the phone. `item` is a variant's id or SKU, or a product without options; `customer` is
 * the id, e-mail or phone number of the account that the order joins.
 */
export type PhoneOrder = Omit<PlaceOrder, "cart_id"> & {
  items: { item: string; quantity: number }[];
  customer?: string | undefined;
};

/**
 * Places an order as a shopper would, by a cart of its own. Throws what ordering throws, and of a line that cannot be
 * sold, by its place, what adding it to a cart throws; `customer_not_found`, and `invalid_value` when several accounts
 * have the phone number or the wilaya is none.
 */
export async function placePhoneOrder(
  db: SiteDb,
  { items, customer, ...given }: PhoneOrder,
  actor: string,
): Promise<AdminOrder> {
  const account = customer === undefined ? null : await requireCustomerRef(db, customer);
  if (given.customer_wilaya) requireWilaya(db, "customer_wilaya", given.customer_wilaya);
  const refs = items.map(({ item }) => item);
  // As an order locks them: the cart's lines hold them a little already, and two holders would wait for each other.
  const variants = await lockVariantRefs(db, refs);
  const cart = await createCart(db, null);
  for (const [i, { product_id, id: variant_id }] of variants.entries()) {
    const wanted = { product_id, variant_id, quantity: items[i]?.quantity ?? 1 };
    await addItem(db, null, cart.id, wanted).catch((error) => refuseLine(error, `items.${i}`));
  }
  const { id, items: ordered } = await placeOrder(db, account, { ...given, cart_id: cart.id }, actor);
  if (ordered.length < new Set(variants.map(({ id }) => id)).size) throw new LostRace("a product was hidden meanwhile");
  return requireOrderRef(db, id);
}

function refuseLine(error: unknown, path: string): never {
  if (!(error instanceof Problem)) throw error;
  const { code, detail, errors, extra } = error;
  // It was found and is locked, so it is there and only not for sale.
  if (code === "product_not_found") {
    throw invalidValue(`${path}.item`, "is not published; products_set_status publishes it");
  }
  throw new Problem(code, detail, {
    errors: errors.map((fault) => ({ ...fault, path: `${path}.${fault.path}` })),
    extra,
  });
}
