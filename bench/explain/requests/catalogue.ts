import type { Use } from "../scene.ts";
import { HYPHENATED } from "./asking.ts";

type Parameters = Record<string, string | number | boolean>;

const get =
  (path: string, parameters: Parameters = {}): Use =>
  ({ storefront }) =>
    storefront("GET", `${path}?${new URLSearchParams(asText(parameters))}`);
const asText = (parameters: Parameters): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
const list = (parameters: Parameters): Use => get("/products", parameters);
const search = (parameters: Parameters): Use => get("/search", parameters);

const FIVE_OPTIONS = {
  "option.Taille": "M",
  "option.Couleur": "Coloris baba",
  "option.Matière": "baba",
  "option.Pointure": "41",
  "option.Motif": "uni",
};
const TWO_OPTIONS = { "option.Taille": "L", "option.Matière": "coba" };
const MISSPELT = Array.from({ length: 16 }, (_, i) => `${"abcdefghijklmnop"[i]}obabeconu`).join(" ");

/** Everything that shoppers read of the catalogue and the content, and the reads that make the database work most. */
export const CATALOGUE: Record<string, Use> = {
  "search: 100 letters joined by hyphens, facets": search({ q: HYPHENATED, facets: true, limit: 250 }),
  "search: a word in every name, facets": search({ q: "maison", facets: true, limit: 250 }),
  "search: a word in every name, deep page": search({ q: "maison", limit: 250, offset: 90_000 }),
  "search: one letter, unfinished": search({ q: "m", limit: 250 }),
  "search: common words and one that is nowhere": search({
    q: "maison livraison paiement partout algerie introuvable",
  }),
  "search: common words that no product has together": search({ q: "maison nouveau classique" }),
  "search: sixteen misspelt words": search({ q: MISSPELT }),
  "search: one misspelt word": search({ q: "maisson" }),
  "search: Arabic": search({ q: "بيت تقليدي", facets: true }),
  "search: a SKU": search({ q: "REF-77-1" }),
  "search: a rare word": search({ q: "tadjine", facets: true }),
  "search: a common word in two options, in stock": search({ q: "livraison", in_stock: true, ...TWO_OPTIONS }),
  "search: in a category, between prices": search({
    q: "maison",
    category: "rayon-1",
    min_price: 1000,
    max_price: 5000,
  }),
  "list: newest": list({}),
  "list: oldest": list({ sort: "oldest" }),
  "list: by last change": list({ sort_by: "updated_at" }),
  "list: by price": list({ sort: "price_asc" }),
  "list: by price, dearest first": list({ sort: "price_desc" }),
  "list: by name": list({ sort: "name_asc" }),
  "list: by name, backwards": list({ sort: "name_desc" }),
  "list: by sales": list({ sort: "best_selling" }),
  "list: a search of a word in every name, by sales, facets": list({ q: "maison", sort: "best_selling", facets: true }),
  "list: every product, facets": list({ facets: true, limit: 250 }),
  "list: five options, facets": list({ ...FIVE_OPTIONS, facets: true }),
  "list: two options, in stock, facets": list({ ...TWO_OPTIONS, in_stock: true, facets: true }),
  "list: in stock": list({ in_stock: true }),
  "list: in stock, by sales": list({ in_stock: true, sort_by: "best_selling" }),
  "list: sold out, by name, deep page": list({ in_stock: false, sort_by: "name", offset: 10_000 }),
  "list: a narrow span of prices, facets": list({ min_price: 5_600, max_price: 5_650, facets: true }),
  "list: from a price on, by price": list({ min_price: 20_000, sort: "price_asc" }),
  "list: a tag of every second product, by price": list({ tag: "Nouveau", sort_by: "price" }),
  "list: a rare tag": ({ facts, storefront }) => storefront("GET", `/products?tag=${facts.tag}`),
  "list: a vendor, by name": list({ vendor: "atelier baba", sort_by: "name" }),
  "list: a category, by sales, facets": list({ category: "rayon-1", sort_by: "best_selling", facets: true }),
  "list: a subcategory": list({ category: "rayon-1-1" }),
  "list: a category by its name": list({ category: "Tapis" }),
  "list: a category by its id": ({ facts, storefront }) => storefront("GET", `/products?category=${facts.category.id}`),
  "list: a collection": list({ collection: "collection-7", facets: true }),
  "list: a collection of every product, in stock": list({ collection: "collection-1", in_stock: true }),
  "list: by sales, deep page": list({ sort_by: "best_selling", offset: 90_000, limit: 250 }),
  "list: by name, beyond the last": list({ sort_by: "name", offset: 2_000_000_000 }),
  "a product": ({ facts, storefront }) => storefront("GET", `/products/${facts.product.slug}`),
  "a product by its id": ({ facts, storefront }) => storefront("GET", `/products/${facts.product.id}`),
  "a product with a promotion": get("/products/savon-noir-eucalyptus"),
  "the categories, each counted": get("/product-categories", { limit: 250 }),
  "the collections, each counted": get("/collections", { limit: 250 }),
  "a collection of every product, its own order": get("/collections/collection-1", { limit: 250, offset: 90_000 }),
  "a collection of every product, by sales": get("/collections/collection-2", { limit: 250 }),
  "a small collection, by price": get("/collections/collection-8"),
  "a small collection": get("/collections/collection-9"),
  "the store": get("/store"),
  "the menus": get("/store/menus"),
  "a menu": get("/store/menus/menu-7"),
  "the pages": get("/pages", { limit: 250 }),
  "the pages, a deep page": get("/pages", { limit: 250, offset: 900 }),
  "a page": get("/pages/article-7"),
  "the posts": get("/blogs", { limit: 250 }),
  "a post": get("/blogs/article-7"),
  "the delivery rates": get("/shipping-rates"),
};
