import { newId } from "../../core/ids.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { BoundedCount, CursorPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { lockStable } from "../../db/locks.ts";
import type { RowImage } from "../../db/recording/recording.ts";
import { adminConditions, type ProductSearch } from "../editing/admin-search.ts";
import { atLeast, countNewestVariants } from "../editing/count-queries.ts";
import { idsIn } from "../editing/product-refs.ts";
import { type FoundVariant, findVariantRefs } from "../editing/ref-queries.ts";
import { isOversold, isTooMany } from "../variant-rules.ts";
import { countStock, type StockRow, stockForAdmin, stockOf, withAtMost } from "./admin-queries.ts";
import { lockVariants } from "./queries.ts";
import { moveStock } from "./stock.ts";

export type { StockRow } from "./admin-queries.ts";

/** Variants of the products found that have at most `max_inventory_quantity` in stock: at most `limit` + 1 of them, and the total. */
export async function searchStock(
  db: SiteDb,
  { max_inventory_quantity: most, ...search }: ProductSearch & { max_inventory_quantity?: number | undefined },
  { limit, after }: CursorPage,
): Promise<{ variants: StockRow[]; total: BoundedCount }> {
  const conditions = await adminConditions(db, search);
  const variants = await stockForAdmin(db, conditions, most, after, limit + 1);
  const total = conditions.isNarrow
    ? { count: await countStock(db, conditions, most), isPartial: false }
    : await countNewestVariants(db, conditions, withAtMost(most));
  return { variants, total: atLeast(variants.length, total) };
}

/** A change of a variant's stock: `by` a difference, or `to` a number. Exactly one of the two. */
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

/**
 * Adjusts stock and records it in the ledger with the note. Differences for the same variant are added up. Throws `variant_not_found`, `variant_required`, `insufficient_stock` and `invalid_value`.
 */
export async function adjustStock(db: SiteDb, adjustments: Adjustment[], note: string | null): Promise<Adjusted[]> {
  const refs = adjustments.map(({ variant }) => variant);
  const variants = await lockVariantRefs(db, refs);
  const stock = new Map((await stockOf(db, idsOf(variants))).map((row) => [row.id, row]));
  const adjusted = sumByVariant(adjustments, variants).map(({ variant, by, to, index }): Adjusted => {
    const current = stock.get(variant.id);
    if (!current) throw notFound([variant.ref]);
    const [before, after] = [current.inventory_quantity, to ?? current.inventory_quantity + by];
    if (isOversold({ ...current, inventory_quantity: after })) throw insufficientStock(variant, index, before);
    if (isTooMany(after)) throw invalidValue(`changes.${index}`, "makes a number that is too large");
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
  db.recording.note(adjusted.flatMap(stockImage));
  return adjusted;
}

const stockImage = ({ variant, before, after }: Adjusted): RowImage[] => {
  const [was, is] = [{ inventory_quantity: before }, { inventory_quantity: after }];
  return before === after ? [] : [{ table: "variants", key: variant.id, before: was, after: is }];
};

/** One adjustment of each variant; `index` is that of its first adjustment. Throws `invalid_value`. */
function sumByVariant(adjustments: Adjustment[], variants: FoundVariant[]) {
  const sums = new Map<string, { variant: FoundVariant; by: number; to: number | undefined; index: number }>();
  for (const [i, { by, to }] of adjustments.entries()) {
    const variant = variants[i] as FoundVariant;
    if ((by === undefined) === (to === undefined)) throw invalidValue(`changes.${i}`, "must have either by or to");
    const earlier = sums.get(variant.id);
    if (earlier && (to !== undefined || earlier.to !== undefined)) {
      throw invalidValue(`changes.${i}`, "is a variant that was given already: only differences (by) are added up");
    }
    sums.set(variant.id, { variant, by: (earlier?.by ?? 0) + (by ?? 0), to, index: earlier?.index ?? i });
  }
  return [...sums.values()];
}

const idsOf = (variants: FoundVariant[]): string[] => variants.map(({ id }) => id);

/**
 * The variant of each reference: an id, a SKU, or a product with one variant. A variant that is named twice comes twice.
 * Throws `variant_not_found`, and `variant_required`, which names the variants that a reference may mean.
 */
export async function requireVariants(db: SiteDb, refs: string[]): Promise<FoundVariant[]> {
  const found = await findVariantRefs(db, refs, idsIn(refs));
  const missing = refs.filter((ref) => !found.some((variant) => variant.ref === ref));
  if (missing.length > 0) throw notFound(missing);
  return variantOfEach(refs, found);
}

/** Of the variants found, that of each reference. Throws `variant_required`, which names the variants that one may mean. */
export const variantOfEach = (refs: string[], found: FoundVariant[]): FoundVariant[] =>
  refs.map((ref) => {
    const [first, ...others] = found.filter((variant) => variant.ref === ref);
    if (others.length > 0) throw ambiguous(ref, found);
    return first as FoundVariant;
  });

/** The same, locked until the transaction ends with the variants `others`: nobody else sells or changes them. */
export async function lockVariantRefs(db: SiteDb, refs: string[], others: string[] = []): Promise<FoundVariant[]> {
  let variants: FoundVariant[] = [];
  const findIds = async () => {
    variants = await requireVariants(db, refs);
    return [...new Set([...idsOf(variants), ...others])];
  };
  await lockStable(findIds, (ids) => lockVariants(db, ids));
  return variants;
}

const notFound = (refs: string[]) =>
  new Problem("variant_not_found", `This store has no variant with id or SKU "${refs.join('", "')}".`);

function ambiguous(ref: string, found: FoundVariant[]): Problem {
  const matches = found.filter((variant) => variant.ref === ref);
  return new Problem("variant_required", `"${ref}" means ${matches.length} variants; name one by its id or SKU.`, {
    extra: {
      allowed: matches.slice(0, 20).map((one) => `${codeOf(one, matches)} (${one.product_slug}, ${one.title})`),
    },
  });
}

/** The SKU when no other match has the same, else the id. */
const codeOf = ({ id, sku }: FoundVariant, matches: FoundVariant[]): string =>
  sku !== null && matches.filter((other) => other.sku === sku).length === 1 ? sku : id;

const insufficientStock = ({ ref }: FoundVariant, i: number, available: number) =>
  new Problem("insufficient_stock", `There ${available === 0 ? "is none" : `are only ${available}`} of ${ref}.`, {
    errors: [{ path: `changes.${i}`, message: `must not take more than ${available}` }],
    extra: { inventory_quantity: available },
  });
