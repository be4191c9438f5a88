import { definedOf } from "../../core/changes.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { AdminProduct } from "./admin-queries.ts";
import { initialValues, pickFields } from "./field.ts";
import type { VariantInput } from "./input.ts";
import { combinations, newCombinations, refuseRenaming } from "./merge-options.ts";
import type { ProductPatch, VariantPatch } from "./patch.ts";
import { perVariantFields, priceFields, variantFields } from "./product-fields.ts";

/**
 * The variants as they are to be. Those that were said are known by id, by option values or by SKU; the others stay.
 * Throws `variant_not_found`, and `invalid_value` naming what cannot be.
 */
export function mergeVariants(current: AdminProduct | null, patch: ProductPatch): VariantInput[] {
  const { soleVariant = {}, variants: said = [], remove_variants: removed = [], options } = patch;
  const stored = current?.variants ?? [];
  const before = stored.map(asInput);
  const { id: _id, ...like }: VariantInput = before[0] ?? initialValues(variantFields);
  // What is said at the top of a product that is there is said of the variants it has; only prices are of new ones too.
  const top = definedOf(current ? pricesOf(soleVariant) : soleVariant);
  const newVariant = (path: string, one: VariantPatch): VariantInput =>
    mergedVariant(path, { ...like, ...initialValues(perVariantFields) }, { ...top, ...definedOf(one) });
  if (before.every(hasNoOptions) && (options?.length || said.some(hasOptions))) {
    return withFirstOptions(stored, newVariant, patch);
  }
  refuseUnknown(removed, stored);
  const kept = stored.filter((variant) => !removed.some((ref) => matchesRef(variant, ref))).map(asInput);
  if (kept.length === 0 && current) throw invalidValue("remove_variants", "must leave one variant");
  if (kept.length > 1) refuseFieldsOfOneVariant(soleVariant);
  const places = said.map((one, i) => indexOfVariant(kept, one, `variants.${i}`, stored)); // before any of them is another
  refuseRemoved(said, before, kept);
  const variants = kept.map((variant, i) => (places.includes(i) ? variant : changedVariant("", variant, soleVariant)));
  for (const [i, one] of said.entries()) {
    const [at = -1, path] = [places[i], `variants.${i}.`];
    const known = variants[at];
    if (known && places.indexOf(at) < i) throw invalidValue(`variants.${i}`, "is a variant that is said already");
    if (known) variants[at] = changedVariant(path, known, { ...soleVariant, ...definedOf(one) });
    else variants.push(newVariant(path, one));
  }
  if (options && said.length === 0 && current) {
    refuseRenaming(options, kept);
    for (const option_values of newCombinations(options, before)) variants.push(newVariant("", { option_values }));
  }
  const [only = newVariant("", {})] = variants;
  if (variants.length > 1) return variants;
  return options?.length === 0 ? [{ ...only, option_values: {} }] : [only];
}

type Stored = AdminProduct["variants"][number];
const asInput = ({ title: _title, ...variant }: Stored): VariantInput => variant;
const hasOptions = ({ option_values = {} }: VariantPatch): boolean => Object.keys(option_values).length > 0;
const hasNoOptions = (variant: VariantInput): boolean => !hasOptions(variant);

/**
 * A product gets its first options: those variants that were said, or every combination. The one it had, with its
 * stock and its place in carts, goes on as the one that names its id, else as the first.
 */
function withFirstOptions(
  stored: Stored[],
  newVariant: (path: string, one: VariantPatch) => VariantInput,
  { variants: said = [], remove_variants: removed = [], soleVariant = {}, options = [] }: ProductPatch,
): VariantInput[] {
  const [old] = stored.map(asInput);
  if (old) refuseFieldsOfOneVariant(soleVariant);
  if (removed.length > 0) throw invalidValue("remove_variants", "must leave the variant that gets the first options");
  const wanted = said.length > 0 ? said : combinations(options).map((option_values) => ({ option_values }));
  const inheritingVariant = Math.max(
    0,
    wanted.findIndex(({ id }: VariantPatch) => id !== undefined),
  );
  for (const [i, { id }] of (wanted as VariantPatch[]).entries()) {
    if (id !== undefined && id.toLowerCase() !== old?.id) throw noVariant([id], stored, `variants.${i}.id`);
    if (id !== undefined && i > inheritingVariant)
      throw invalidValue(`variants.${i}`, "is a variant that is said already");
  }
  return wanted.map((one, i) => {
    const path = `variants.${i}.`;
    const { id: _id, ...facts } = one as VariantPatch;
    return old && i === inheritingVariant
      ? changedVariant(path, old, { ...pricesOf(soleVariant), ...definedOf(facts) })
      : newVariant(path, facts);
  });
}

/** What was said of a variant that is there already. */
function changedVariant(path: string, known: VariantInput, said: VariantPatch): VariantInput {
  const { inventory_quantity = known.inventory_quantity } = said;
  // Who sets what they saw undoes the sales since, so stock is said by how much. What it is now may be repeated.
  if (inventory_quantity !== known.inventory_quantity) {
    throw invalidValue(`${path}inventory_quantity`, "of a variant that is there is changed by inventory_adjust");
  }
  const { id: _id, ...facts } = said;
  return mergedVariant(path, known, facts);
}

/** A price before a reduction is above the price: one that was said must be, one that was there goes with a new price. */
function mergedVariant(path: string, base: VariantInput, said: VariantPatch): VariantInput {
  const variant = { ...base, ...definedOf(said) } as VariantInput;
  const { price, compare_at_price } = variant;
  if (compare_at_price === null || !(compare_at_price <= price)) return variant;
  if (said.price === undefined && said.compare_at_price === undefined) return variant;
  if (typeof said.compare_at_price === "number") {
    throw invalidValue(`${path}compare_at_price`, "must be above the price");
  }
  return { ...variant, compare_at_price: null };
}

const pricesOf = (patch: VariantPatch): VariantPatch => pickFields(priceFields, patch);

function refuseFieldsOfOneVariant(patch: VariantPatch): void {
  const single = Object.keys(definedOf(patch)).find((name) => !(name in priceFields));
  if (single) throw invalidValue(single, "must be said of each variant, in variants: the product has several");
}

const matchesRef = ({ id, sku, title }: Stored, ref: string): boolean =>
  id === ref.toLowerCase() || sku === ref || title === ref;

function refuseUnknown(removed: string[], stored: Stored[]): void {
  const unknown = removed.filter((ref) => !stored.some((variant) => matchesRef(variant, ref)));
  if (unknown.length > 0) throw noVariant(unknown, stored);
}

/** One variant cannot go and come in one call: it would come back as the old one, without what it had. */
function refuseRemoved(said: VariantPatch[], before: VariantInput[], kept: VariantInput[]): void {
  const gone = before.filter(({ id }) => !kept.some((variant) => variant.id === id));
  const at = said.findIndex(
    ({ id, option_values }) =>
      id === undefined && option_values && gone.some((variant) => sameValues(variant.option_values, option_values)),
  );
  if (at >= 0) throw invalidValue(`variants.${at}`, "must not be one that remove_variants takes away");
}

const noVariant = (refs: string[], stored: Stored[], path = "remove_variants") =>
  new Problem("variant_not_found", `The product has no variant "${refs.join('", "')}".`, {
    errors: [{ path, message: "must be a variant of the product" }],
    extra: { allowed: stored.slice(0, 20).map(({ title }) => title) },
  });

/** Where a variant is that is known by its id, else by its option values, else by its SKU; -1: it is a new one. */
function indexOfVariant(
  variants: VariantInput[],
  { id, option_values = {}, sku }: VariantPatch,
  path: string,
  stored: Stored[],
): number {
  if (id !== undefined) {
    const at = variants.findIndex((variant) => variant.id === id.toLowerCase());
    if (at < 0) throw noVariant([id], stored, `${path}.id`);
    return at;
  }
  if (variants.every(hasNoOptions) && Object.keys(option_values).length === 0) return variants.length - 1;
  if (Object.keys(option_values).length > 0) {
    return variants.findIndex((variant) => sameValues(variant.option_values, option_values));
  }
  const same = variants.filter((variant) => sku !== undefined && sku !== null && variant.sku === sku);
  if (same.length > 1) throw invalidValue(`${path}.sku`, `is that of ${same.length} variants: name one by its id`);
  return variants.indexOf(same[0] as VariantInput);
}

const sameValues = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => Object.hasOwn(other, name) && other[name] === value);
