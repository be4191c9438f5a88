import { createFilledCart } from "../../cart/cart.ts";
import { lockVariantRefs } from "../../catalog/catalog.ts";
import { Problem } from "../../core/problem.ts";
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
export type PhoneOrder = Omit<PlaceOrder, "cart_id" | "customer_name" | "customer_phone"> & {
  /** Default: those of the account. */
  customer_name?: string | undefined;
  customer_phone?: string | undefined;
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
  const person = requirePerson(given, account);
  if (given.customer_wilaya) requireWilaya(db, "customer_wilaya", given.customer_wilaya);
  const refs = items.map(({ item }) => item);
  // In the same order as `placeOrder`: inserting cart lines locks the variants too, and two orders could deadlock.
  const variants = await lockVariantRefs(db, refs);
  const lines = variants.map(({ id: variant_id }, i) => ({ variant_id, quantity: items[i]?.quantity ?? 1 }));
  const cart_id = await createFilledCart(db, lines);
  const { id, items: ordered } = await placeOrder(db, account, { ...given, ...person, cart_id }, actor);
  if (ordered.length < new Set(variants.map(({ id }) => id)).size)
    throw new LostRace("a product was unpublished meanwhile");
  return requireOrderRef(db, id);
}

/** The name and the phone number of the order, which default to those of the account. Throws `invalid_value` without. */
function requirePerson(
  { customer_name, customer_phone }: Pick<PhoneOrder, "customer_name" | "customer_phone">,
  account: { full_name: string; phone: string | null } | null,
) {
  const name = customer_name ?? account?.full_name;
  const phone = customer_phone ?? account?.phone;
  if (name !== undefined && phone != null) return { customer_name: name, customer_phone: phone };
  const missing = [...(name === undefined ? ["customer_name"] : []), ...(phone == null ? ["customer_phone"] : [])];
  const message = account ? "is missing: the account has no phone number" : "is missing, because customer is not given";
  throw new Problem("invalid_value", `${missing.join(" and ")}: ${message}.`, {
    errors: missing.map((path) => ({ path, message })),
  });
}
