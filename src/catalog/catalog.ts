/** What other features may use of the catalogue. */

export { writeToProducts } from "./categories/admin.ts";
export { lockCategories } from "./categories/admin-queries.ts";
export { findOrCreateCategory, saveCategory } from "./categories/categories.ts";
export type { LockedCategory } from "./categories/queries.ts";
export { categoryIds } from "./categories/tree-queries.ts";
export { saveCollection } from "./collections/collections.ts";
export { findProductsByName } from "./editing/admin-search.ts";
export { storedInMajor } from "./editing/admin-view.ts";
export type { ProductInput, VariantInput } from "./editing/input.ts";
export { MAX_ENTRY, MAX_VARIANTS } from "./editing/limits.ts";
export { findVariants } from "./editing/product-refs.ts";
export { recomputeProducts, rewriteCategoryNames } from "./editing/recompute.ts";
export type { FoundVariant } from "./editing/ref-queries.ts";
export { lockToSave, rememberProducts, type Saved, type SaveOptions, saveProduct } from "./editing/save.ts";
export { clearOptionValues } from "./editing/save-queries.ts";
export { lockVariantRefs, requireVariants } from "./inventory/admin.ts";
export { renewPriceRanges } from "./inventory/bulk-price-queries.ts";
export { type LineChange, moveChangedLines } from "./inventory/order-change.ts";
export { findCancelledStock, insertMovements } from "./inventory/queries.ts";
export { type ReturnedLine, returnStock, type SoldLine, takeStock } from "./inventory/stock.ts";
export { productDefaults, variantDefaults } from "./product-fields.ts";
export { showProduct } from "./products/products.ts";
export { collectionIds, groupsOf, priceItems } from "./products/promotion-target-queries.ts";
export { requirePromotionTargets } from "./products/promotion-targets.ts";
export { addWords } from "./search/queries.ts";
