import { isDeepStrictEqual } from "node:util";
import { requireCategoryRef, requireCollectionRefs, requireProductIds } from "../catalog/catalog.ts";
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
  isCodeTaken,
  lockPromotion,
  type PromotionFilters,
  promotionsForAdmin,
  updatePromotion,
} from "./admin-queries.ts";
import { foldCode } from "./evaluate.ts";
import { type PromotionInput, UNLIMITED } from "./promotions.ts";
import { insertPromotion, type NewPromotion } from "./queries.ts";

export { type AdminPromotion, PROMOTION_STATES } from "./admin-queries.ts";

/** Promotions of any state that match, newest first: at most one more than `limit`, and how many there are. */
export async function searchPromotions(
  db: SiteDb,
  filters: PromotionFilters,
  { limit, after }: CursorPage,
): Promise<{ promotions: AdminPromotion[]; total: number }> {
  const promotions = await promotionsForAdmin(db, filters, after, limit + 1);
  return { promotions, total: await countPromotions(db, filters) };
}

/** What a merchant says of a promotion: amounts in minor units, percentages in hundredths of a percent. */
export type PromotionPatch = { [K in keyof PromotionInput]?: PromotionInput[K] | undefined } & {
  /** What it is for: ids, slugs or SKUs, of what `target_type` says. */
  targets?: string[] | undefined;
};

type PromotionChange = Changed<AdminPromotion> & { after: AdminPromotion };

/**
 * Makes a promotion (without `ref`, an id or a code) or changes one as `patchOf` says of what it is. Throws
 * `promotion_not_found`, `stale`, `code_taken`, `product_not_found`, `collection_not_found`, `category_not_found` and
 * `invalid_value`.
 */
export async function changePromotion(
  db: SiteDb,
  ref: string | undefined,
  patchOf: (current: AdminPromotion | null) => PromotionPatch,
  expected: string | undefined,
): Promise<PromotionChange> {
  const before = ref === undefined ? null : await requirePromotion(db, ref);
  if (before) requireFresh(before.updated_at, expected, "promotion");
  const { targets, ...patch } = patchOf(before);
  if (patch.max_discount_amount === 0) throw invalidValue("max_discount_amount", "must be above 0, or null");
  const base: NewPromotion = before ?? newPromotion(patch);
  const wanted = validated(patched(base, forKind(base, patch)), before?.uses ?? 0);
  const target_ids = await targetsOf(db, wanted, base, targets);
  const promotion = { ...wanted, target_ids, folded_code: wanted.code && foldCode(wanted.code) };
  if (promotion.folded_code && (await isCodeTaken(db, promotion.folded_code, promotion.id))) {
    throw new Problem("code_taken", `Another promotion has the code "${promotion.code}".`, {
      errors: [{ path: "code", message: "is taken" }],
    });
  }
  if (before && isDeepStrictEqual(promotion, before)) return { before, after: before };
  await (before ? updatePromotion(db, promotion) : insertPromotion(db, promotion));
  return { before, after: await requirePromotion(db, promotion.id) };
}

/** Takes a promotion away; orders keep what it took off. Throws `promotion_not_found`. */
export async function removePromotion(db: SiteDb, ref: string): Promise<AdminPromotion> {
  const promotion = await requirePromotion(db, ref);
  await deletePromotion(db, promotion.id);
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
  return { ...UNLIMITED, id: newId(), folded_code: null, title, discount_type };
}

/** What goes without saying of a kind of discount, and what of the former kind no longer holds. */
function forKind(base: NewPromotion, patch: PromotionPatch): PromotionPatch {
  const kind = patch.discount_type ?? base.discount_type;
  const isAnother = base.discount_type !== kind || base.discount_value === 0;
  if (kind === "buy_x_get_y") {
    const missing = QUANTITIES.find((field) => isAnother && patch[field] === undefined);
    if (missing) throw invalidValue(missing, `is required for ${kind}`);
    return isAnother ? { discount_value: WHOLE, ...definedOf(patch) } : patch;
  }
  const amiss = QUANTITIES.find((field) => patch[field] !== undefined);
  if (amiss) throw invalidValue(amiss, "is of buy_x_get_y only; min_quantity is how many must be bought");
  const unbought = { buy_quantity: 0, get_quantity: 0 };
  if (kind === "free_shipping") {
    if (patch.discount_value) throw invalidValue("discount_value", "must not be said of free_shipping");
    return { ...patch, ...unbought, discount_value: 0 };
  }
  if (isAnother && patch.discount_value === undefined) throw invalidValue("discount_value", `is required for ${kind}`);
  return { ...patch, ...unbought };
}

const QUANTITIES = ["buy_quantity", "get_quantity"] as const;

const WHOLE = 10_000;

/** The promotion, if it can be. `uses` is how often it was used already. */
function validated(promotion: NewPromotion, uses: number): NewPromotion {
  const { title, code, discount_type, discount_value, buy_quantity, get_quantity } = promotion;
  const { starts_at, expires_at, usage_limit } = promotion;
  if (!title.trim()) throw invalidValue("title", "must not be empty");
  if (code !== null && (!code.trim() || code.includes(",")))
    throw invalidValue("code", "must be a text without commas");
  if (discount_type === "percentage" || discount_type === "buy_x_get_y") {
    if (discount_value < 1 || discount_value > WHOLE)
      throw invalidValue("discount_value", "must be a percentage above 0, at most 100");
  }
  if (discount_type === "fixed_amount" && discount_value < 1) throw invalidValue("discount_value", "must be above 0");
  if (discount_type === "buy_x_get_y" && (buy_quantity < 1 || get_quantity < 1)) {
    throw invalidValue("buy_quantity", "and get_quantity must be at least 1");
  }
  if (starts_at && expires_at && Date.parse(expires_at) <= Date.parse(starts_at)) {
    throw invalidValue("expires_at", "must be after starts_at");
  }
  if (usage_limit !== null && usage_limit < uses) {
    throw invalidValue("usage_limit", `must be at least ${uses}: it was used so often`);
  }
  return { ...promotion, code: code?.trim() ?? null };
}

async function targetsOf(
  db: SiteDb,
  { target_type }: NewPromotion,
  base: NewPromotion,
  targets: string[] | undefined,
): Promise<string[]> {
  if (target_type === "store") {
    if (targets?.length) throw invalidValue("targets", "must not be given for the whole store: say target_type");
    return [];
  }
  if (targets === undefined && target_type === base.target_type) return base.target_ids;
  if (!targets?.length) throw invalidValue("targets", `must name ${target_type}`);
  return [...new Set(await idsOf(db, target_type, targets))];
}

/** Twice in it is what was named twice, by its slug and by its id. */
async function idsOf(db: SiteDb, targetType: "products" | "collections" | "categories", refs: string[]) {
  if (targetType === "products") return requireProductIds(db, refs);
  if (targetType === "collections") return requireCollectionRefs(db, refs);
  const ids: string[] = [];
  for (const ref of refs) ids.push((await requireCategoryRef(db, ref)).id);
  return ids;
}
