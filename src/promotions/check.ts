import { toMajor, toMajorOrNull } from "../core/money.ts";
import { closestMatches } from "../core/text/closest.ts";
import type { Zone } from "../core/time/zone.ts";
import type { CustomerIdentity } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { findPromotion } from "./admin-queries.ts";
import { renderDiscount, snapshotDiscount } from "./applied-discounts.ts";
import { bestOffer } from "./apply-promotions.ts";
import { findNewestCodes, findTargetNames, findUsesOfBuyer } from "./check-queries.ts";
import { foldCode } from "./codes.ts";
import { discountValue } from "./describe.ts";
import { evaluate } from "./evaluate.ts";
import { noOfferText, type Refusal, refusalInEnglish, refusalText, savingText } from "./messages/messages.ts";
import { type CandidateRow, findCandidates, type PromotionRow } from "./queries.ts";
import type { Offer, PricedCart } from "./types.ts";

/** How many coupons a misspelt code is compared with, the newest first. */
const MAX_CODES = 1000;
/** How many orders and names of targets are shown. */
const MAX_SHOWN = 20;

/** What a code is tried on. */
export interface CodeTrial {
  buyer: CustomerIdentity;
  cart: PricedCart;
  /** Whether delivery costs the same everywhere: the address is not known. */
  isDeliveryKnown: boolean;
  /** Of the store, for the times in sentences. */
  zone: Zone;
}

export type CheckedCode = Awaited<ReturnType<typeof checkCode>>;

/**
 * Why a code applies or not: what `POST /coupons/validate` and the checkout decide, with what they decide it by. Amounts of
 * the answer are major units.
 */
export async function checkCode(db: SiteDb, code: string, trial: CodeTrial) {
  const found = await findCandidates(db, [code], trial.buyer);
  const { offer, refused, hint } = evaluate(db, trial.cart, [code], found);
  const refusal = refused[0]?.refusal ?? null;
  const promotion = found.find(({ folded_code }) => folded_code === foldCode(code));
  return {
    code,
    valid: refusal === null,
    reason: refusal?.reason ?? null,
    ...sentencesOf(db, code, refusal, offer, trial),
    ...(promotion && refusal ? missingOf(db, refusal, promotion, trial.cart) : {}),
    ...savingOf(db, offer, trial),
    hint: hint && noOfferText(hint, { ...db, locale: "en" }),
    ...(await factsOf(db, promotion, trial.buyer)),
    close_codes: promotion ? [] : await closeCodes(db, code),
  };
}

/** For the merchant in English, and for the shopper in the store's language. */
function sentencesOf(
  db: SiteDb,
  code: string,
  refusal: Refusal | null,
  offer: Offer<CandidateRow>,
  { isDeliveryKnown, zone }: CodeTrial,
) {
  if (refusal) {
    return {
      explanation: refusalInEnglish(refusal, code, db, zone),
      message_for_shopper: refusalText(refusal, code, db, zone),
    };
  }
  const applied = offer.discounts.map(({ promotion }) => promotion);
  const saved = offer.amount + (isDeliveryKnown ? offer.shipping : 0);
  return {
    explanation: savingText(applied, saved, { ...db, locale: "en" }),
    message_for_shopper: savingText(applied, saved, db),
  };
}

/** What the cart lacks for the code, or what the code would take off alone when a better offer excludes it. */
function missingOf({ currency }: SiteDb, refusal: Refusal, promotion: PromotionRow, cart: PricedCart) {
  switch (refusal.reason) {
    case "min_order_amount":
      return { missing_amount: toMajor(refusal.missing, currency) };
    case "min_quantity":
      return { missing_units: refusal.missing };
    case "better_offer": {
      const alone = bestOffer([promotion], cart);
      return { would_take_off: toMajor(alone.amount + alone.shipping, currency) };
    }
    default:
      return {};
  }
}

/** What all promotions take off the cart, with the code when it applies. */
const savingOf = (db: SiteDb, offer: Offer<CandidateRow>, { isDeliveryKnown }: CodeTrial) => ({
  discount: toMajor(offer.amount, db.currency),
  shipping_discount: isDeliveryKnown ? toMajor(offer.shipping, db.currency) : null,
  applied: offer.discounts.map((discount) => {
    const { code, title, discount_amount, shipping_discount_amount } = renderDiscount(
      snapshotDiscount(discount, db),
      db,
      { isDeliveryKnown },
    );
    return { code, title, discount_amount, shipping_discount_amount };
  }),
});

/** The promotion of the code with its limits, and how the buyer has used it; null for what is not known. */
async function factsOf(db: SiteDb, found: PromotionRow | undefined, buyer: CustomerIdentity) {
  const row = found && (await findPromotion(db, found.id));
  if (!row) return { promotion: null, used_by_customer: null };
  const isKnown = buyer.customer_id !== null || buyer.phone !== null || buyer.email !== null;
  const [targets, uses] = await Promise.all([
    row.target_ids.length > 0 ? findTargetNames(db, row.target_ids, MAX_SHOWN) : [],
    isKnown ? findUsesOfBuyer(db, row.id, buyer, MAX_SHOWN) : [],
  ]);
  const { id, title, state, discount_type, target_type, min_quantity, starts_at, expires_at } = row;
  const { is_combinable, usage_limit, usage_limit_per_customer, uses: allUses } = row;
  return {
    promotion: {
      id,
      title,
      state,
      discount_type,
      discount_value: discountValue(row, db.currency),
      target_type,
      targets: targets.map(({ name }) => name),
      targets_count: row.target_ids.length,
      min_order_amount: toMajorOrNull(row.min_order_amount, db.currency),
      min_quantity,
      max_discount_amount: toMajorOrNull(row.max_discount_amount, db.currency),
      is_combinable,
      starts_at,
      expires_at,
      usage_limit,
      uses: allUses,
      usage_limit_per_customer,
    },
    used_by_customer: isKnown ? { uses: uses[0]?.uses ?? 0, orders: uses.map(({ uses: _, ...order }) => order) } : null,
  };
}

async function closeCodes(db: SiteDb, code: string): Promise<string[]> {
  const known = await findNewestCodes(db, MAX_CODES);
  return closestMatches(code, known, (one) => [one.code, one.title]).map((one) => one.code);
}
