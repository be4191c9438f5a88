/**
 * Statements that may scan a large table, or read more than 20 rows for each they return: file and function, with the
 * reason. `test/whole/queries.postgres.test.ts` names those that nothing needs any more.
 */
const REASONS: Record<string, string[]> = {
  "A search ranks the products that match, up to a limit.": [
    "src/catalog/search/queries.ts findBest",
    "src/catalog/search/queries.ts findRelevant",
  ],
  "A misspelt word is compared with the store's words of about the same length.": [
    "src/catalog/search/queries.ts findNearWords",
  ],
  "A facet counts the products that match, up to a limit.": [
    "src/catalog/products/facet-queries.ts countByAvailability",
    "src/catalog/products/facet-queries.ts countByCategory",
    "src/catalog/products/facet-queries.ts countByOption",
    "src/catalog/products/facet-queries.ts countByVendor",
    "src/catalog/products/facet-queries.ts priceRange",
  ],
  "The answer has the total of the list, which is counted.": [
    "src/audit/queries.ts countEntries",
    "src/catalog/collections/admin-queries.ts countCollections",
    "src/catalog/collections/queries.ts countActiveCollections",
    "src/catalog/editing/admin-queries.ts countProductsForAdmin",
    "src/catalog/inventory/admin-queries.ts countStock",
    "src/catalog/products/list-queries.ts findProducts",
    "src/content/admin-queries.ts countArticlesForAdmin",
    "src/content/queries.ts countPublishedArticles",
    "src/customers/admin-queries.ts countCustomersForAdmin",
    "src/orders/admin/search-queries.ts countOrdersForAdmin",
  ],
  "The answer has the number of products in each, which are counted.": [
    "src/catalog/categories/queries.ts activeCategories",
    "src/catalog/collections/admin-queries.ts collectionsForAdmin",
    "src/catalog/collections/admin-queries.ts findCollectionById",
    "src/catalog/collections/queries.ts activeCollection",
    "src/catalog/collections/queries.ts activeCollections",
  ],
  "A store has few collections and articles, and any of their names may be asked for.": [
    "src/catalog/collections/admin-queries.ts lockCollections",
    "src/catalog/collections/queries.ts activeCollectionId",
    "src/content/admin-queries.ts findArticlesForAdmin",
  ],
  "The filter has no index, and the page ends when it is full.": [
    "src/audit/queries.ts entriesAfter",
    "src/catalog/editing/admin-queries.ts hasProductWith",
    "src/catalog/editing/admin-queries.ts productsForAdmin",
    "src/catalog/inventory/admin-queries.ts stockForAdmin",
    "src/catalog/inventory/bulk-price-queries.ts lockProducts",
    "src/customers/admin-queries.ts findCustomersForAdmin",
    "src/orders/admin/search-queries.ts findOrdersForAdmin",
  ],
  "A refusal names the closest of all values in use; only a filter that matches nothing gets there.": [
    "src/catalog/editing/admin-queries.ts tagsOf",
    "src/catalog/editing/admin-queries.ts vendorsOf",
  ],
  "A report adds up the orders of its period.": [
    "src/analytics/customer-queries.ts orderOutcomes",
    "src/analytics/customer-queries.ts salesByRegion",
    "src/analytics/customer-queries.ts topCustomers",
    "src/analytics/queries.ts bestSellers",
    "src/analytics/queries.ts couponsUsed",
    "src/analytics/queries.ts lowStock",
    "src/analytics/queries.ts salesByStep",
  ],
  "A product is matched with the categories above its own and with its collections, of which a store has few.": [
    "src/catalog/products/promotion-target-queries.ts groupsOf",
    "src/catalog/products/promotion-target-queries.ts priceItems",
    "src/orders/placing/queries.ts findLines",
  ],
  "The answer has the uses of each promotion, which are counted.": [
    "src/promotions/admin-queries.ts findPromotionsForAdmin",
  ],
  "The change is of every product in the category or the collection.": [
    "src/catalog/categories/admin-queries.ts deleteCategory",
    "src/catalog/categories/admin-queries.ts emptyCategory",
    "src/catalog/collections/admin-queries.ts deleteCollection",
    "src/catalog/collections/admin-queries.ts membersOf",
    "src/catalog/editing/save-queries.ts lockInCategory",
  ],
  "The last position in the collection is looked for among its products.": [
    "src/catalog/collections/queries.ts addToCollection",
    "src/catalog/editing/admin-queries.ts joinCollections",
  ],
  "The planner reads the counts of all products instead of a few.": ["src/catalog/inventory/queries.ts subtractSales"],
  "Erasing a person looks for their id in the answers that are kept for a day.": [
    "src/idempotency/queries.ts deleteResponsesWith",
  ],
};

/** The reason of each exception, by site. */
export const EXCEPTIONS = new Map(
  Object.entries(REASONS).flatMap(([reason, sites]) => sites.map((site) => [site, reason] as const)),
);

/** Sites that no use of the register reaches, with the reason. */
export const UNREACHED = new Map([
  ["src/customers/queries.ts updatePassword", "Customers have no way to change a password yet."],
]);
