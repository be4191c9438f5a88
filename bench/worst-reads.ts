import { listCategories } from "../src/catalog/categories/categories.ts";
import { listCollections, showCollection } from "../src/catalog/collections/collections.ts";
import { searchProductsForAdmin } from "../src/catalog/editing/admin-search.ts";
import type { ProductQuery, SearchQuery } from "../src/catalog/products/filter-schema.ts";
import { listProducts } from "../src/catalog/products/products.ts";
import { searchProducts } from "../src/catalog/search/search.ts";
import { listPages, listPosts } from "../src/content/content.ts";
import type { SiteDb } from "../src/db/database.ts";
import { searchOrders } from "../src/orders/admin/search.ts";
import { findOrdersOfCustomer } from "../src/orders/queries.ts";
import { CUSTOMER_ID } from "./large-store.ts";

type Read = (db: SiteDb) => Promise<unknown>;

const list =
  (query: ProductQuery): Read =>
  (db) =>
    listProducts(db, query);
const search =
  (query: SearchQuery): Read =>
  (db) =>
    searchProducts(db, query);

const FIVE_OPTIONS = {
  "option.Taille": "M",
  "option.Couleur": "Coloris baba",
  "option.Matière": "baba",
  "option.Pointure": "41",
  "option.Motif": "uni",
};
const TWO_OPTIONS = { "option.Taille": "L", "option.Matière": "coba" };
const HYPHENATED = [..."abcdefghij".repeat(10)].join("-");
const MISSPELT = Array.from({ length: 16 }, (_, i) => `${"abcdefghijklmnop"[i]}obabeconu`).join(" ");
const PAGE = { limit: 250, offset: 0 };
const ADMIN_PAGE = { limit: 50, after: null };

/** The reads of shoppers and merchants that are the most expensive on the store that `fillStore` creates. */
export const WORST_READS: Record<string, Read> = {
  "search: 100 letters joined by hyphens, facets": search({ q: HYPHENATED, facets: true, limit: 250 }),
  "search: a word in every name, facets": search({ q: "maison", facets: true, limit: 250 }),
  "search: a word in every name, offset 90,000": search({ q: "maison", limit: 250, offset: 90_000 }),
  "search: one letter, unfinished": search({ q: "m", limit: 250 }),
  "search: common words and one that is nowhere": search({
    q: "maison livraison paiement partout algerie introuvable",
  }),
  "search: sixteen misspelt words": search({ q: MISSPELT }),
  "search: a common word in two options, in stock": search({ q: "livraison", in_stock: true, ...TWO_OPTIONS }),
  "list: a search of a word in every name, by sales, facets": list({ q: "maison", sort: "best_selling", facets: true }),
  "list: every product, facets": list({ facets: true, limit: 250 }),
  "list: five options, facets": list({ ...FIVE_OPTIONS, facets: true }),
  "list: two options, in stock, facets": list({ ...TWO_OPTIONS, in_stock: true, facets: true }),
  "list: in stock, by sales": list({ in_stock: true, sort_by: "best_selling" }),
  "list: sold out, by name, offset 10,000": list({ in_stock: false, sort_by: "name", offset: 10_000 }),
  "list: a narrow span of prices, facets": list({ min_price: 5_600, max_price: 5_650, facets: true }),
  "list: a tag of every second product, by price": list({ tag: "Nouveau", sort_by: "price" }),
  "list: a vendor, by name": list({ vendor: "atelier baba", sort_by: "name" }),
  "list: a category, by sales, facets": list({ category: "rayon-1", sort_by: "best_selling", facets: true }),
  "list: by sales, offset 90,000": list({ sort_by: "best_selling", offset: 90_000, limit: 250 }),
  "list: by name, beyond the last": list({ sort_by: "name", offset: 2_000_000_000 }),
  "collection of every product, its own order": (db) => showCollection(db, "collection-1", { ...PAGE, offset: 90_000 }),
  "collection of every product, by sales": (db) => showCollection(db, "collection-2", PAGE),
  "250 collections, each counted": (db) => listCollections(db, PAGE),
  "100 categories, each counted": (db) => listCategories(db, PAGE),
  "5,000 posts, the last page": (db) => listPosts(db, { ...PAGE, offset: 4750 }),
  "5,000 pages, the last page": (db) => listPages(db, { ...PAGE, offset: 4750 }),
  "20,000 orders of a customer, the last page": (db) =>
    findOrdersOfCustomer(db, CUSTOMER_ID, undefined, { ...PAGE, offset: 19_750 }),
  "merchant: orders by part of a phone number": (db) => searchOrders(db, { query: "0550 12" }, ADMIN_PAGE),
  "merchant: common words": (db) => searchProductsForAdmin(db, { query: "maison livraison" }, ADMIN_PAGE),
  "merchant: 100 letters joined by hyphens": (db) => searchProductsForAdmin(db, { query: HYPHENATED }, ADMIN_PAGE),
  "merchant: a tag, in stock": (db) => searchProductsForAdmin(db, { tag: "nouveau", in_stock: true }, ADMIN_PAGE),
};
