import { setImmediate } from "node:timers/promises";
import type { SiteDb } from "../../db/database.ts";
import { plainText } from "../products/plain-text.ts";
import { type Searchable, searchVector, vocabulary } from "../search/document.ts";
import { addWords } from "../search/queries.ts";
import { lockInCategory, type StoredProduct, storedOf, updateSearches } from "./save-queries.ts";

/** The texts of a product that search finds it by; `category` is the name of its category. */
export function searchable(
  { name, tags, vendor, product_type, description, variants }: StoredProduct,
  category: string | null,
): Searchable {
  return {
    name,
    labels: [...tags, vendor, product_type, category].filter((label) => label !== null),
    options: variants.flatMap(({ option_values }) => Object.values(option_values)),
    description: plainText(description),
    codes: variants.flatMap(({ sku, barcode }) => [sku, barcode]).filter((code) => code !== null),
  };
}

/** Products come with all their variants and descriptions, so only some are held at a time. */
const BATCH_SIZE = 50;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** Updates the search index of the products in a category; `name` is what search finds them by, null: by none. */
export async function reindexCategory(db: SiteDb, categoryId: string, name: string | null): Promise<void> {
  for (let after = LOWEST_ID; ; ) {
    const locked = await lockInCategory(db, categoryId, after, BATCH_SIZE);
    const products = await storedOf(
      db,
      locked.map(({ id }) => id),
    );
    const searches: { id: string; search: string }[] = [];
    const words = new Set<string>();
    for (const product of products) {
      const texts = searchable(product, name);
      searches.push({ id: product.id, search: searchVector(texts) });
      for (const word of vocabulary(texts)) words.add(word);
      await setImmediate(); // other requests are served between two long descriptions
    }
    await updateSearches(db, searches);
    await addWords(db, [...words]);
    const last = locked.at(-1);
    if (!last || locked.length < BATCH_SIZE) return;
    after = last.id;
  }
}
