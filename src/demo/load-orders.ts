import { saveCarrier } from "../carriers/carriers.ts";
import { addItem, createCart } from "../cart/cart.ts";
import { showProduct } from "../catalog/catalog.ts";
import { toMinor } from "../core/money.ts";
import { addAddress, type Claim, createCustomer } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { changeOrderStatus, placeOrder, setPaymentStatus } from "../orders/orders.ts";
import { createPromotion } from "../promotions/promotions.ts";
import { EVERYWHERE, saveShippingRates } from "../shipping/shipping.ts";
import type { DemoCustomer, DemoOrder, DemoPromotion, DemoShippingRate, DemoStore } from "./shapes.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The ids of possible promotion targets, by slug. */
export interface Slugs {
  products: Map<string, string>;
  collections: Map<string, string>;
  categories: Map<string, string>;
}

/** Loads delivery rates, carriers, promotions, customers and orders; orders are placed through carts, as by shoppers. */
export async function loadOrders(
  db: SiteDb,
  { shipping_rates, carriers = [], promotions, customers, orders }: DemoStore,
  slugs: Slugs,
  passwordHash: string,
): Promise<void> {
  await saveShippingRates(
    db,
    shipping_rates.flatMap((rate) => ratesOf(rate, db.currency)),
  );
  for (const carrier of carriers) await saveCarrier(db, undefined, carrier);
  for (const promotion of promotions) await loadPromotion(db, promotion, slugs);
  const customersByEmail = new Map<string, LoadedCustomer>();
  const joined = timeBefore(db, 70 * DAY_MS);
  for (const customer of customers)
    customersByEmail.set(customer.email, await loadCustomer(joined, customer, passwordHash));
  for (const order of orders) await loadOrder(db, order, customersByEmail.get(order.customer ?? ""));
}

/** A customer with the claim to order. */
type LoadedCustomer = DemoCustomer & { claim: Claim };

function ratesOf({ region, home, desk, free_above }: DemoShippingRate, currency: string) {
  const rate = (method: "home" | "desk", price: number) => ({
    region: region === "*" ? EVERYWHERE : region,
    method,
    price: toMinor(price, currency),
    free_above: free_above === undefined ? null : toMinor(free_above, currency),
  });
  return [rate("home", home), ...(desk === undefined ? [] : [rate("desk", desk)])];
}

async function loadPromotion(db: SiteDb, given: DemoPromotion, slugs: Slugs): Promise<void> {
  const { target = {}, starts_days_ago, ends_days_ago, min_order_amount, max_discount_amount, ...promotion } = given;
  const [target_type = "store", names = []] = Object.entries(target)[0] ?? [];
  const amount = (major: number | undefined) => (major === undefined ? null : toMinor(major, db.currency));
  const daysAgo = (days: number | undefined) => (days === undefined ? null : timeBefore(db, days * DAY_MS).now);
  await createPromotion(db, {
    ...promotion,
    discount_value: promotionValue(given, db.currency),
    target_type: target_type as keyof Slugs | "store",
    target_ids: (names as string[]).flatMap((name) => slugs[target_type as keyof Slugs].get(name) ?? []),
    min_order_amount: amount(min_order_amount),
    max_discount_amount: amount(max_discount_amount),
    starts_at: daysAgo(starts_days_ago),
    expires_at: daysAgo(ends_days_ago),
  });
}

function promotionValue({ discount_type, discount_value = 0 }: DemoPromotion, currency: string): number {
  return discount_type === "fixed_amount" ? toMinor(discount_value, currency) : Math.round(discount_value * 100);
}

async function loadCustomer(db: SiteDb, customer: DemoCustomer, passwordHash: string): Promise<LoadedCustomer> {
  const { address, ...person } = customer;
  const made = await createCustomer(db, person, passwordHash);
  const claim = { customer_id: made.id, password_version: made.password_version };
  await addAddress(db, claim, { ...address, country: db.country, phone: person.phone, label: "Maison" });
  return { ...customer, claim };
}

async function loadOrder(db: SiteDb, order: DemoOrder, person: LoadedCustomer | undefined): Promise<void> {
  const claim = person?.claim ?? null;
  const then = timeBefore(db, order.days_ago * DAY_MS + HOUR_MS);
  const cart = await createCart(then, claim);
  for (const [slug, quantity] of order.items) {
    await addItem(then, claim, cart.id, { ...(await chooseVariant(db, slug, quantity)), quantity });
  }
  const placed = await placeOrder(then, claim && { id: claim.customer_id }, {
    cart_id: cart.id,
    ...customerDetailsOf(order, person),
  });
  const paid = timeBefore(db, Math.max(order.days_ago - 6, 0) * DAY_MS);
  for (const [i, status] of order.moves.entries()) {
    const left = order.days_ago * DAY_MS - (i + 1) * 1.5 * DAY_MS;
    const reason = status === "cancelled" || status === "returned" ? order.reason : undefined;
    await changeOrderStatus(timeBefore(db, Math.max(left, 0)), placed.id, status, "demo", reason);
    if (status === "delivered" && order.is_paid) await setPaymentStatus(paid, placed.id, "paid", "demo");
  }
  if (order.is_refunded) await setPaymentStatus(paid, placed.id, "refunded", "demo");
}

/** A product, and its first variant with enough stock when it has variants. */
async function chooseVariant(db: SiteDb, slug: string, quantity: number) {
  const product = await showProduct(db, slug);
  const variant = product.variants.find(({ inventory_quantity }) => inventory_quantity >= quantity);
  return { product_id: product.id, variant_id: variant?.id ?? null };
}

const customerDetailsOf = (order: DemoOrder, person: LoadedCustomer | undefined) => ({
  customer_name: person?.full_name ?? order.name ?? "",
  customer_phone: person?.phone ?? order.phone ?? "",
  customer_email: person?.email ?? null,
  customer_wilaya: order.wilaya,
  customer_commune: order.commune,
  shipping_address: { line1: person?.address.line1 ?? order.commune, method: order.method ?? "home" },
  coupon_code: order.coupon ?? null,
  customer_notes: order.notes ?? null,
});

/** The same request at an earlier time. */
const timeBefore = (db: SiteDb, milliseconds: number): SiteDb => ({
  ...db,
  now: new Date(Date.parse(db.now) - milliseconds).toISOString(),
});
