import { priceLines } from "../catalog/catalog.ts";
import { isId } from "../core/ids.ts";
import { toMajor, toMinor } from "../core/money.ts";
import { type Claim, customerIfAny } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import {
  amountText,
  codesIn,
  type Evaluation,
  evaluate,
  keepDiscount,
  type Line,
  listAvailable,
  renderDiscount,
} from "../promotions/promotions.ts";
import { quoteShipping } from "../shipping/shipping.ts";
import type { CouponAnswer, CouponRequest } from "./schema.ts";

/** Whether codes apply to a cart, and what does (spec section 4.6). Delivery is reckoned to the store's usual place. */
export async function validateCoupon(db: SiteDb, claim: Claim | null, request: CouponRequest): Promise<CouponAnswer> {
  const customer = await customerIfAny(db, claim);
  const codes = codesIn(request.code);
  const lines = await linesOf(db, request);
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const { cost } = await quoteShipping(db, { wilaya: null, commune: null, method: "home", subtotal });
  const evaluation = await evaluate(db, { lines, shipping: cost }, codes, customer?.id ?? null);
  const { offer, refused } = evaluation;
  const applied = offer.discounts.map((discount) => renderDiscount(keepDiscount(discount, db.currency), db.currency));
  return {
    valid: codes.length > 0 ? refused.length === 0 : applied.length > 0,
    code: codes.join(",") || null,
    message: messageFor(db, evaluation, applied),
    discount_amount: toMajor(offer.amount, db.currency),
    applied_discounts: applied,
    available_promotions: await listAvailable(db),
  };
}

/** What is in the cart; an amount alone counts as one thing that no product, collection or category is. */
async function linesOf(db: SiteDb, { items, cart_total }: CouponRequest): Promise<Line[]> {
  if (items && items.length > 0) {
    const wanted = items.flatMap(({ product_id, variant_id = null, quantity = 1 }) =>
      isId(product_id) && (variant_id === null || isId(variant_id)) ? [{ product_id, variant_id, quantity }] : [],
    );
    return priceLines(db, wanted);
  }
  if (cart_total === undefined || cart_total === null) return [];
  const price = toMinor(cart_total, db.currency);
  return [{ product_id: "", collection_ids: [], category_ids: [], price, quantity: 1 }];
}

function messageFor(
  db: SiteDb,
  { offer, refused, hint }: Evaluation,
  applied: CouponAnswer["applied_discounts"],
): string {
  if (refused.length > 0) return refused.map(({ message }) => message).join(" ");
  if (applied.length === 0) return hint ?? "No promotion applies to this cart.";
  const saved = amountText(offer.amount + offer.shipping, db.currency);
  return `${applied.map(({ message }) => message).join(" + ")}: you save ${saved}.`;
}
