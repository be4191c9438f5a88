import { newId } from "../core/ids.ts";
import type { SiteDb } from "../db/database.ts";
import { insertPromotion, type NewPromotion } from "./admin-queries.ts";
import { foldCode } from "./codes.ts";
import type { PromotionRow } from "./queries.ts";

/** A promotion to create. Fields that are left out get their default: no limits, for the whole store. */
export type PromotionInput = Pick<PromotionRow, "title" | "discount_type"> &
  Partial<Omit<NewPromotion, "id" | "folded_code" | "title" | "discount_type">>;

export const PROMOTION_DEFAULTS = {
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

/**
 * Creates a promotion without validation, for data that the program itself made, and returns its id. Amounts are minor
 * units, percentages hundredths of a percent.
 */
export async function createPromotion(db: SiteDb, input: PromotionInput): Promise<string> {
  const promotion = { ...PROMOTION_DEFAULTS, ...input };
  const id = newId();
  await insertPromotion(db, { ...promotion, id, folded_code: promotion.code && foldCode(promotion.code) });
  db.changed(["promotions"]);
  return id;
}
