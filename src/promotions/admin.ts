import { isDeepStrictEqual } from "node:util";
import { type Changed, definedOf, patched, requireFresh } from "../core/changes.ts";
import { newId } from "../core/ids.ts";
import { invalidValue, Problem } from "../core/problem.ts";
import type { CursorPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import {
  type AdminPromotion,
  countPromotions,
  deletePromotion,
  findPromotion,
  findPromotionsForAdmin,
  insertPromotion,
  isCodeTaken,
  lockPromotion,
  type NewPromotion,
  type PromotionFilters,
  updatePromotion,
} from "./admin-queries.ts";
import { foldCode } from "./codes.ts";
import { PROMOTION_DEFAULTS, type PromotionInput } from "./create.ts";
import { discountFault, endsBeforeStart, fitsTargets, HUNDRED_PERCENT, isOverused } from "./rules.ts";
import type { NamedTarget } from "./types.ts";

export { type AdminPromotion, findPromotion, PROMOTION_STATES } from "./admin-queries.ts";

/**
 * Promotions of any state that match, newest first, with the total. Returns up to `limit` + 1, so that the caller sees
 * whether another page follows.
 */
export async function searchPromotions(
  db: SiteDb,
  filters: PromotionFilters,
  { limit, after }: CursorPage,
): Promise<{ promotions: AdminPromotion[]; total: number }> {
  const [promotions, total] = await Promise.all([
    findPromotionsForAdmin(db, filters, after, limit + 1),
    countPromotions(db, filters),
  ]);
  return { promotions, total };
}

/** What a merchant may change of a promotion: amounts in minor units, percentages in hundredths of a percent. */
export type PromotionPatch = { [K in keyof PromotionInput]?: PromotionInput[K] | undefined } & {
  /** Ids, slugs or SKUs of the products, collections or categories that it is for; `target_type` says which. */
  targets?: string[] | undefined;
};

/**
 * Finds the ids of products, collections or categories by what a merchant calls them. Promotions know no catalogue: it is
 * handed to them where the operations are listed. Throws a `Problem` for a reference that fits nothing.
 */
export type RequireTargets = (db: SiteDb, type: NamedTarget, refs: string[]) => Promise<string[]>;

type PromotionChange = Changed<AdminPromotion> & { after: AdminPromotion };

/**
 * Creates a promotion when `ref` is undefined; otherwise changes the one of this id or code. `patchOf` returns the patch
 * for the current promotion, or for none. `expected` is the `updated_at` that the caller saw. Throws
 * `promotion_not_found`, `stale`, `code_taken`, `product_not_found`, `collection_not_found`, `category_not_found` and
 * `invalid_value`.
 */
export async function changePromotion(
  db: SiteDb,
  ref: string | undefined,
  patchOf: (current: AdminPromotion | null) => PromotionPatch,
  expected: string | undefined,
  requireTargets: RequireTargets,
): Promise<PromotionChange> {
  const before = ref === undefined ? null : await requirePromotion(db, ref);
  if (before) requireFresh(before.updated_at, expected, "promotion");
  const { targets, ...patch } = patchOf(before);
  if (patch.max_discount_amount === 0) throw invalidValue("max_discount_amount", "must be above 0, or null");
  const base: NewPromotion = before ?? newPromotion(patch);
  const changed = validated(patched(base, withTypeDefaults(base, patch)), before?.uses ?? 0);
  const target_ids = await targetsOf(db, changed, base, targets, requireTargets);
  const promotion = { ...changed, target_ids, folded_code: changed.code && foldCode(changed.code) };
  if (promotion.folded_code && (await isCodeTaken(db, promotion.folded_code, promotion.id))) {
    throw new Problem("code_taken", `Another promotion has the code "${promotion.code}".`, {
      errors: [{ path: "code", message: "is taken" }],
    });
  }
  if (before && isDeepStrictEqual(promotion, before)) return { before, after: before };
  await db.recording.remember("promotions", "id", [promotion.id]);
  await (before ? updatePromotion(db, promotion) : insertPromotion(db, promotion));
  db.changed(["promotions"]);
  return { before, after: await requirePromotion(db, promotion.id) };
}

/** Deletes a promotion and returns it as it was. Orders keep their discounts. Throws `promotion_not_found`. */
export async function removePromotion(db: SiteDb, ref: string): Promise<AdminPromotion> {
  const promotion = await requirePromotion(db, ref);
  await Promise.all([
    db.recording.remember("promotions", "id", [promotion.id]),
    db.recording.remember("promotion_uses", "promotion_id", [promotion.id]),
  ]);
  await deletePromotion(db, promotion.id);
  db.changed(["promotions"]);
  return promotion;
}

async function requirePromotion(db: SiteDb, ref: string): Promise<AdminPromotion> {
  const locked = await lockPromotion(db, ref.trim(), foldCode(ref));
  const promotion = locked && (await findPromotion(db, locked.id));
  if (!promotion) throw new Problem("promotion_not_found", `This store has no promotion "${ref}".`);
  return promotion;
}

function newPromotion({ title, discount_type }: PromotionPatch): NewPromotion {
  if (!title?.trim()) throw invalidValue("title", "is required for a new promotion");
  if (!discount_type) throw invalidValue("discount_type", "is required for a new promotion");
  return { ...PROMOTION_DEFAULTS, id: newId(), folded_code: null, title, discount_type };
}

/**
 * The patch with the defaults of its discount type, and with the fields reset that only the former type has. Throws
 * `invalid_value` for a field that is missing or belongs to another type.
 */
function withTypeDefaults(base: NewPromotion, patch: PromotionPatch): PromotionPatch {
  const type = patch.discount_type ?? base.discount_type;
  const isNewType = base.discount_type !== type || base.discount_value === 0;
  if (type === "buy_x_get_y") {
    const missing = QUANTITIES.find((field) => isNewType && patch[field] === undefined);
    if (missing) throw invalidValue(missing, `is required for ${type}`);
    return isNewType ? { discount_value: HUNDRED_PERCENT, ...definedOf(patch) } : patch;
  }
  const misplaced = QUANTITIES.find((field) => patch[field] !== undefined);
  if (misplaced) throw invalidValue(misplaced, "is for buy_x_get_y only; min_quantity is how many must be bought");
  const noQuantities = { buy_quantity: 0, get_quantity: 0 };
  if (type === "free_shipping") {
    if (patch.discount_value) throw invalidValue("discount_value", "must not be set for free_shipping");
    return { ...patch, ...noQuantities, discount_value: 0 };
  }
  if (isNewType && patch.discount_value === undefined) throw invalidValue("discount_value", `is required for ${type}`);
  return { ...patch, ...noQuantities };
}

const QUANTITIES = ["buy_quantity", "get_quantity"] as const;

/** The promotion with its code trimmed. `uses` is how often it was used already. Throws `invalid_value`. */
function validated(promotion: NewPromotion, uses: number): NewPromotion {
  const { title, code } = promotion;
  if (!title.trim()) throw invalidValue("title", "must not be empty");
  if (code !== null && (!code.trim() || code.includes(",")))
    throw invalidValue("code", "must be a text without commas");
  const fault = discountFault(promotion);
  if (fault) throw invalidValue(...fault);
  if (endsBeforeStart(promotion)) throw invalidValue("expires_at", "must be after starts_at");
  if (isOverused(promotion, uses)) {
    throw invalidValue("usage_limit", `must be at least ${uses}: it was used that often already`);
  }
  return { ...promotion, code: code?.trim() ?? null };
}

async function targetsOf(
  db: SiteDb,
  { target_type }: NewPromotion,
  base: NewPromotion,
  targets: string[] | undefined,
  requireTargets: RequireTargets,
): Promise<string[]> {
  if (targets === undefined && target_type === base.target_type) return base.target_ids;
  const given = targets ?? [];
  const isForAll = target_type === "store";
  if (!fitsTargets(target_type, given)) {
    throw invalidValue(
      "targets",
      isForAll ? "must not be given for the whole store: set target_type" : `must name ${target_type}`,
    );
  }
  return isForAll ? [] : [...new Set(await requireTargets(db, target_type, given))];
}
