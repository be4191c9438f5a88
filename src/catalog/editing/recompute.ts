import type { SiteDb } from "../../db/database.ts";
import { findCategoryNames } from "../categories/queries.ts";
import { writeCategoryVector } from "../search/category-queries.ts";
import { categoryVector, vocabulary } from "../search/document.ts";
import { addWords } from "../search/queries.ts";
import { ofStatus, productsForAdmin, withIds } from "./admin-queries.ts";
import { withComputed } from "./save.ts";
import { upsertProduct } from "./save-queries.ts";
import { searchable } from "./search-index.ts";

const PRODUCTS_AT_ONCE = 100;
const MOVED_AT_ONCE = 2000;

/** Computes again what lists and searches read of these products: price range, excerpt, order by name, search vector. */
export async function recomputeProducts(db: SiteDb, ids: string[]): Promise<void> {
  const newWords = new Set<string>(); // written at the end: transactions that write the same words in turns deadlock
  for (let start = 0; start < ids.length; start += PRODUCTS_AT_ONCE) {
    const batch = ids.slice(start, start + PRODUCTS_AT_ONCE);
    const conditions = { visibility: ofStatus(db, undefined), filters: new Map([["ids", withIds(batch)]]) };
    for (const product of await productsForAdmin(db, conditions, null, batch.length)) {
      const texts = searchable(product, product.category);
      await upsertProduct(db, withComputed(product, texts));
      for (const word of vocabulary(texts)) newWords.add(word);
    }
  }
  await addWords(db, newWords);
}

/** Writes the names of their categories to the search vectors of these products, whose other texts did not change. */
export async function rewriteCategoryNames(
  db: SiteDb,
  products: { id: string; category_id: string | null }[],
): Promise<void> {
  const names = await findCategoryNames(
    db,
    products.flatMap(({ category_id }) => category_id ?? []),
  );
  for (const category of new Set(products.map(({ category_id }) => category_id))) {
    const ids = products.filter(({ category_id }) => category_id === category).map(({ id }) => id);
    const vector = categoryVector(names.get(category ?? "") ?? "");
    for (let start = 0; start < ids.length; start += MOVED_AT_ONCE) {
      await writeCategoryVector(db, ids.slice(start, start + MOVED_AT_ONCE), vector);
    }
  }
}
