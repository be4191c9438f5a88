import { priceItems } from "../catalog/catalog.ts";
import { isId } from "../core/ids.ts";
import { toMajor, toMinor } from "../core/money.ts";
import { subtotalOf } from "../core/sums.ts";
import { readEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";
import { type Claim, type CustomerIdentity, currentCustomer } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import {
  countCodes,
  type Evaluation,
  evaluate,
  findCandidates,
  type Line,
  listDiscoverable,
  noOfferText,
  parseCodes,
  refusalTexts,
  renderDiscount,
  savingText,
  snapshotDiscount,
} from "../promotions/promotions.ts";
import { estimateShipping } from "../shipping/shipping.ts";
import { storeZone } from "../store/store.ts";
import type { CouponAnswer, CouponRequest } from "./schema.ts";

/**
 * Whether codes apply to a cart, and which promotions do. The address is not known yet: the best offer
 * is found with the store's usual delivery rate, and the saving of free delivery is returned only when delivery costs the
 * same everywhere. The texts are in the language of `db`. Throws `invalid_token` and `invalid_value`.
 */
export async function validateCoupon(db: SiteDb, claim: Claim | null, request: CouponRequest): Promise<CouponAnswer> {
  const buyer = await buyerOf(db, claim, request);
  const codes = parseCodes(request.code);
  const lines = await readLines(db, request);
  const subtotal = subtotalOf(lines);
  const delivery = await estimateShipping(db, subtotal);
  const found = await findCandidates(db, codes, buyer);
  const evaluation = evaluate(db, { lines, shipping: delivery.cost }, codes, found);
  const { offer, refused } = evaluation;
  const isDeliveryKnown = delivery.isKnown;
  return {
    valid: codes.length > 0 ? refused.length === 0 : offer.discounts.length > 0,
    code: codes.join(",") || null,
    message: await messageFor(db, evaluation, isDeliveryKnown),
    discount_amount: toMajor(offer.amount, db.currency),
    applied_discounts: offer.discounts.map((discount) =>
      renderDiscount(snapshotDiscount(discount, db), db, { isDeliveryKnown }),
    ),
    available_promotions: await listDiscoverable(db),
  };
}

/**
 * How many guesses a request counts as: one for each code, and one for a contact without a code, because the answer may
 * tell whether the contact has ordered before.
 */
export function countGuesses({ code, customer_phone, customer_email }: CouponRequest): number {
  const hasContact = Boolean(customer_phone?.trim() || customer_email?.trim());
  return Math.max(countCodes(code), hasContact ? 1 : 0);
}

/** What identifies the buyer. Ignores texts that are not valid: the shopper may still be typing them. */
async function buyerOf(db: SiteDb, claim: Claim | null, given: CouponRequest): Promise<CustomerIdentity> {
  const customer = await currentCustomer(db, claim);
  return {
    customer_id: customer?.id ?? null,
    phone: normalisePhone(given.customer_phone ?? "", db.country) ?? null,
    email: readEmail(given.customer_email ?? "") ?? null,
  };
}

/** The lines of the cart. A total without items is one line that belongs to no product, collection or category. */
async function readLines(db: SiteDb, { items, cart_total }: CouponRequest): Promise<Line[]> {
  if (items && items.length > 0) {
    const variants = items.flatMap(({ product_id, variant_id = null, quantity = 1 }) =>
      isId(product_id) && (variant_id === null || isId(variant_id)) ? [{ product_id, variant_id, quantity }] : [],
    );
    return priceItems(db, variants);
  }
  if (cart_total === undefined || cart_total === null) return [];
  const price = toMinor(cart_total, db.currency);
  return [{ product_id: "", collection_ids: [], category_ids: [], price, quantity: 1 }];
}

async function messageFor(db: SiteDb, evaluation: Evaluation, isDeliveryKnown: boolean): Promise<string> {
  const { offer, refused, hint } = evaluation;
  if (refused.length > 0) {
    const zone = storeZone(db);
    return refusalTexts(refused, db, zone).join(" ");
  }
  if (offer.discounts.length === 0) return noOfferText(hint, db);
  const saved = offer.amount + (isDeliveryKnown ? offer.shipping : 0);
  return savingText(
    offer.discounts.map(({ promotion }) => promotion),
    saved,
    db,
  );
}
