import { createFilledCart } from "../../cart/cart.ts";
import { lockVariantRefs } from "../../catalog/catalog.ts";
import { invalidValue } from "../../core/problem.ts";
import { requireCustomerRef } from "../../customers/customers.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { requireWilaya } from "../../shipping/shipping.ts";
import { type Merchant, placeOrder } from "../placing/place-order.ts";
import type { PlaceOrder } from "../schema.ts";
import { type AdminOrder, requireOrderRef } from "./admin.ts";

/**
 * An order that a merchant takes on the phone. `item` is a variant's id or SKU, or the id, slug or SKU of a product
 * without options; `customer` is the id, e-mail or phone number of the account that the order belongs to.
 */
export type PhoneOrder = Omit<PlaceOrder, "cart_id" | "customer_name" | "customer_phone"> & {
  items: { item: string; quantity: number }[];
  customer?: string | undefined;
  /** Default: the account's. */
  customer_name?: string | undefined;
  /** Default: the account's. */
  customer_phone?: string | undefined;
};

/**
 * Places an order through a cart of its own, as a shopper does. Throws what `placeOrder` and
 * `createFilledCart` throw; `customer_not_found`, and `invalid_value` when several accounts have the phone number, when the
 * wilaya is unknown, or when neither the call nor the account has a name or a phone number.
 */
export async function placePhoneOrder(
  db: SiteDb,
  { items, customer, ...given }: PhoneOrder,
  merchant: Merchant,
): Promise<AdminOrder> {
  const account = customer === undefined ? null : await requireCustomerRef(db, customer);
  const buyer = buyerOf(given, account);
  if (given.customer_wilaya) requireWilaya(db, "customer_wilaya", given.customer_wilaya);
  const refs = items.map(({ item }) => item);
  const variants = await lockVariantRefs(db, refs);
  const lines = variants.map(({ id: variant_id }, i) => ({ variant_id, quantity: items[i]?.quantity ?? 1 }));
  const cart_id = await createFilledCart(db, lines);
  const { id, items: ordered } = await placeOrder(db, account, { ...given, ...buyer, cart_id }, { merchant });
  if (ordered.length < new Set(variants.map(({ id }) => id)).size)
    throw new LostRace("a product was unpublished meanwhile");
  return requireOrderRef(db, id);
}

type Account = Awaited<ReturnType<typeof requireCustomerRef>>;

/** Who orders: as given, else as the account says. */
function buyerOf(given: Omit<PhoneOrder, "items">, account: Account | null) {
  const buyer = {
    customer_name: given.customer_name ?? account?.full_name,
    customer_phone: given.customer_phone ?? account?.phone,
    customer_email: given.customer_email === undefined ? (account?.email ?? null) : given.customer_email,
  };
  return { ...buyer, customer_name: required("customer_name"), customer_phone: required("customer_phone") };

  function required(name: "customer_name" | "customer_phone"): string {
    const value = buyer[name];
    if (value != null) return value;
    throw invalidValue(name, account ? "is missing, and the account has none" : "is required without customer");
  }
}
