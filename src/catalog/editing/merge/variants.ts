import { definedOf } from "../../../core/changes.ts";
import { invalidValue, Problem } from "../../../core/problem.ts";
import { truncate } from "../../../core/text/truncate.ts";
import { initialValues, pickFields } from "../../field.ts";
import { perVariantFields, priceFields, variantDefaults } from "../../product-fields.ts";
import { isNoReduction } from "../../variant-rules.ts";
import type { AdminProduct } from "../admin-queries.ts";
import type { VariantInput } from "../input.ts";
import type { ProductPatch, VariantPatch } from "../patch.ts";
import { combinations, newCombinations, refuseRenaming } from "./options.ts";

/**
 * The variants after a patch. The patch's variants are matched by id, by option values or by SKU; the others stay.
 * Throws `variant_not_found`, and `invalid_value` with the argument that is wrong.
 */
export function mergeVariants(current: AdminProduct | null, patch: ProductPatch): VariantInput[] {
  const { soleVariant = {}, variants: patches = [], remove_variants: removed = [], options } = patch;
  const stored = current?.variants ?? [];
  const before = stored.map(asInput);
  const { id: _id, ...like }: VariantInput = before[0] ?? variantDefaults;
  // Top-level fields change the variants of an existing product. Of these fields, only prices also apply to new variants.
  const top = definedOf(current ? pricesOf(soleVariant) : soleVariant);
  const newVariant = (path: string, one: VariantPatch): VariantInput =>
    mergedVariant(path, { ...like, ...initialValues(perVariantFields) }, { ...top, ...definedOf(one) });
  if (before.every(hasNoOptions) && (options?.length || patches.some(hasOptions))) {
    return withFirstOptions(stored, newVariant, patch);
  }
  refuseUnknown(removed, stored);
  const kept = stored.filter((variant) => !removed.some((ref) => matchesRef(variant, ref))).map(asInput);
  if (kept.length === 0 && current) throw invalidValue("remove_variants", "must leave one variant");
  if (kept.length > 1) refuseFieldsOfOneVariant(soleVariant);
  // Matched before any variant changes: a change may give one variant the option values of another.
  const indexes = patches.map((one, i) => indexOfVariant(kept, one, `variants.${i}`, stored));
  refuseRemoved(patches, before, kept);
  const variants = kept.map((variant, i) => (indexes.includes(i) ? variant : changedVariant("", variant, soleVariant)));
  for (const [i, one] of patches.entries()) {
    const [at = -1, path] = [indexes[i], `variants.${i}.`];
    const known = variants[at];
    if (known && indexes.indexOf(at) < i) throw invalidValue(`variants.${i}`, "is a variant that was given already");
    if (known) variants[at] = changedVariant(path, known, { ...soleVariant, ...definedOf(one) });
    else variants.push(newVariant(path, one));
  }
  if (options && patches.length === 0 && current) {
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
 * The variants of a product that gets its first options: those of the patch, or every combination. The variant that is there
 * becomes the one that names its id, with its stock and its lines in carts; never a new one that does not say so.
 */
function withFirstOptions(
  stored: Stored[],
  newVariant: (path: string, one: VariantPatch) => VariantInput,
  { variants: patches = [], remove_variants: removed = [], soleVariant = {}, options = [] }: ProductPatch,
): VariantInput[] {
  const [old] = stored.map(asInput);
  if (old) refuseFieldsOfOneVariant(soleVariant);
  if (removed.length > 0) throw invalidValue("remove_variants", "must leave the variant that gets the first options");
  const given: VariantPatch[] =
    patches.length > 0 ? patches : combinations(options).map((option_values) => ({ option_values }));
  const inheriting = given.findIndex(({ id }) => id !== undefined);
  for (const [i, { id }] of given.entries()) {
    if (id !== undefined && id.toLowerCase() !== old?.id) throw noVariant([id], stored, `variants.${i}.id`);
    if (id !== undefined && i > inheriting) throw invalidValue(`variants.${i}`, "is a variant that was given already");
  }
  if (old && inheriting < 0) throw mustNameStored(old, given[0]?.option_values);
  return given.map((one, i) => {
    const path = `variants.${i}.`;
    const { id: _id, ...fields } = one;
    return old && i === inheriting
      ? changedVariant(path, old, { ...pricesOf(soleVariant), ...definedOf(fields) })
      : newVariant(path, fields);
  });
}

/** The refusal of variants that do not say what becomes of the one that is there. */
function mustNameStored({ id, inventory_quantity }: VariantInput, option_values = {}): Problem {
  const values = Object.fromEntries(Object.keys(option_values).map((name) => [name, "…"]));
  const example = truncate(JSON.stringify({ id, option_values: values }));
  return invalidValue(
    "variants",
    `must say what becomes of the variant that is there, with ${inventory_quantity} in stock: send its id with the values that it gets, ${example}, beside the new ones`,
  );
}

/** An existing variant after a patch. */
function changedVariant(path: string, known: VariantInput, patch: VariantPatch): VariantInput {
  const { inventory_quantity = known.inventory_quantity } = patch;
  // Setting the number that a merchant saw would undo the sales since; only the current number may be given.
  if (inventory_quantity !== known.inventory_quantity) {
    throw invalidValue(`${path}inventory_quantity`, "of an existing variant is changed with inventory_adjust");
  }
  const { id: _id, ...fields } = patch;
  return mergedVariant(path, known, fields);
}

/** Refuses a given compare-at price that is not above the price. Removes a stored one that no longer is. */
function mergedVariant(path: string, base: VariantInput, patch: VariantPatch): VariantInput {
  const variant = { ...base, ...definedOf(patch) } as VariantInput;
  if (!isNoReduction(variant)) return variant;
  if (patch.price === undefined && patch.compare_at_price === undefined) return variant;
  if (typeof patch.compare_at_price === "number") {
    throw invalidValue(`${path}compare_at_price`, "must be above the price");
  }
  return { ...variant, compare_at_price: null };
}

const pricesOf = (patch: VariantPatch): VariantPatch => pickFields(priceFields, patch);

function refuseFieldsOfOneVariant(patch: VariantPatch): void {
  const single = Object.keys(definedOf(patch)).find((name) => !(name in priceFields));
  if (single) throw invalidValue(single, "must be set for each variant, in variants: the product has several");
}

const matchesRef = ({ id, sku, title }: Stored, ref: string): boolean =>
  id === ref.toLowerCase() || sku === ref || title === ref;

function refuseUnknown(removed: string[], stored: Stored[]): void {
  const unknown = removed.filter((ref) => !stored.some((variant) => matchesRef(variant, ref)));
  if (unknown.length > 0) throw noVariant(unknown, stored);
}

/** A variant cannot be removed and added in one call: it would lose its stock. */
function refuseRemoved(patches: VariantPatch[], before: VariantInput[], kept: VariantInput[]): void {
  const gone = before.filter(({ id }) => !kept.some((variant) => variant.id === id));
  const at = patches.findIndex(
    ({ id, option_values }) =>
      id === undefined && option_values && gone.some((variant) => sameValues(variant.option_values, option_values)),
  );
  if (at >= 0) throw invalidValue(`variants.${at}`, "must not be one that remove_variants removes");
}

const noVariant = (refs: string[], stored: Stored[], path = "remove_variants") =>
  new Problem("variant_not_found", `The product has no variant "${refs.join('", "')}".`, {
    errors: [{ path, message: "must be a variant of the product" }],
    extra: { allowed: stored.slice(0, 20).map(({ title }) => title) },
  });

/** The index of the variant with the patch's id, else its option values, else its SKU; -1 for a new variant. */
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
  if (variants.every(hasNoOptions) && Object.keys(option_values).length === 0) {
    const [only] = variants;
    if (!only || sku == null || sku === only.sku) return variants.length - 1;
    throw invalidValue(`${path}.sku`, `is not that of the product's one variant: to change it, send its id ${only.id}`);
  }
  if (Object.keys(option_values).length > 0) {
    return variants.findIndex((variant) => sameValues(variant.option_values, option_values));
  }
  const same = variants.filter((variant) => sku !== undefined && sku !== null && variant.sku === sku);
  if (same.length > 1) throw invalidValue(`${path}.sku`, `belongs to ${same.length} variants: send the id of one`);
  return variants.indexOf(same[0] as VariantInput);
}

const sameValues = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => Object.hasOwn(other, name) && other[name] === value);
