import { plainText } from "../products/plain-text.ts";
import type { Searchable } from "../search/document.ts";
import type { StoredProduct } from "./save-queries.ts";

/** The texts of a product that search finds it by; `category` is the name of its category. */
export function searchable(
  { name, tags, vendor, product_type, description, variants }: StoredProduct,
  category: string | null,
): Searchable {
  return {
    name,
    labels: [...tags, vendor, product_type].filter((label) => label !== null),
    category,
    options: variants.flatMap(({ option_values }) => Object.values(option_values)),
    description: plainText(description),
    codes: variants.flatMap(({ sku, barcode }) => [sku, barcode]).filter((code) => code !== null),
  };
}
