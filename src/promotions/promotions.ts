import { newId } from "../core/ids.ts";
import { toMajor, toMajorOrNull } from "../core/money.ts";
import type { Person } from "../customers/customers.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import { bestOffer } from "./apply-promotions.ts";
import { foldCode } from "./evaluate.ts";
import { messageOf, offerText, percentOf, type Speaker } from "./messages.ts";
import {
  automaticPromotions,
  type CandidateRow,
  countUses,
  deleteUses,
  discoverablePromotions,
  insertPromotion,
  insertUses,
  type NewPromotion,
  type PromotionRow,
  uncountUses,
} from "./queries.ts";
import type { AppliedDiscount, PromotionInfo } from "./schema.ts";
import type { Discount, Line, Offer } from "./types.ts";

export { codesIn, type Evaluation, evaluate, type RefusedCode } from "./evaluate.ts";
export { nothingText, refusalInEnglish, refusalText, savingText } from "./messages.ts";
export { forgetBuyers } from "./queries.ts";
export { AppliedDiscount, PromotionInfo } from "./schema.ts";
export type { Cart, Line, NamedTarget, Offer } from "./types.ts";

/** A promotion as its calculation and its answers need it. */
export type Promotion = PromotionRow;

/**
 * Notes that an order uses these promotions. Call it inside the order's transaction. Promotions with a limit are locked
 * before the buyer's uses are counted, so that orders which share an account, a phone number or an e-mail count each
 * other. Throws LostRace when another order has just used one up: run again, the offer is another.
 */
export async function usePromotions(
  db: SiteDb,
  { discounts }: Offer<CandidateRow>,
  orderId: string,
  buyer: Person,
): Promise<void> {
  const promotions = discounts.map(({ promotion }) => promotion);
  const limited = promotions.filter(hasLimit);
  if (limited.length > 0) {
    requireAll(await countUses(db, idsOf(limited)), limited);
  }
  const uses = discounts.map(({ promotion, amount, shipping }) => ({
    promotion_id: promotion.id,
    amount: amount + shipping,
    is_counted: hasLimit(promotion),
  }));
  if (uses.length > 0) requireAll(await insertUses(db, uses, orderId, buyer), uses);
}

const hasLimit = ({ usage_limit, usage_limit_per_customer }: PromotionRow): boolean =>
  usage_limit !== null || usage_limit_per_customer !== null;
const idsOf = (promotions: PromotionRow[]): string[] => promotions.map(({ id }) => id);

function requireAll(got: unknown[], wanted: unknown[]): void {
  if (got.length < wanted.length) throw new LostRace("a promotion was used up meanwhile");
}

/** Gives back the uses of a cancelled order. */
export async function returnPromotions(db: SiteDb, orderId: string): Promise<void> {
  const used = await deleteUses(db, orderId);
  if (used.length > 0) {
    await uncountUses(
      db,
      used.map(({ id }) => id),
    );
  }
}

/** The promotions that shoppers may be told of. */
export async function listAvailable(db: SiteDb): Promise<PromotionInfo[]> {
  return (await discoverablePromotions(db)).map((promotion) => ({
    ...describe(promotion, db),
    discount_value: discountValue(promotion, db.currency),
    min_order_amount: toMajorOrNull(promotion.min_order_amount, db.currency),
    max_discount_amount: toMajorOrNull(promotion.max_discount_amount, db.currency),
    starts_at: promotion.starts_at,
    expires_at: promotion.expires_at,
  }));
}

/**
 * A discount as an order keeps it, whatever becomes of the promotion; amounts are minor units. `discount_amount` is all
 * that it saved: for free delivery that is delivery, for all others it is off the lines.
 */
export type KeptDiscount = ReturnType<typeof keepDiscount>;

export const keepDiscount = ({ promotion, amount, shipping }: Discount<PromotionRow>, speaker: Speaker) => ({
  ...describe(promotion, speaker),
  discount_value: promotion.discount_value,
  discount_amount: amount + shipping,
});

/**
 * A kept discount as shoppers see it. What is off the delivery stands apart, so that the `discount_amount`s add up to
 * the order's `discount`. `isDeliveryKnown`: whether anybody can say what free delivery saves.
 */
export function renderDiscount(
  kept: KeptDiscount,
  currency: string,
  { isDeliveryKnown } = { isDeliveryKnown: true },
): AppliedDiscount {
  const isDelivery = kept.discount_type === "free_shipping";
  const saved = toMajor(kept.discount_amount, currency);
  const offDelivery = isDeliveryKnown ? saved : null;
  return {
    ...kept,
    discount_value: discountValue(kept, currency),
    discount_amount: isDelivery ? 0 : saved,
    shipping_discount_amount: isDelivery ? offDelivery : 0,
  };
}

/** A discount as it is now, of an answer that is given again and came from a release before `shipping_discount_amount`. */
export function asShownNow(shown: AppliedDiscount): AppliedDiscount {
  if (shown.shipping_discount_amount !== undefined) return shown;
  const isDelivery = shown.discount_type === "free_shipping";
  return {
    ...shown,
    discount_amount: isDelivery ? 0 : shown.discount_amount,
    shipping_discount_amount: isDelivery ? shown.discount_amount : 0,
  };
}

function describe(promotion: PromotionRow, speaker: Speaker) {
  const { id, code, title, discount_type, target_type, target_ids } = promotion;
  return {
    id,
    code,
    title,
    message: messageOf(promotion, speaker),
    promotion_type: code === null ? ("automatic" as const) : ("coupon" as const),
    discount_type,
    target_type,
    target_ids,
  };
}

function discountValue(
  { discount_type, discount_value }: Pick<PromotionRow, "discount_type" | "discount_value">,
  currency: string,
): number | null {
  if (discount_type === "free_shipping") return null;
  return discount_type === "fixed_amount" ? toMajor(discount_value, currency) : percentOf(discount_value);
}

/** The automatic promotions that run, for pricing many products by themselves. */
export const runningPromotions = (db: SiteDb): Promise<Promotion[]> => automaticPromotions(db);

/** What one unit costs when it is bought alone, and why; undefined when no automatic promotion lowers it. */
export function promotionPriceOf(
  promotions: Promotion[],
  line: Omit<Line, "quantity">,
  speaker: Speaker,
): { price: number; text: string } | undefined {
  const offer = bestOffer(promotions, { lines: [{ ...line, quantity: 1 }], shipping: 0 });
  const [first] = offer.discounts;
  if (!first) return undefined;
  const applied = offer.discounts.map(({ promotion }) => promotion);
  return { price: line.price - offer.amount, text: offerText(applied, speaker) };
}

/** A promotion as it is made: what is not said is open, unlimited and for the whole store. */
export type PromotionInput = Pick<PromotionRow, "title" | "discount_type"> &
  Partial<Omit<NewPromotion, "id" | "folded_code" | "title" | "discount_type">>;

export const UNLIMITED = {
  code: null,
  message: null,
  discount_value: 0,
  buy_quantity: 0,
  get_quantity: 0,
  target_type: "store" as const,
  target_ids: [],
  min_order_amount: null,
  min_quantity: null,
  max_discount_amount: null,
  starts_at: null,
  expires_at: null,
  usage_limit: null,
  usage_limit_per_customer: null,
  is_combinable: false,
  is_discoverable: false,
  is_active: true,
};

/** Makes a promotion and returns its id. Amounts are minor units, percentages hundredths of a percent. */
export async function createPromotion(db: SiteDb, input: PromotionInput): Promise<string> {
  const promotion = { ...UNLIMITED, ...input };
  const id = newId();
  await insertPromotion(db, { ...promotion, id, folded_code: promotion.code && foldCode(promotion.code) });
  return id;
}
