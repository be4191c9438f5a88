/** What other features may use of the catalogue. */

export { placeFault } from "./categories/admin.ts";
export { lockCategories } from "./categories/admin-queries.ts";
export { findOrCreateCategory, saveCategory } from "./categories/categories.ts";
export type { LockedCategory } from "./categories/queries.ts";
export { categoryIds } from "./categories/tree-queries.ts";
export { saveCollection } from "./collections/collections.ts";
export { findProductsByName } from "./editing/admin-search.ts";
export { storedInMajor } from "./editing/admin-view.ts";
export type { ProductInput, VariantInput } from "./editing/input.ts";
export { MAX_ENTRY, MAX_VARIANTS } from "./editing/limits.ts";
export { optionsFault } from "./editing/merge/options.ts";
export { findVariants } from "./editing/product-refs.ts";
export { recomputeAfter, recomputeProducts } from "./editing/recompute.ts";
export type { FoundVariant } from "./editing/ref-queries.ts";
export { lockToSave, type Saved, type SaveOptions, saveProduct } from "./editing/save.ts";
export { clearOptionValues } from "./editing/save-queries.ts";
export { lockVariantRefs, requireVariants } from "./inventory/admin.ts";
export { type LineChange, moveChangedLines } from "./inventory/order-change.ts";
export { addSales, findCancelledStock, insertMovements, stockInLedger } from "./inventory/queries.ts";
export { lockDeletedStock, type ReturnedLine, returnStock, type SoldLine, takeStock } from "./inventory/stock.ts";
export { productDefaults, variantDefaults } from "./product-fields.ts";
export { showProduct } from "./products/products.ts";
export { collectionIds, groupsOf, priceItems } from "./products/promotion-target-queries.ts";
export { requirePromotionTargets } from "./products/promotion-targets.ts";
export { SoldVariant, soldVariant } from "./products/sold-variant-queries.ts";
export { addWords } from "./search/queries.ts";
export { isLimited, isNoReduction, isOversold, isTooMany } from "./variant-rules.ts";
