import { toMajorOrNull } from "../core/money.ts";
import type { SiteDb } from "../db/database.ts";
import { bestOffer } from "./apply-promotions.ts";
import { describe, discountValue } from "./describe.ts";
import { type LocaleSettings, offerText } from "./messages/messages.ts";
import {
  type CandidateRow,
  findDiscoverablePromotions,
  findNextChange,
  findRunningAutomaticPromotions,
  type PromotionRow,
} from "./queries.ts";
import type { PromotionInfo } from "./schema.ts";
import type { Line } from "./types.ts";

export { PromotionFacts } from "./admin-answers.ts";
export { renderDiscount, renderStoredDiscount, type StoredDiscount, snapshotDiscount } from "./applied-discounts.ts";
export { type CheckedCode, checkCode } from "./check.ts";
export { isCode } from "./check-queries.ts";
export { countCodes, distinctCodes, MAX_CODES, parseCodes } from "./codes.ts";
export { createPromotion, type PromotionInput } from "./create.ts";
export { type Evaluation, evaluate } from "./evaluate.ts";
export { noOfferText, type RefusedCode, refusalTexts, savingText } from "./messages/messages.ts";
export { findCandidates, findCandidatesOfOrder, usesOf } from "./queries.ts";
export { discountFault, endsBeforeStart, fitsTargets, isOverused } from "./rules.ts";
export { AppliedDiscount, PromotionInfo } from "./schema.ts";
export type { Line, NamedTarget, Offer, PricedCart } from "./types.ts";
export { recordUses, releaseUses, replaceUses } from "./uses.ts";

export type Candidate = CandidateRow;

/** A promotion, as the functions of this feature take it. */
export type Promotion = PromotionRow;

/** Whether a promotion applies to all buyers alike: its use tells nothing of the earlier orders of one. */
export const isForEverybody = ({ usage_limit_per_customer }: Promotion): boolean => usage_limit_per_customer === null;

/** The running promotions that the merchant lets storefronts show. */
export async function listDiscoverable(db: SiteDb): Promise<PromotionInfo[]> {
  return (await findDiscoverablePromotions(db)).map((promotion) => ({
    ...describe(promotion, db),
    discount_value: discountValue(promotion, db.currency),
    min_order_amount: toMajorOrNull(promotion.min_order_amount, db.currency),
    max_discount_amount: toMajorOrNull(promotion.max_discount_amount, db.currency),
    starts_at: promotion.starts_at,
    expires_at: promotion.expires_at,
  }));
}

/** The automatic promotions that are running, for `promotionPriceOf`. */
export async function runningPromotions(db: SiteDb): Promise<Promotion[]> {
  const until = nextPromotionChange(db);
  const [promotions] = await Promise.all([
    db.kept.keep("running promotions", { parts: ["promotions"], until: () => until }, () =>
      findRunningAutomaticPromotions(db),
    ),
    until,
  ]);
  return promotions;
}

/** When the next automatic promotion begins or ends, for answers that are kept; null: none does. */
export const nextPromotionChange = (db: SiteDb): Promise<string | null> =>
  db.kept.limit("next promotion change", ["promotions"], async () => (await findNextChange(db))?.at ?? null);

/**
 * The price (minor units) of one unit in a cart of its own, and the text that explains it. Undefined when no promotion
 * lowers the price.
 */
export function promotionPriceOf(
  promotions: Promotion[],
  line: Omit<Line, "quantity">,
  settings: LocaleSettings,
): { price: number; text: string } | undefined {
  const offer = bestOffer(promotions, { lines: [{ ...line, quantity: 1 }], shipping: 0 });
  const [first] = offer.discounts;
  if (!first) return undefined;
  const applied = offer.discounts.map(({ promotion }) => promotion);
  return { price: line.price - offer.amount, text: offerText(applied, settings) };
}
