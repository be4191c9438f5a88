/**
 * Statements that may scan a large table, or read more than 20 rows for each they return: file and function, with the
 * reason. `test/whole/queries.postgres.test.ts` names those that nothing needs any more.
 */
const REASONS: Record<string, string[]> = {
  "A search ranks the products that match, up to a limit.": [
    "src/catalog/search/partial-queries.ts findBest",
    "src/catalog/search/queries.ts findRelevant",
  ],
  "A misspelt word is compared with the store's words of about the same length.": [
    "src/catalog/search/queries.ts findNearWords",
  ],
  "A change's rows before and after are counted before they are read, up to a limit.": [
    "src/undo/change-queries.ts countImages",
  ],
  "What is kept to undo changes of people is searched for an erased person: for UNDO_DAYS, and once for each person.": [
    "src/db/recording/forget-queries.ts forgetMatching",
  ],
  "What is kept to undo changes of people is searched for a former phone number or e-mail: for UNDO_DAYS.": [
    "src/db/recording/find-queries.ts findFormerPeople",
  ],
  "The orders that wait to be shipped are read until a carrier's page is full.": [
    "src/orders/parcels/queries.ts findReadyOrders",
  ],
  "A facet counts the products that match, up to a limit.": ["src/catalog/products/facet-queries.ts countFacets"],
  "The answer has the total of the list, which is counted.": [
    "src/catalog/collections/admin-queries.ts countCollections",
    "src/catalog/collections/queries.ts countActiveCollections",
    "src/catalog/editing/admin-queries.ts countProductsForAdmin",
    "src/catalog/products/list-queries.ts countedApart 1",
    "src/catalog/products/list-queries.ts countedApart 2",
    "src/content/admin-queries.ts countArticlesForAdmin",
    "src/content/queries.ts countPublishedArticles",
  ],
  "The answer has a total that is counted up to a limit.": [
    "src/catalog/editing/count-queries.ts countAmongNewest",
    "src/catalog/products/list-queries.ts findProducts 1",
    "src/catalog/products/list-queries.ts findProducts 2",
    "src/db/bounded-count.ts countUpToBound",
  ],
  "A finder returns the ids that match, up to a limit.": [
    "src/catalog/editing/finder-queries.ts findByLabel",
    "src/catalog/editing/finder-queries.ts findByText 1",
  ],
  "A collection that is not in its own order is sorted, with 5,000 products at most.": [
    "src/catalog/products/list-queries.ts findIds",
  ],
  "A far page skips the products before it, in the order of an index.": [
    "src/catalog/collections/queries.ts idsByPosition",
    "src/catalog/products/list-queries.ts idsFromIndex",
  ],
  "The answer has the number of products in each, which are counted.": [
    "src/catalog/categories/queries.ts activeCategories",
    "src/catalog/collections/admin-queries.ts collectionsForAdmin",
    "src/catalog/collections/admin-queries.ts findCollectionById",
    "src/catalog/collections/queries.ts activeCollection",
    "src/catalog/collections/queries.ts activeCollections",
  ],
  "A store has few categories, collections and articles, and any of their names may be asked for.": [
    "src/catalog/categories/tree-queries.ts findActiveBranch",
    "src/catalog/collections/admin-queries.ts lockCollections",
    "src/catalog/collections/queries.ts activeCollectionId",
  ],
  "The filter has no index, and the page ends when it is full.": [
    "src/catalog/editing/admin-queries.ts productsForAdmin",
    "src/customers/admin-queries.ts findCustomersForAdmin 1",
    "src/orders/admin/search-queries.ts findOrdersForAdmin 1",
  ],
  "A list of abandoned carts reads up to 2,000 open carts, of which most may have been left out or not be shown.": [
    "src/cart/abandoned-queries.ts findAbandonedCarts",
    "src/cart/abandoned-queries.ts findLastRead",
    "src/cart/abandoned-queries.ts sumAbandonedCarts",
  ],
  "A refusal names the closest of all values in use; only a filter that matches nothing gets there.": [
    "src/catalog/editing/admin-queries.ts tagsOf",
    "src/catalog/editing/admin-queries.ts vendorsOf",
  ],
  "A report adds up the orders of its period.": [
    "src/analytics/carrier-queries.ts carrierDebts",
    "src/analytics/carrier-queries.ts ordersByCarrier",
    "src/analytics/customer-queries.ts orderOutcomes",
    "src/analytics/customer-queries.ts salesByRegion",
    "src/analytics/customer-queries.ts topCustomers",
    "src/analytics/queries.ts bestSellers",
    "src/analytics/queries.ts couponsUsed",
    "src/analytics/queries.ts lowStock",
    "src/analytics/queries.ts salesByStep",
    "src/analytics/return-queries.ts countReasons",
  ],
  "The answer has the uses of each promotion, which are counted.": [
    "src/promotions/admin-queries.ts findPromotionsForAdmin",
  ],
  "The change is of every product in the category or the collection.": [
    "src/catalog/collections/admin-queries.ts deleteCollection",
  ],
  "Members of a collection that are looked for by their products may be members of others, and are gone.": [
    "src/undo/row-queries.ts lockRows",
  ],
  "Erasing a person looks for their id in the answers that are kept for a day.": [
    "src/idempotency/queries.ts deleteResponsesWith",
  ],
};

/** The same, for statements that read too much in the large store of `npm run explain` only. */
const LARGE_STORE_REASONS: Record<string, string[]> = {
  "The finder gives up to 1,000 products, and all their variants are read.": [
    "src/catalog/inventory/admin-queries.ts countStock",
    "src/catalog/inventory/admin-queries.ts stockForAdmin",
    "src/catalog/inventory/bulk-price-queries.ts countVariants",
  ],
  "A product is matched with the categories above its own and with its collections, of which a store has few.": [
    "src/catalog/products/promotion-target-queries.ts groupsOf",
    "src/catalog/products/promotion-target-queries.ts priceItems",
    "src/orders/placing/queries.ts takeLines",
  ],
};

const bySite = (reasons: Record<string, string[]>): Map<string, string> =>
  new Map(Object.entries(reasons).flatMap(([reason, sites]) => sites.map((site) => [site, reason] as const)));

/** The reason of each exception, by site. */
export const EXCEPTIONS = bySite(REASONS);
export const LARGE_STORE_EXCEPTIONS = bySite(LARGE_STORE_REASONS);

/** Sites that no use of the register reaches, with the reason. */
export const UNREACHED = new Map<string, string>();
