import type { FieldValues } from "../field.ts";
import type { productFields, variantFields } from "../product-fields.ts";

/** What a product is to be when it is made or replaced. Amounts are minor units of the store's currency. */
export interface ProductInput extends FieldValues<typeof productFields> {
  category_id: string | null;
  images: { url: string; alt: string | null }[];
  /** At most three, in the order shown. Empty: a simple product, with exactly one variant. */
  options: { name: string; values: string[] }[];
  variants: VariantInput[];
}

export interface VariantInput extends FieldValues<typeof variantFields> {
  /** Of a variant whose option values change; other variants are recognised by their option values. */
  id?: string;
}
