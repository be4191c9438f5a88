import type { CustomerIdentity } from "../customers/customers.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import type { CandidateRow, PromotionRow } from "./queries.ts";
import type { Offer } from "./types.ts";
import {
  decrementUsedCounts,
  deleteUses,
  deleteUsesOf,
  incrementUsedCounts,
  insertUses,
  lockPromotions,
  updateUses,
} from "./uses-queries.ts";

/**
 * Records that an order uses the offer's promotions. Call it in the order's transaction. Promotions with a limit are
 * locked before the buyer's uses are counted, so that concurrent orders of the same account, phone number or e-mail
 * count each other. Throws LostRace when another order took the last use: the transaction runs again, with a new offer.
 */
export async function recordUses(
  db: SiteDb,
  { discounts }: Offer<CandidateRow>,
  orderId: string,
  buyer: CustomerIdentity,
): Promise<void> {
  const promotions = discounts.map(({ promotion }) => promotion);
  const limited = promotions.filter(hasLimit);
  const uses = discounts.map(({ promotion, amount, shipping }) => ({
    promotion_id: promotion.id,
    amount: amount + shipping,
    is_counted: hasLimit(promotion),
  }));
  const [incremented, inserted] = await Promise.all([
    limited.length > 0 ? incrementUsedCounts(db, idsOf(limited)) : [],
    uses.length > 0 ? insertUses(db, uses, orderId, buyer) : [],
  ]);
  requireAll(incremented, limited);
  tellFlips(db, incremented);
  requireAll(inserted, uses);
}

const hasLimit = ({ usage_limit, usage_limit_per_customer }: PromotionRow): boolean =>
  usage_limit !== null || usage_limit_per_customer !== null;
const idsOf = (promotions: PromotionRow[]): string[] => promotions.map(({ id }) => id);

function requireAll(updated: unknown[], expected: unknown[]): void {
  if (updated.length < expected.length) throw new LostRace("another order took the last use of a promotion");
}

/**
 * Replaces the promotions that an order `had`, by ids, by those of a new offer. Those that stay keep their use. Throws LostRace
 * like `recordUses`.
 */
export async function replaceUses(
  db: SiteDb,
  { discounts, ...offer }: Offer<CandidateRow>,
  orderId: string,
  buyer: CustomerIdentity,
  had: string[],
): Promise<void> {
  const dropped = had.filter((id) => !discounts.some(({ promotion }) => promotion.id === id));
  const kept = discounts.filter(({ promotion }) => had.includes(promotion.id));
  const added = discounts.filter(({ promotion }) => !had.includes(promotion.id));
  await lockPromotions(db, [...dropped, ...idsOf(discounts.map(({ promotion }) => promotion))]);
  await release(db, await deleteUsesOf(db, orderId, dropped));
  await updateUses(
    db,
    orderId,
    kept.map(({ promotion, amount, shipping }) => ({ promotion_id: promotion.id, amount: amount + shipping })),
  );
  await recordUses(db, { ...offer, discounts: added }, orderId, buyer);
}

/** Removes the uses of a cancelled order, so that the promotions can be used again. */
export async function releaseUses(db: SiteDb, orderId: string): Promise<void> {
  await release(db, await deleteUses(db, orderId));
}

async function release(db: SiteDb, used: { id: string }[]): Promise<void> {
  if (used.length === 0) return;
  const promotions = await decrementUsedCounts(
    db,
    used.map(({ id }) => id),
  );
  tellFlips(db, promotions);
}

/** Shoppers see which promotions run, and not how often they were used. */
function tellFlips(db: SiteDb, promotions: { flips_running: boolean }[]): void {
  if (promotions.some(({ flips_running }) => flips_running)) db.changed(["promotions"]);
}
