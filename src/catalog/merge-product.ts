import { requirePicture } from "../core/media.ts";
import { Problem, unacceptable } from "../core/problem.ts";
import type { ManagedProduct } from "./manage-queries.ts";
import type { ProductInput, VariantInput } from "./product-input.ts";

/** A variant as a merchant speaks of it; amounts are minor units. What is not said stays, or is plain. */
export type VariantPatch = { [K in keyof VariantInput]?: VariantInput[K] | undefined };

/** A product as a merchant speaks of it. */
export type ProductPatch = {
  [K in Exclude<keyof ProductInput, "variants" | "options" | "category_id">]?: ProductInput[K] | undefined;
} & {
  /** Id, slug or name; null: none. */
  category?: string | null | undefined;
  /** Ids or slugs of all collections it is in. */
  collections?: string[] | undefined;
  options?: { name: string; values?: string[] | undefined }[] | undefined;
  /** Those to add or change, known by id, option values or SKU. */
  variants?: VariantPatch[] | undefined;
  /** Ids, SKUs or titles of those to take away. */
  remove_variants?: string[] | undefined;
  /** Said of the only variant of a product without options; prices: of every variant. */
  alone?: VariantPatch | undefined;
};

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

const PLAIN_PRODUCT = {
  description: null,
  status: "draft" as const,
  category_id: null,
  vendor: null,
  product_type: null,
  tags: [],
  images: [],
  seo_title: null,
  seo_description: null,
  is_physical: true,
  charge_tax: false,
};

const MOST_VARIANTS = 250;
const MOST_OPTIONS = 3;

/**
 * What the product is to be: as it is (null: new), with what was said. Throws `invalid_value` when its variants and its
 * options do not fit together.
 */
export function mergeProduct(current: ManagedProduct | null, patch: ProductPatch): ProductInput {
  const { options: _options, variants: _variants, alone: _alone, category: _category, ...rest } = patch;
  const { collections: _collections, remove_variants: _removed, ...said } = rest;
  const variants = mergeVariants(current, patch);
  const options = mergeOptions(current, patch, variants);
  requireFit(options, variants);
  if (patch.options) variants.sort(byOptions(options)); // whoever says the values' order means the variants' too
  const base = current ?? { ...PLAIN_PRODUCT, slug: "", name: "" };
  const fields = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const product = { ...pick(base), ...fields, options, variants };
  requireSound(product);
  return product;
}

function requireSound({ name, images, options, variants }: ProductInput): void {
  if (!name.trim()) throw unacceptable("name", "must not be empty");
  for (const [i, { url }] of images.entries()) requirePicture(`images.${i}.url`, url);
  for (const [i, variant] of variants.entries()) {
    if (Number.isNaN(variant.price))
      throw unacceptable(options.length > 0 ? `variants.${i}.price` : "price", "is required");
    const { image_url, inventory_quantity, track_quantity, continue_selling_when_out_of_stock } = variant;
    if (image_url !== null) requirePicture(`variants.${i}.image_url`, image_url);
    if (inventory_quantity < 0 && track_quantity && !continue_selling_when_out_of_stock) {
      throw unacceptable(`variants.${i}.inventory_quantity`, "must not be below 0 while stock is counted");
    }
  }
}

const pick = (base: Omit<ProductInput, "variants" | "options">): Omit<ProductInput, "variants" | "options"> => ({
  slug: base.slug,
  name: base.name,
  description: base.description,
  status: base.status,
  category_id: base.category_id,
  vendor: base.vendor,
  product_type: base.product_type,
  tags: base.tags,
  images: base.images.map(({ url, alt }) => ({ url, alt })),
  seo_title: base.seo_title,
  seo_description: base.seo_description,
  is_physical: base.is_physical,
  charge_tax: base.charge_tax,
});

function mergeVariants(current: ManagedProduct | null, patch: ProductPatch): VariantInput[] {
  const { alone = {}, variants: wanted = [], remove_variants: removed = [], options } = patch;
  const wasSimple = current === null || current.options.length === 0;
  const becomesMany = wasSimple && (options?.length || wanted.some(({ option_values }) => option_values));
  const stored = (current?.variants ?? []).map((variant) => ({ ...PLAIN_VARIANT, ...asInput(variant) }));
  const kept = becomesMany ? [] : stored.filter((variant) => !removed.some((ref) => isMeant(variant, ref)));
  refuseUnknown(removed, stored);

  const { id: _id, ...like } = stored[0] ?? PLAIN_VARIANT;
  const template = { ...like, ...ONE_OF_A_KIND, ...definedOf(alone) };
  const merged = kept.map((variant) => ({ ...variant, ...(kept.length > 1 ? pricesOf(alone) : definedOf(alone)) }));
  if (kept.length > 1) refuseSingleFacts(alone);
  for (const one of wanted) {
    const at = merged.findIndex((variant) => isSame(variant, one));
    if (at >= 0) merged[at] = { ...(merged[at] as VariantInput), ...definedOf(one) };
    else merged.push({ ...template, ...definedOf(one) });
  }
  if (wanted.length === 0 && becomesMany && options)
    return combinations(options).map((option_values) => ({ ...template, option_values }));
  if (merged.length === 0 && current !== null && !wasSimple)
    throw unacceptable("remove_variants", "must leave one variant");
  return merged.length > 0 ? merged : [template];
}

/** What no two variants share. */
const ONE_OF_A_KIND = { option_values: {}, sku: null, barcode: null, inventory_quantity: 0, image_url: null };

const asInput = ({ title: _title, ...variant }: ManagedProduct["variants"][number]): VariantInput => variant;

const definedOf = (patch: VariantPatch): Partial<VariantInput> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));

const pricesOf = ({ price, compare_at_price, cost }: VariantPatch) => definedOf({ price, compare_at_price, cost });

function refuseSingleFacts({ price: _price, compare_at_price: _compare, cost: _cost, ...others }: VariantPatch): void {
  const [said] = Object.keys(definedOf(others));
  if (said) throw unacceptable(said, "must be said of each variant, in variants: the product has several");
}

const isMeant = ({ id, sku, option_values }: VariantInput, ref: string): boolean =>
  id === ref.toLowerCase() || sku === ref || Object.values(option_values).join(" / ") === ref;

function refuseUnknown(removed: string[], stored: VariantInput[]): void {
  const unknown = removed.filter((ref) => !stored.some((variant) => isMeant(variant, ref)));
  if (unknown.length > 0)
    throw new Problem("variant_not_found", `The product has no variant "${unknown.join('", "')}".`);
}

/** A variant is known by its id, else by its option values, else by its SKU. */
function isSame(variant: VariantInput, { id, option_values, sku }: VariantPatch): boolean {
  if (id !== undefined) return variant.id === id.toLowerCase();
  if (option_values !== undefined) return sameValues(variant.option_values, option_values);
  return sku !== undefined && sku !== null && variant.sku === sku;
}

const sameValues = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

type Options = ProductInput["options"];

/** The options that were named, or those there are, or those the variants use; each with every value that is used. */
function mergeOptions(current: ManagedProduct | null, { options }: ProductPatch, variants: VariantInput[]): Options {
  const used = variants.flatMap(({ option_values }) => Object.keys(option_values));
  const stored = current?.options.length ? current.options : undefined;
  const named = options ?? stored ?? [...new Set(used)].map((name) => ({ name, values: [] }));
  return named.map(({ name, values = [] }) => {
    const inUse = variants.flatMap(({ option_values }) => option_values[name] ?? []);
    const listed = values.filter((value) => inUse.includes(value));
    return { name, values: [...new Set([...listed, ...inUse])] };
  });
}

/** The order of a table of all combinations. */
const byOptions =
  (options: Options) =>
  (one: VariantInput, other: VariantInput): number => {
    const place = ({ option_values }: VariantInput, { name, values }: Options[number]) =>
      values.indexOf(option_values[name] ?? "");
    const first = options.find((option) => place(one, option) !== place(other, option));
    return first ? place(one, first) - place(other, first) : 0;
  };

function requireFit(options: Options, variants: VariantInput[]): void {
  if (options.length > MOST_OPTIONS) throw unacceptable("options", `must be at most ${MOST_OPTIONS}`);
  if (variants.length > MOST_VARIANTS) throw unacceptable("variants", `must be at most ${MOST_VARIANTS}`);
  if (new Set(options.map(({ name }) => name)).size < options.length)
    throw unacceptable("options", "must have different names");
  if (options.length === 0 && variants.length > 1) throw unacceptable("variants", "must differ by options");
  const names = options.map(({ name }) => name);
  const seen = new Set<string>();
  for (const [i, { option_values }] of variants.entries()) {
    const path = `variants.${i}.option_values`;
    const missing = names.filter((name) => !option_values[name]);
    const unknown = Object.keys(option_values).filter((name) => !names.includes(name));
    if (missing.length > 0) throw unacceptable(path, `must have a value for ${missing.join(", ")}`);
    if (unknown.length > 0)
      throw unacceptable(path, `must not have ${unknown.join(", ")}: the options are ${names.join(", ")}`);
    const combination = JSON.stringify(names.map((name) => option_values[name]));
    if (seen.has(combination)) throw unacceptable(path, "must not be those of another variant");
    seen.add(combination);
  }
}

function combinations(options: { name: string; values?: string[] | undefined }[]): Record<string, string>[] {
  const count = options.reduce((product, { values = [] }) => product * values.length, 1);
  if (count > MOST_VARIANTS) throw unacceptable("options", `must make at most ${MOST_VARIANTS} variants`);
  if (count === 0) throw unacceptable("options", "must each have values, or variants must be given");
  return options.reduce<Record<string, string>[]>(
    (sofar, { name, values = [] }) => sofar.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
