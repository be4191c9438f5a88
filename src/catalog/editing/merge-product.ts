import { definedOf } from "../../core/changes.ts";
import { requireImageAddress } from "../../core/media.ts";
import { invalidValue } from "../../core/problem.ts";
import { fold } from "../../core/text/fold.ts";
import type { AdminProduct } from "./admin-queries.ts";
import type { ProductInput } from "./input.ts";
import { MAX_ENTRY } from "./limits.ts";
import { byOptions, mergeOptions, requireFit } from "./merge-options.ts";
import { mergeVariants } from "./merge-variants.ts";
import type { ProductPatch } from "./patch.ts";

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

/**
 * What the product is to be: as it is (null: new), with what was said. Throws `invalid_value` when its variants and its
 * options do not fit together.
 */
export function mergeProduct(current: AdminProduct | null, patch: ProductPatch): ProductInput {
  const { options: _options, variants: _variants, alone: _alone, category: _category, ...rest } = patch;
  const { collections: _collections, remove_variants: _removed, ...said } = rest;
  const variants = mergeVariants(current, patch);
  const options = mergeOptions(current, patch, variants);
  requireFit(options, variants, current === null);
  if (patch.options) variants.sort(byOptions(options)); // whoever says the values' order means the variants' too
  const base = current ?? { ...PLAIN_PRODUCT, slug: "", name: "" };
  const product = { ...pick(base), ...definedOf(said), options, variants } as ProductInput;
  requireSound(product, current);
  return product;
}

/** What was there already is not looked at again: imports take what other shops had. */
function requireSound(product: ProductInput, current: AdminProduct | null): void {
  const { name, images, options, variants } = product;
  if (!name.trim()) throw invalidValue("name", "must not be empty");
  if (Buffer.byteLength(fold(name)) > MAX_ENTRY) throw invalidValue("name", "is longer than can be sorted by");
  const known = new Set(current?.images.map(({ url }) => url));
  for (const [i, { url }] of images.entries()) {
    if (!known.has(url)) requireImageAddress(`images.${i}.url`, url);
    if (images.findIndex((image) => image.url === url) < i) throw invalidValue(`images.${i}.url`, "is there twice");
  }
  for (const [i, variant] of variants.entries()) {
    if (Number.isNaN(variant.price)) {
      throw invalidValue(options.length > 0 ? `variants.${i}.price` : "price", "is required");
    }
    const { image_url, inventory_quantity, track_quantity, continue_selling_when_out_of_stock } = variant;
    const before = current?.variants.find(({ id }) => id === variant.id);
    if (image_url !== null && image_url !== before?.image_url && !known.has(image_url)) {
      requireImageAddress(`variants.${i}.image_url`, image_url);
    }
    if (inventory_quantity < 0 && track_quantity && !continue_selling_when_out_of_stock) {
      const path = options.length > 0 ? `variants.${i}.inventory_quantity` : "inventory_quantity";
      throw invalidValue(
        path,
        `must not be below 0 while stock is counted${current ? ": inventory_adjust it first" : ""}`,
      );
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
