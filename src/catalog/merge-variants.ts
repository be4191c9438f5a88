import { Problem, unacceptable } from "../core/problem.ts";
import type { ManagedProduct } from "./manage-queries.ts";
import { combinations, newCombinations } from "./merge-options.ts";
import type { VariantInput } from "./product-input.ts";
import type { ProductPatch, VariantPatch } from "./product-patch.ts";

const PLAIN_VARIANT: VariantInput = {
  option_values: {},
  sku: null,
  barcode: null,
  price: Number.NaN, // must be said: nothing is given away by forgetting
  compare_at_price: null,
  cost: null,
  inventory_quantity: 0,
  track_quantity: true,
  continue_selling_when_out_of_stock: false,
  image_url: null,
  weight: null,
  weight_unit: "kg",
};

/** What no two variants share. */
const ONE_OF_A_KIND = { option_values: {}, sku: null, barcode: null, inventory_quantity: 0, image_url: null };

/**
 * The variants as they are to be. Those that were said are known by id, by option values or by SKU; the others stay.
 * Throws `variant_not_found`, and `invalid_value` naming what cannot be.
 */
export function mergeVariants(current: ManagedProduct | null, patch: ProductPatch): VariantInput[] {
  const { alone = {}, variants: said = [], remove_variants: removed = [], options } = patch;
  const stored = (current?.variants ?? []).map(asInput);
  const { id: _id, ...like } = stored[0] ?? PLAIN_VARIANT;
  const template = merged("", { ...like, ...ONE_OF_A_KIND }, alone);
  if (stored.every(isAlone) && (options?.length || said.some(hasOptions))) {
    return withFirstOptions(stored[0], template, patch);
  }
  refuseUnknown(removed, stored);
  const kept = stored.filter((variant) => !removed.some((ref) => isMeant(variant, ref)));
  if (kept.length > 1) refuseSingleFacts(alone);
  const variants = kept.map((variant) => changed("", variant, alone));
  for (const [i, one] of said.entries()) {
    const at = variants.findIndex((variant) => isSame(variant, one, kept.every(isAlone)));
    const known = variants[at];
    if (known) variants[at] = changed(`variants.${i}.`, known, one);
    else if (one.id !== undefined) throw noVariant([one.id]);
    else variants.push(merged(`variants.${i}.`, template, one));
  }
  if (options && said.length === 0 && current) {
    for (const option_values of newCombinations(options, variants)) variants.push({ ...template, option_values });
  }
  if (variants.length > 0) return variants;
  if (current) throw unacceptable("remove_variants", "must leave one variant");
  return [template];
}

const asInput = ({ title: _title, ...variant }: ManagedProduct["variants"][number]): VariantInput => variant;
const hasOptions = ({ option_values = {} }: VariantPatch): boolean => Object.keys(option_values).length > 0;
const isAlone = (variant: VariantInput): boolean => !hasOptions(variant);

/**
 * A product gets its first options: those variants that were said, or every combination. The one it had, with its
 * stock and its place in carts, goes on as the one that names its id, else as the first.
 */
function withFirstOptions(
  old: VariantInput | undefined,
  template: VariantInput,
  { variants: said = [], alone = {}, options = [] }: ProductPatch,
): VariantInput[] {
  const wanted = said.length > 0 ? said : combinations(options).map((option_values) => ({ option_values }));
  const foreign = wanted.flatMap(({ id }: VariantPatch) => (id === undefined || id === old?.id ? [] : [id]));
  if (foreign.length > 0) throw noVariant(foreign);
  const heir = Math.max(
    0,
    wanted.findIndex(({ id }: VariantPatch) => id !== undefined),
  );
  return wanted.map((one, i) => {
    const path = `variants.${i}.`;
    return old && i === heir ? merged(path, merged("", old, pricesOf(alone)), one) : merged(path, template, one);
  });
}

/** What was said of a variant that is there already. */
function changed(path: string, known: VariantInput, said: VariantPatch): VariantInput {
  const { inventory_quantity = known.inventory_quantity } = said;
  // Who sets what they saw undoes the sales since, so stock is said by how much. What it is now may be repeated.
  if (inventory_quantity !== known.inventory_quantity) {
    throw unacceptable(`${path}inventory_quantity`, "of a variant that is there is changed by inventory_adjust");
  }
  const { id: _id, ...facts } = said;
  return merged(path, known, facts);
}

/** A price before a reduction is above the price: one that was said must be, one that was there is dropped. */
function merged(path: string, base: VariantInput, said: VariantPatch): VariantInput {
  const defined = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const variant: VariantInput = { ...base, ...defined };
  const { price, compare_at_price } = variant;
  if (compare_at_price === null || !(compare_at_price <= price)) return variant;
  if (typeof said.compare_at_price === "number") {
    throw unacceptable(`${path}compare_at_price`, "must be above the price");
  }
  return { ...variant, compare_at_price: null };
}

const pricesOf = ({ price, compare_at_price, cost }: VariantPatch): VariantPatch => ({
  price,
  compare_at_price,
  cost,
});

function refuseSingleFacts({ price: _price, compare_at_price: _compare, cost: _cost, ...others }: VariantPatch): void {
  const [said] = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (said) throw unacceptable(said, "must be said of each variant, in variants: the product has several");
}

const isMeant = ({ id, sku, option_values }: VariantInput, ref: string): boolean =>
  id === ref.toLowerCase() || sku === ref || Object.values(option_values).join(" / ") === ref;

function refuseUnknown(removed: string[], stored: VariantInput[]): void {
  const unknown = removed.filter((ref) => !stored.some((variant) => isMeant(variant, ref)));
  if (unknown.length > 0) throw noVariant(unknown);
}

const noVariant = (refs: string[]) =>
  new Problem("variant_not_found", `The product has no variant "${refs.join('", "')}".`);

/** A variant is known by its id, else by its option values, else by its SKU, else as the only one there is. */
function isSame(variant: VariantInput, { id, option_values, sku }: VariantPatch, isOnly: boolean): boolean {
  if (id !== undefined) return variant.id === id.toLowerCase();
  if (isOnly && Object.keys(option_values ?? {}).length === 0) return true;
  if (option_values !== undefined) return sameValues(variant.option_values, option_values);
  return sku !== undefined && sku !== null && variant.sku === sku;
}

const sameValues = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => Object.hasOwn(other, name) && other[name] === value);
