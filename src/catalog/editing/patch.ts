import type { ProductInput, VariantInput } from "./input.ts";

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
  soleVariant?: VariantPatch | undefined;
};
