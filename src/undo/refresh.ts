import { recomputeProducts, renewPriceRanges, rewriteCategoryNames, writeToProducts } from "../catalog/catalog.ts";
import { ALL_PRODUCTS, type Part } from "../db/changes.ts";
import type { SiteDb } from "../db/database.ts";
import type { TableName } from "../db/recording/tables.ts";
import { changedColumns, type PlannedRow } from "./plan.ts";

/** What shoppers see of each table. Of products and variants, the products themselves are named. */
const PARTS: Partial<Record<TableName, readonly Part[]>> = {
  sites: ["store"],
  categories: ALL_PRODUCTS,
  collections: ALL_PRODUCTS,
  collection_products: ALL_PRODUCTS,
  products: ["catalogue", "availability"],
  variants: ["catalogue", "availability"],
  promotions: ["promotions"],
  articles: ["content"],
  menus: ["menus"],
  shipping_rates: ["shipping"],
};

/** Of a product: the columns that search, order and excerpt are computed from. Of a variant: those and its place. */
const TEXTS = ["name", "description", "vendor", "product_type", "tags", "options", "option_values", "sku", "barcode"];

/** Computes again what is computed from the rows of a plan, and tells what changed for shoppers. */
export async function refreshComputed(db: SiteDb, plan: PlannedRow[]): Promise<void> {
  const recomputed = new Set(plan.filter(changesTexts).flatMap(productsOf));
  for (const { key } of plan.filter(({ table, after }) => table === "products" && after === null))
    recomputed.delete(key);
  await recomputeProducts(db, [...recomputed]);
  const remaining = (row: PlannedRow) => productsOf(row).filter((id) => !recomputed.has(id));
  const repriced = plan.filter((row) => row.table === "variants" && changedColumns(row).includes("price"));
  await renewPriceRanges(db, [...new Set(repriced.flatMap(remaining))]);
  const moved = plan.filter((row) => row.table === "products" && changedColumns(row).includes("category_id"));
  await rewriteCategoryNames(
    db,
    moved
      .filter((row) => remaining(row).length > 0 && row.after !== null)
      .map(({ key, after }) => ({ id: key, category_id: after?.category_id as string | null })),
  );
  for (const { table, key, before, after } of plan) {
    const isRenamed = table === "categories" && before && after && before.name !== after.name;
    if (isRenamed) await writeToProducts(db, { id: key, name: after.name as string });
  }
  for (const row of plan) db.changed(PARTS[row.table] ?? [], productsOf(row));
}

/** Whether a row of a product or variant comes, goes, or changes its texts. */
function changesTexts(row: PlannedRow): boolean {
  if (row.table !== "products" && row.table !== "variants") return false;
  return row.before === null || row.after === null || changedColumns(row).some((column) => TEXTS.includes(column));
}

function productsOf({ table, key, before, after }: PlannedRow): string[] {
  if (table === "products") return [key];
  const id = table === "variants" || table === "collection_products" ? (after ?? before)?.product_id : undefined;
  return typeof id === "string" ? [id] : [];
}
