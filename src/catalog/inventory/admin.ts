import { newId } from "../../core/ids.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { CursorPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { lockStable } from "../../db/locks.ts";
import { adminConditions, type ProductSearch } from "../editing/admin-search.ts";
import { idsIn } from "../editing/product-refs.ts";
import { type FoundVariant, findVariantRefs } from "../editing/ref-queries.ts";
import { countStock, type StockRow, stockForAdmin, stockOf } from "./admin-queries.ts";
import { lockVariants, moveStock } from "./queries.ts";

export type { StockRow } from "./admin-queries.ts";

/** Variants of the products that are found, with at most so many in stock; at most one more than `limit`. */
export async function searchStock(
  db: SiteDb,
  { max_quantity, ...search }: ProductSearch & { max_quantity?: number | undefined },
  { limit, after }: CursorPage,
): Promise<{ variants: StockRow[]; total: number }> {
  const conditions = await adminConditions(db, search);
  const variants = await stockForAdmin(db, conditions, max_quantity, after, limit + 1);
  return { variants, total: await countStock(db, conditions, max_quantity) };
}

/** `by` so many more or less, or `to` so many. */
export interface Adjustment {
  variant: string;
  by?: number | undefined;
  to?: number | undefined;
}

export interface Adjusted {
  variant: FoundVariant;
  before: number;
  after: number;
}

const MAX_UNITS = 1_000_000_000;

/**
 * Adjusts stock and enters it in the ledger with the note; of a variant that is named several times, what is to be added
 * is added up. Throws `variant_not_found`, `variant_required`, `insufficient_stock` and `invalid_value`.
 */
export async function adjustStock(db: SiteDb, adjustments: Adjustment[], note: string | null): Promise<Adjusted[]> {
  const refs = adjustments.map(({ variant }) => variant);
  const variants = await lockVariantRefs(db, refs);
  const stock = new Map((await stockOf(db, idsOf(variants))).map((row) => [row.id, row]));
  const adjusted = sumByVariant(adjustments, variants).map(({ variant, by, to, at }): Adjusted => {
    const held = stock.get(variant.id);
    if (!held) throw notFound([variant.ref]);
    const [before, after] = [held.inventory_quantity, to ?? held.inventory_quantity + by];
    if (held.is_limited && after < 0) throw insufficientStock(variant, at, before);
    if (Math.abs(after) > MAX_UNITS) throw invalidValue(`changes.${at}`, "is beyond what can be counted");
    return { variant, before, after };
  });
  const moves = adjusted
    .filter(({ before, after }) => before !== after)
    .map(({ variant, before, after }) => ({
      id: newId(),
      variant_id: variant.id,
      quantity: after - before,
      order_id: null,
      order_item_id: null,
      note,
    }));
  if (moves.length > 0) await moveStock(db, "adjustment", moves);
  return adjusted;
}

/** One adjustment of each variant; `at` is where it was said first. Throws `invalid_value`. */
function sumByVariant(adjustments: Adjustment[], variants: FoundVariant[]) {
  const sums = new Map<string, { variant: FoundVariant; by: number; to: number | undefined; at: number }>();
  for (const [i, { by, to }] of adjustments.entries()) {
    const variant = variants[i] as FoundVariant;
    if ((by === undefined) === (to === undefined)) throw invalidValue(`changes.${i}`, "must have either by or to");
    const sofar = sums.get(variant.id);
    if (sofar && (to !== undefined || sofar.to !== undefined)) {
      throw invalidValue(`changes.${i}`, "is a variant that is named twice: only changes by so many are added up");
    }
    sums.set(variant.id, { variant, by: (sofar?.by ?? 0) + (by ?? 0), to, at: sofar?.at ?? i });
  }
  return [...sums.values()];
}

const idsOf = (variants: FoundVariant[]): string[] => variants.map(({ id }) => id);

/**
 * The one variant that each means: an id, a SKU, or the product when it has but one. Throws
 * `variant_not_found`, and `variant_required` naming those there are. One that is named twice comes twice.
 */
async function requireVariants(db: SiteDb, refs: string[]): Promise<FoundVariant[]> {
  const found = await findVariantRefs(db, refs, idsIn(refs));
  const missing = refs.filter((ref) => !found.some((variant) => variant.ref === ref));
  if (missing.length > 0) throw notFound(missing);
  const variants = refs.map((ref) => {
    const [first, ...others] = found.filter((variant) => variant.ref === ref);
    if (others.length > 0) throw ambiguous(ref, found);
    return first as FoundVariant;
  });
  return variants;
}

/** The same, which nobody else sells or changes until the transaction ends. */
export async function lockVariantRefs(db: SiteDb, refs: string[]): Promise<FoundVariant[]> {
  let variants: FoundVariant[] = [];
  const meant = async () => {
    variants = await requireVariants(db, refs);
    return [...new Set(idsOf(variants))];
  };
  await lockStable(meant, (ids) => lockVariants(db, ids));
  return variants;
}

const notFound = (refs: string[]) =>
  new Problem("variant_not_found", `This store has no variant with id or SKU "${refs.join('", "')}".`);

function ambiguous(ref: string, found: FoundVariant[]): Problem {
  const meant = found.filter((variant) => variant.ref === ref);
  return new Problem("variant_required", `"${ref}" means ${meant.length} variants; name one by its id or SKU.`, {
    extra: { allowed: meant.slice(0, 20).map((one) => `${codeOf(one, meant)} (${one.product_slug}, ${one.title})`) },
  });
}

/** The SKU when it is the variant's own, else the id. */
const codeOf = ({ id, sku }: FoundVariant, meant: FoundVariant[]): string =>
  sku !== null && meant.filter((other) => other.sku === sku).length === 1 ? sku : id;

const insufficientStock = ({ ref }: FoundVariant, i: number, available: number) =>
  new Problem("insufficient_stock", `There are only ${available} of ${ref}.`, {
    errors: [{ path: `changes.${i}`, message: `must not take more than ${available}` }],
    extra: { available },
  });
