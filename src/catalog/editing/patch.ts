import type { ProductInput, VariantInput } from "./input.ts";

/** Changes to a variant, amounts in minor units. Fields that are undefined stay, or get the default of a new variant. */
export type VariantPatch = { [K in keyof VariantInput]?: VariantInput[K] | undefined };

/** An image to add, named by its address or its file. */
export type AddedImage = { url?: string | undefined; file?: string | undefined; alt?: string | null | undefined };

/** An image to keep or to add; by its id when the product has it. Without `alt`, it keeps its text. */
export type ImagePatch = AddedImage & { id?: string | undefined };

/** Changes to a product, or the fields of a new one. */
export type ProductPatch = {
  [K in Exclude<keyof ProductInput, "variants" | "options" | "images" | "category_id">]?: ProductInput[K] | undefined;
} & {
  /** Id, slug or name; null: none. */
  category?: string | null | undefined;
  /** Ids or slugs of all collections it is in. */
  collections?: string[] | undefined;
  /** All images, in their order. */
  images?: ImagePatch[] | undefined;
  /** Images that come after the others. */
  add_images?: AddedImage[] | undefined;
  options?: { name: string; values?: string[] | undefined }[] | undefined;
  /** Variants to add or change, matched by id, option values or SKU. */
  variants?: VariantPatch[] | undefined;
  /** Ids, SKUs or titles of variants to remove. */
  remove_variants?: string[] | undefined;
  /** Changes to the only variant of a product without options; its prices are for every variant. */
  soleVariant?: VariantPatch | undefined;
};
