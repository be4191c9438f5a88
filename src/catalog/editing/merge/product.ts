import { definedOf } from "../../../core/changes.ts";
import { requireImageAddress } from "../../../core/media.ts";
import { invalidValue } from "../../../core/problem.ts";
import { fold } from "../../../core/text/fold.ts";
import { pickFields } from "../../field.ts";
import { productDefaults, productFields } from "../../product-fields.ts";
import { isLimited, isOversold } from "../../variant-rules.ts";
import type { AdminProduct } from "../admin-queries.ts";
import type { ProductInput } from "../input.ts";
import { MAX_ENTRY } from "../limits.ts";
import type { ProductPatch } from "../patch.ts";
import { mergeImages, withoutLostImages } from "./images.ts";
import { byOptions, mergeOptions, optionsFault } from "./options.ts";
import { mergeVariants } from "./variants.ts";

/**
 * The product after a patch; `current` is null for a new one. Throws `invalid_value` for an invalid product, and
 * when its variants and options do not match.
 */
export function mergeProduct(current: AdminProduct | null, patch: ProductPatch): ProductInput {
  const images = mergeImages(current, patch);
  const variants = mergeVariants(current && withoutLostImages(current, images), patch);
  const options = mergeOptions(current, patch, variants);
  const fault = optionsFault(options, variants, current === null);
  if (fault) throw fault;
  if (patch.options) variants.sort(byOptions(options)); // the order of the values is also that of the variants
  const product: ProductInput = {
    ...pickFields(productFields, current ?? productDefaults),
    category_id: current?.category_id ?? null,
    ...definedOf(pickFields(productFields, patch)),
    images,
    options,
    variants,
  };
  validateProduct(product, current);
  return product;
}

/** Checks only what the patch changed: imports may have brought values that merchants could not give. */
function validateProduct(product: ProductInput, current: AdminProduct | null): void {
  const { name, options, variants } = product;
  if (!name.trim()) throw invalidValue("name", "must not be empty");
  if (Buffer.byteLength(fold(name)) > MAX_ENTRY) throw invalidValue("name", "is too long to sort by");
  const known = new Set(current?.images.map(({ url }) => url));
  for (const [i, variant] of variants.entries()) {
    if (Number.isNaN(variant.price)) {
      throw invalidValue(options.length > 0 ? `variants.${i}.price` : "price", "is required");
    }
    const { image_url } = variant;
    const before = current?.variants.find(({ id }) => id === variant.id);
    if (image_url !== null && image_url !== before?.image_url && !known.has(image_url)) {
      requireImageAddress(`variants.${i}.image_url`, image_url);
    }
    if (isOversold({ ...variant, is_limited: isLimited(variant) })) {
      const path = options.length > 0 ? `variants.${i}.inventory_quantity` : "inventory_quantity";
      throw invalidValue(
        path,
        `must not be below 0 while stock is counted${current ? ": use inventory_adjust first" : ""}`,
      );
    }
  }
}
