import { maxMinor, proportion } from "../../core/money.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { imageOf, type RowImage } from "../../db/recording/recording.ts";
import { withIds } from "../editing/admin-queries.ts";
import { adminConditions, type ProductSearch } from "../editing/admin-search.ts";
import { findVariants, idsIn, productsNotFound } from "../editing/product-refs.ts";
import { findProductRefs } from "../editing/ref-queries.ts";
import { isNoReduction } from "../variant-rules.ts";
import { variantOfEach } from "./admin.ts";
import {
  countVariants,
  lockPrices,
  lockProducts,
  type NamedVariants,
  type PricedVariant,
  renewPriceRanges,
  updatePrices,
} from "./bulk-price-queries.ts";

/** A change of prices by exactly one of `percent` (hundredths of a percent), `amount` and `price` (minor units). */
export interface PriceChange {
  percent?: number | undefined;
  amount?: number | undefined;
  price?: number | undefined;
  /** Round to multiples of this, in minor units. */
  round_to?: number | undefined;
  rounding?: "nearest" | "up" | "down" | undefined;
  /** The price before a reduction: unchanged, the price until now, or none. */
  compare_at?: "keep" | "old_price" | "none" | undefined;
}

/** One product's prices before and after. */
export interface PriceChanges {
  id: string;
  slug: string;
  /** How many of its variants have another price now. */
  changed: number;
  before: PricedVariant[];
  after: PricedVariant[];
}

const MAX_PRODUCTS = 5000;
const MAX_VARIANTS = 20_000;

/**
 * Changes the prices of what is named, or of all variants of the products that the search finds. Throws `product_not_found`,
 * `variant_required`, and `invalid_value` for a price below zero, and for more than 5,000 products or 20,000 variants.
 */
export async function changePrices(
  db: SiteDb,
  which: { products?: string[] | undefined; search: ProductSearch },
  change: PriceChange,
): Promise<PriceChanges[]> {
  const conditions = await adminConditions(db, which.search, MAX_PRODUCTS);
  const named = which.products && (await requireNamed(db, which.products));
  if (named) conditions.filters.set("named", withIds(named.productIds));
  const ids = (await lockProducts(db, conditions, MAX_PRODUCTS + 1)).map(({ id }) => id);
  if (ids.length > MAX_PRODUCTS) {
    throw new Problem("invalid_value", `More than ${MAX_PRODUCTS} products match; send narrower filters.`);
  }
  if ((await countVariants(db, ids, MAX_VARIANTS + 1)) > MAX_VARIANTS) {
    throw new Problem(
      "invalid_value",
      `The products that match have more than ${MAX_VARIANTS} variants; send narrower filters.`,
    );
  }
  const before = await lockPrices(db, ids, conditions, named);
  const after = before.map((variant) => repriced(variant, change, maxMinor(db.currency)));
  const differing = after.filter((variant, i) => !isSamePrice(variant, before[i] as PricedVariant));
  const changed = [...new Set(differing.map(({ product_id }) => product_id))];
  if (differing.length > 0) {
    await updatePrices(db, differing);
    db.recording.note(after.flatMap((variant, i) => priceImage(before[i] as PricedVariant, variant)));
    await renewPriceRanges(db, changed);
    db.changed(["catalogue"], changed);
  }
  const [old, current, others] = [byProduct(before), byProduct(after), byProduct(differing)];
  return changed.map((id) => {
    const variants = current.get(id) ?? [];
    const slug = variants[0]?.product_slug ?? "";
    return { id, slug, changed: others.get(id)?.length ?? 0, before: old.get(id) ?? [], after: variants };
  });
}

/** What references name: an id or slug of a product all its variants, else an id or SKU one variant. */
async function requireNamed(db: SiteDb, refs: string[]): Promise<NamedVariants & { productIds: string[] }> {
  const whole = (await findProductRefs(db, refs, idsIn(refs))).filter(({ by_sku }) => !by_sku);
  const others = refs.filter((ref) => !whole.some((product) => product.ref === ref));
  const found = await findVariants(db, others);
  const missing = others.filter((ref) => !found.some((variant) => variant.ref === ref));
  if (missing.length > 0) throw productsNotFound(missing);
  const single = variantOfEach(others, found);
  const ofProducts = whole.map(({ id }) => id);
  const productIds = [...ofProducts, ...single.map(({ product_id }) => product_id)];
  return { productIds, ofProducts, ids: single.map(({ id }) => id) };
}

const isSamePrice = (one: PricedVariant, other: PricedVariant): boolean =>
  one.price === other.price && one.compare_at_price === other.compare_at_price;

function priceImage(before: PricedVariant, after: PricedVariant): RowImage[] {
  const pricesOf = ({ price, compare_at_price }: PricedVariant) => ({ price, compare_at_price });
  const image = imageOf("variants", after.id, pricesOf(before), pricesOf(after));
  return image ? [image] : [];
}

function byProduct(variants: PricedVariant[]): Map<string, PricedVariant[]> {
  const groups = new Map<string, PricedVariant[]>();
  for (const variant of variants) groups.set(variant.product_id, [...(groups.get(variant.product_id) ?? []), variant]);
  return groups;
}

function repriced(variant: PricedVariant, change: PriceChange, maxPrice: number): PricedVariant {
  const { compare_at = "keep" } = change;
  const price = rounded(changed(variant, change), change);
  if (price > maxPrice) throw outOfRange(variant);
  const compare = { keep: variant.compare_at_price, old_price: variant.price, none: null }[compare_at];
  // A price before a reduction must be above the price.
  const compared = { ...variant, price, compare_at_price: compare };
  return isNoReduction(compared) ? { ...compared, compare_at_price: null } : compared;
}

function changed(variant: PricedVariant, { percent, amount, price }: PriceChange): number {
  if (price !== undefined) return price;
  const result = percent === undefined ? variant.price + (amount ?? 0) : byPercent(variant.price, percent);
  if (result < 0) throw outOfRange(variant);
  return result;
}

/** At least 1 minor unit, unless the price was 0 or the change is by -100 %. */
const byPercent = (price: number, percent: number): number =>
  Math.max(proportion(price, 10_000 + percent, 10_000), price > 0 && percent > -10_000 ? 1 : 0);

const outOfRange = ({ product_slug, id }: PricedVariant) =>
  invalidValue("amount", `would make the price of ${product_slug} (variant ${id}) negative or too large`);

/** Rounds to a multiple of `round_to`, halves up; a price above 0 becomes at least `round_to`. */
function rounded(price: number, { round_to, rounding = "nearest" }: PriceChange): number {
  if (!round_to || price === 0) return price;
  const [whole, rest] = [Math.floor(price / round_to) * round_to, price % round_to];
  const isUp = rounding === "up" ? rest > 0 : rounding === "nearest" && rest * 2 >= round_to;
  return Math.max(round_to, isUp ? whole + round_to : whole);
}
