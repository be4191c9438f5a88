/** A use of a statement that may read too much. */
export interface Exception {
  /** File and function. */
  site: string;
  kind: "scan" | "rows";
  /** The first words of their names, to the colon; `*` for all. */
  uses: string[];
  reason: string;
}

/**
 * What may scan a large table (`scan`), or read more than 20 rows for each it returns (`rows`), by reason: file, function,
 * and the uses in which it may. `test/whole/queries.postgres.test.ts` names those that nothing needs any more.
 */
const REASONS: Record<string, string[]> = {
  "What is too old is removed, and a call of the function returns one row.": [
    "src/jobs/queries.ts deleteOldRows: rows in jobs",
    "src/jobs/queries.ts deleteOldRows: scan in jobs",
  ],
  "A search ranks the products that match, up to a limit.": [
    "src/catalog/search/partial-queries.ts findBest: rows in search",
    "src/catalog/search/queries.ts findRelevant: rows in search",
  ],
  "A misspelt word is compared with the store's words of about the same length.": [
    "src/catalog/search/queries.ts findNearWords: rows in changes_list; inventory_search; list; products_search; search",
  ],
  "What names a picture is found in the texts of the store: when a merchant asks, before a file is deleted, and once a day.":
    [
      "src/files/use-queries.ts findUses: rows in files; files_list",
      "src/files/use-queries.ts findUses: scan in files; files_list",
      "src/files/use-queries.ts namedBy: rows in files; jobs",
      "src/files/use-queries.ts namedBy: scan in files; jobs",
    ],
  "Pictures of other servers are looked for in all that may name them: when a merchant asks, and once by the job.": [
    "src/adoption/queries.ts countNaming: rows in files_adopt",
    "src/adoption/queries.ts countNaming: scan in files_adopt",
    "src/adoption/queries.ts findNaming: rows in files_adopt",
    "src/adoption/queries.ts findNaming: scan in files_adopt",
  ],
  "The room that a store's files take is added up before one more is kept, and where they are listed.": [
    "src/files/queries.ts sumFiles: rows in files; files_adopt; files_list",
    "src/files/queries.ts sumFiles: scan in files; files_adopt; files_list",
  ],
  "What has no number yet is searched for an erased person: seconds of events, once for each person.": [
    "src/events/queries.ts eraseEventData 1: rows in customers_erase",
  ],
  "A program asks for a rare type: a call looks at 5,000 numbers at most.": [
    "src/events/queries.ts findEvents: rows in events_list",
  ],
  "A change's rows before and after are counted before they are read, up to a limit.": [
    "src/undo/change-queries.ts countImages: rows in changes_undo",
  ],
  "What is kept to undo changes of people is searched for an erased person: for UNDO_DAYS, and once for each person.": [
    "src/db/recording/forget-queries.ts forgetMatching: rows in customers_erase",
    "src/db/recording/forget-queries.ts forgetMatching: scan in customers_erase",
  ],
  "What is kept to undo changes of people is searched for a former phone number or e-mail: for UNDO_DAYS.": [
    "src/db/recording/find-queries.ts findFormerPeople: rows in changes_list",
  ],
  "The orders that wait to be shipped are read until a carrier's page is full.": [
    "src/orders/parcels/queries.ts findReadyOrders: rows in orders_move; parcels_export",
  ],
  "A facet counts the products that match, up to a limit.": [
    "src/catalog/products/facet-queries.ts countFacets: rows in list; search",
    "src/catalog/products/facet-queries.ts countFacets: scan in list",
  ],
  "The answer has the total of the list, which is counted.": [
    "src/catalog/collections/admin-queries.ts countCollections: rows in collections_search",
    "src/catalog/collections/queries.ts countActiveCollections: rows in the collections, each counted",
    "src/catalog/editing/admin-queries.ts countProductsForAdmin: rows in products_search",
    "src/catalog/products/list-queries.ts countedApart 1: rows in list",
    "src/catalog/products/list-queries.ts countedApart 2: rows in list",
    "src/content/admin-queries.ts countArticlesForAdmin: rows in content_search",
    "src/content/queries.ts countPublishedArticles: rows in the pages; the pages, a deep page; the posts",
  ],
  "The answer has a total that is counted up to a limit.": [
    "src/catalog/editing/count-queries.ts countAmongNewest: rows in inventory_search; products_search",
    "src/catalog/editing/count-queries.ts countAmongNewest: scan in inventory_search; products_search",
    "src/catalog/products/list-queries.ts findProducts 1: rows in list",
    "src/catalog/products/list-queries.ts findProducts 1: scan in list",
    "src/catalog/products/list-queries.ts findProducts 2: rows in list",
    "src/catalog/products/list-queries.ts findProducts 2: scan in list",
    "src/db/bounded-count.ts countUpToBound: rows in changes_list; customers_search; orders_search",
    "src/db/bounded-count.ts countUpToBound: scan in changes_list; orders_search",
  ],
  "A finder returns the ids that match, up to a limit.": [
    "src/catalog/editing/finder-queries.ts findByLabel: scan in prices_bulk_update; products_search",
    "src/catalog/editing/finder-queries.ts findByText 1: scan in changes_list; inventory_search; products_search",
  ],
  "A collection that is not in its own order is sorted, with 5,000 products at most.": [
    "src/catalog/products/list-queries.ts findIds: rows in a small collection, by price",
  ],
  "A far page skips the products before it, in the order of an index.": [
    "src/catalog/collections/queries.ts idsByPosition: rows in a collection of every product, its own order",
    "src/catalog/products/list-queries.ts idsFromIndex: rows in a collection of every product, by sales; list",
    "src/catalog/products/list-queries.ts idsFromIndex: scan in list",
  ],
  "The answer has the number of products in each, which are counted.": [
    "src/catalog/categories/queries.ts activeCategories: rows in the categories, each counted",
    "src/catalog/collections/admin-queries.ts collectionsForAdmin: rows in collections_search",
    "src/catalog/collections/admin-queries.ts collectionsForAdmin: scan in collections_search",
    "src/catalog/collections/admin-queries.ts findCollectionById: rows in catalog_delete; changes_undo; collections_save; collections_search; files_adopt",
    "src/catalog/collections/queries.ts activeCollection: rows in a collection of every product, by sales; a collection of every product, its own order; a small collection; a small collection, by price",
    "src/catalog/collections/queries.ts activeCollection: scan in a collection of every product, by sales; a collection of every product, its own order; a small collection; a small collection, by price",
    "src/catalog/collections/queries.ts activeCollections: rows in the collections, each counted",
    "src/catalog/collections/queries.ts activeCollections: scan in the collections, each counted",
  ],
  "A store has few categories, collections and articles, and any of their names may be asked for.": [
    "src/catalog/categories/tree-queries.ts findActiveBranch: rows in list; search",
    "src/catalog/collections/admin-queries.ts lockCollections: rows in catalog_delete; changes_undo; products_save",
    "src/catalog/collections/queries.ts activeCollectionId: rows in list",
  ],
  "The filter has no index, and the page ends when it is full.": [
    "src/catalog/editing/admin-queries.ts productsForAdmin: rows in products_search",
    "src/customers/admin-queries.ts findCustomersForAdmin 1: rows in customers_search",
    "src/orders/admin/search-queries.ts findOrdersForAdmin: rows in orders_search",
  ],
  "A list of abandoned carts reads up to 2,000 open carts, of which most may have been left out or not be shown.": [
    "src/cart/abandoned-queries.ts findAbandonedCarts: rows in carts_abandoned",
    "src/cart/abandoned-queries.ts findLastRead: rows in carts_abandoned",
    "src/cart/abandoned-queries.ts sumAbandonedCarts: rows in carts_abandoned",
    "src/cart/abandoned-queries.ts sumAbandonedCarts: scan in carts_abandoned",
  ],
  "A refusal names the closest of all values in use; only a filter that matches nothing gets there.": [
    "src/catalog/editing/admin-queries.ts tagsOf: rows in products_search",
    "src/catalog/editing/admin-queries.ts tagsOf: scan in products_search",
    "src/catalog/editing/admin-queries.ts vendorsOf: rows in products_search",
    "src/catalog/editing/admin-queries.ts vendorsOf: scan in products_search",
  ],
  "Who runs the server asks what a store has, or what waits in all; it is counted up to a limit.": [
    "src/metrics/queries.ts findBacklog: rows in doctor",
    "src/tenants/queries.ts findSizes: rows in tenants",
  ],
  "The doctor reads the catalogue of PostgreSQL.": [
    "src/cli/doctor/queries.ts findRoles: rows in doctor",
    "src/cli/doctor/queries.ts findUnguarded: rows in doctor",
  ],
  "A report adds up the orders of its period.": [
    "src/analytics/carrier-queries.ts carrierDebts: rows in analytics_report",
    "src/analytics/carrier-queries.ts ordersByCarrier: rows in analytics_report",
    "src/analytics/carrier-queries.ts ordersByCarrier: scan in analytics_report",
    "src/analytics/customer-queries.ts orderOutcomes: rows in analytics_report",
    "src/analytics/customer-queries.ts salesByRegion: rows in analytics_report",
    "src/analytics/customer-queries.ts salesByRegion: scan in analytics_report",
    "src/analytics/customer-queries.ts topCustomers: rows in analytics_report",
    "src/analytics/customer-queries.ts topCustomers: scan in analytics_report",
    "src/analytics/queries.ts bestSellers: rows in analytics_report",
    "src/analytics/queries.ts couponsUsed: rows in analytics_report",
    "src/analytics/queries.ts couponsUsed: scan in analytics_report",
    "src/analytics/queries.ts lowStock: rows in analytics_report",
    "src/analytics/queries.ts lowStock: scan in analytics_report",
    "src/analytics/queries.ts salesByStep: rows in analytics_report",
    "src/analytics/queries.ts salesByStep: scan in analytics_report",
    "src/analytics/return-queries.ts countReasons: rows in analytics_report",
  ],
  "The columns of all tables are read from the catalogue of the database.": [
    "src/archives/row-queries.ts findShapes: rows in archives",
  ],
  "The answer has the uses of each promotion, which are counted.": [
    "src/promotions/admin-queries.ts findPromotionsForAdmin: rows in promotions_search",
  ],
  "The change is of every product in the category or the collection.": [
    "src/catalog/collections/admin-queries.ts deleteCollection: rows in catalog_delete; changes_undo",
  ],
  "Members of a collection that are looked for by their products may be members of others, and are gone.": [
    "src/undo/row-queries.ts lockRows: rows in changes_undo",
  ],
  "Erasing a person looks for their id in the answers that are kept for a day.": [
    "src/idempotency/queries.ts deleteResponsesWith: rows in customers_erase",
  ],
  "A card tells what all variants of its product have, and some have two hundred.": [
    "src/catalog/products/queries.ts cardsOf: rows in list",
  ],
  "A word that many products have is looked for in the log as up to 1,000 products.": [
    "src/audit/queries.ts entriesAbout 1: rows in changes_list",
    "src/audit/queries.ts entriesAbout 1: scan in changes_list",
  ],
};

/** The same, for statements that read too much in the large store of `npm run explain` only. */
const LARGE_STORE_REASONS: Record<string, string[]> = {
  "The finder gives up to 1,000 products, and all their variants are read.": [
    "src/catalog/inventory/admin-queries.ts countStock: rows in *",
    "src/catalog/inventory/admin-queries.ts stockForAdmin: rows in *",
    "src/catalog/inventory/bulk-price-queries.ts countVariants: rows in *",
  ],
  "A product is matched with the categories above its own and with its collections, of which a store has few.": [
    "src/catalog/products/promotion-target-queries.ts groupsOf: rows in *",
    "src/catalog/products/promotion-target-queries.ts priceItems: rows in *",
    "src/orders/placing/queries.ts takeLines: rows in *",
  ],
};

const exceptionsOf = (reasons: Record<string, string[]>): Exception[] =>
  Object.entries(reasons).flatMap(([reason, excused]) =>
    excused.map((line) => {
      const [, site = "", kind, uses = ""] = /^(.+): (rows|scan) in (.+)$/.exec(line) ?? [];
      return { site, kind: kind as Exception["kind"], uses: uses.split("; "), reason };
    }),
  );

export const EXCEPTIONS = exceptionsOf(REASONS);
export const LARGE_STORE_EXCEPTIONS = exceptionsOf(LARGE_STORE_REASONS);

/** Sites that no use of the register reaches, with the reason. */
export const UNREACHED = new Map([["src/archives/row-queries.ts stayOpen", "A setting has no plan."]]);
