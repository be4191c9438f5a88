import type { ProductInput, VariantInput } from "./input.ts";

/** Changes to a variant, amounts in minor units. Fields that are undefined stay, or get the default of a new variant. */
export type VariantPatch = { [K in keyof VariantInput]?: VariantInput[K] | undefined };

/** Changes to a product, or the fields of a new one. */
export type ProductPatch = {
  [K in Exclude<keyof ProductInput, "variants" | "options" | "category_id">]?: ProductInput[K] | undefined;
} & {
  /** Id, slug or name; null: none. */
  category?: string | null | undefined;
  /** Ids or slugs of all collections it is in. */
  collections?: string[] | undefined;
  options?: { name: string; values?: string[] | undefined }[] | undefined;
  /** Variants to add or change, matched by id, option values or SKU. */
  variants?: VariantPatch[] | undefined;
  /** Ids, SKUs or titles of variants to remove. */
  remove_variants?: string[] | undefined;
  /** Changes to the only variant of a product without options; its prices are for every variant. */
  soleVariant?: VariantPatch | undefined;
};
