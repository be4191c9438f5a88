import { findLinesOfCustomer } from "../cart/cart.ts";
import { priceItems, requireVariants } from "../catalog/catalog.ts";
import { toMajor } from "../core/money.ts";
import { invalidValue } from "../core/problem.ts";
import { subtotalOf, unitsOf } from "../core/sums.ts";
import { readEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";
import { type CustomerIdentity, customerNotFound, findCustomerRef } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { type CheckedCode, checkCode, type Line, parseCodes } from "../promotions/promotions.ts";
import { estimateShipping } from "../shipping/shipping.ts";
import { storeZone } from "../store/store.ts";

/** What a merchant asks about a code. */
export interface CouponQuestion {
  code: string;
  /** Id, e-mail or phone number of an account, or the e-mail or phone number of a guest. */
  customer?: string | undefined;
  /** As the shopper enters them in the checkout; default: those of the account. */
  phone?: string | undefined;
  email?: string | undefined;
  /** `item` is a variant's id or SKU, or a product with one variant. Default: the open cart of the customer. */
  items?: { item: string; quantity: number }[] | undefined;
}

/** The lines that a code is tried on. */
interface TriedLines {
  lines: Line[];
  tried_on: "items" | "open_cart" | "nothing";
  /** Of `items`, those that nobody can order. */
  unpublished: string[];
}

export type ExplainedCoupon = Awaited<ReturnType<typeof explainCoupon>>;

/**
 * Why a code applies or not to a customer and a cart, by the rules of the checkout; amounts are major units. Throws
 * `customer_not_found`, `variant_not_found`, `variant_required` and `invalid_value`.
 */
export async function explainCoupon(db: SiteDb, question: CouponQuestion) {
  const [code, ...others] = parseCodes(question.code);
  if (code === undefined || others.length > 0) throw invalidValue("code", "must be one code");
  const buyer = await buyerOf(db, question);
  const { lines, tried_on, unpublished } = await linesOf(db, question, buyer);
  const subtotal = subtotalOf(lines);
  const { cost, isKnown } = await estimateShipping(db, subtotal);
  const zone = storeZone(db);
  const trial = { buyer, cart: { lines, shipping: cost }, isDeliveryKnown: isKnown, zone };
  const checked: CheckedCode = await checkCode(db, code, trial);
  const units = unitsOf(lines);
  return { ...checked, tried_on, unpublished, units, subtotal: toMajor(subtotal, db.currency), currency: db.currency };
}

async function buyerOf(db: SiteDb, { customer, phone, email }: CouponQuestion): Promise<CustomerIdentity> {
  const entered = { phone: phoneIn(db, "phone", phone), email: emailIn("email", email) };
  if (customer === undefined) return { customer_id: null, ...entered };
  const account = await findCustomerRef(db, customer);
  const person = account
    ? { customer_id: account.id, phone: account.phone, email: account.email }
    : { customer_id: null, ...guestOf(db, customer) };
  return { ...person, phone: entered.phone ?? person.phone, email: entered.email ?? person.email };
}

/** A guest has no account, and is known by what the orders say. */
function guestOf(db: SiteDb, text: string) {
  const guest = { phone: normalisePhone(text, db.country) ?? null, email: readEmail(text) ?? null };
  if (guest.phone === null && guest.email === null) throw customerNotFound();
  return guest;
}

function phoneIn(db: SiteDb, path: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const phone = normalisePhone(text, db.country);
  if (phone === undefined) throw invalidValue(path, "is not a phone number");
  return phone;
}

function emailIn(path: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const email = readEmail(text);
  if (email === undefined) throw invalidValue(path, "is not an e-mail address");
  return email;
}

async function linesOf(db: SiteDb, { items }: CouponQuestion, buyer: CustomerIdentity): Promise<TriedLines> {
  if (items === undefined || items.length === 0) {
    const lines = await priceItems(db, await findLinesOfCustomer(db, buyer));
    return { lines, tried_on: lines.length > 0 ? "open_cart" : "nothing", unpublished: [] };
  }
  const refs = items.map(({ item }) => item);
  const variants = await requireVariants(db, refs);
  const wanted = variants.map(({ id, product_id }, i) => ({
    product_id,
    variant_id: id,
    quantity: items[i]?.quantity ?? 1,
  }));
  const lines = await priceItems(db, wanted);
  const published = new Set(lines.map(({ product_id }) => product_id));
  const unpublished = refs.filter((_, i) => !published.has(variants[i]?.product_id ?? ""));
  return { lines, tried_on: "items", unpublished };
}
