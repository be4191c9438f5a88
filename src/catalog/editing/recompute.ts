import type { SiteDb } from "../../db/database.ts";
import { changedColumns, type RowImage } from "../../db/recording/recording.ts";
import { writeToProducts } from "../categories/admin.ts";
import { findCategoryNames } from "../categories/queries.ts";
import { renewPriceRanges } from "../inventory/bulk-price-queries.ts";
import { writeCategoryVector } from "../search/category-queries.ts";
import { categoryVector, vocabulary } from "../search/document.ts";
import { addWords } from "../search/queries.ts";
import { ofStatus, productsForAdmin, withIds } from "./admin-queries.ts";
import { withComputed } from "./save.ts";
import { upsertProduct } from "./save-queries.ts";
import { searchable } from "./search-index.ts";

const PRODUCTS_AT_ONCE = 100;
const MOVED_AT_ONCE = 2000;

/** The columns of products and variants that search, order by name and excerpt are computed from. */
const TEXTS = ["name", "description", "vendor", "product_type", "tags", "options", "option_values", "sku", "barcode"];

/**
 * Computes again what is computed from these rows, of which those of the catalogue were not written by its own verbs. `rows`:
 * whole rows, as they were and as they are.
 */
export async function recomputeAfter(db: SiteDb, rows: readonly RowImage[]): Promise<void> {
  const removed = new Set(
    rows.filter(({ table, after }) => table === "products" && after === null).map(({ key }) => key),
  );
  const written = rows.flatMap((row) => {
    const id = productOf(row);
    return id === undefined || removed.has(id) ? [] : { id, row, changed: changedColumns(row) };
  });
  const recomputed = new Set(
    written.filter(({ changed }) => changed.some((name) => TEXTS.includes(name))).map(({ id }) => id),
  );
  await recomputeProducts(db, [...recomputed]);
  const changing = (column: string) =>
    written.filter(({ id, changed }) => !recomputed.has(id) && changed.includes(column));
  await renewPriceRanges(db, [...new Set(changing("price").map(({ id }) => id))]);
  await rewriteCategoryNames(
    db,
    changing("category_id").map(({ id, row }) => ({ id, category_id: row.after?.category_id as string | null })),
  );
  for (const { table, key, before, after } of rows) {
    const isRenamed = table === "categories" && before && after && before.name !== after.name;
    if (isRenamed) await writeToProducts(db, { id: key, name: after.name as string });
  }
}

function productOf({ table, key, before, after }: RowImage): string | undefined {
  if (table === "products") return key;
  return table === "variants" ? ((after ?? before)?.product_id as string) : undefined;
}

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
async function rewriteCategoryNames(db: SiteDb, products: { id: string; category_id: string | null }[]): Promise<void> {
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
