import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { picturesParameter } from "../core/pictures/shown.ts";
import { offsetPageOf, offsetParameters } from "../core/shapes.ts";
import type { Tag } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { listCategories } from "./categories/categories.ts";
import { CategoryList } from "./categories/schema.ts";
import { listCollections, showCollection } from "./collections/collections.ts";
import { CollectionList, CollectionWithProducts } from "./collections/schema.ts";
import { ProductQuery, SearchQuery } from "./products/filter-schema.ts";
import { isExpensiveRead } from "./products/filters.ts";
import { listProducts, showKeptProduct } from "./products/products.ts";
import { Product, ProductList, SearchResult } from "./products/schema.ts";
import { searchProducts } from "./search/search.ts";

const SlugPath = (example: string, description = "The slug.") =>
  Type.Object({ slug: Type.String({ description, examples: [example] }) });

export const catalogTags: Tag[] = [
  { name: "Products", description: "The catalogue: products, search and categories." },
  { name: "Collections", description: "Groups of products that the merchant chose." },
];

export const catalogRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    "/products",
    {
      config: { shows: ["catalogue", "groups", "promotions"] },
      schema: {
        operationId: "products.list",
        summary: "List products",
        description:
          "Published products as cards, filtered, sorted and paged. With `q` the list has only the products that match the search, by relevance unless `sort_by` or `sort` is sent. The order by `best_selling` may be a minute old. `option.<name>=<value>` filters by an option of the variants, as in `option.Taille=M`, and finds every name of the same meaning, such as `Size`. With `facets=true` the answer also has the number of products for each further filter.",
        tags: ["Products"],
        querystring: ProductQuery,
        response: { 200: ProductList, ...refuses("invalid_request") },
      },
    },
    ({ site, query }) => site.read((db) => listProducts(db, query), { isExpensive: isExpensiveRead(query) }),
  );

  app.get(
    "/products/:slug",
    {
      config: { shows: ["groups", "promotions"] },
      schema: {
        operationId: "products.get",
        summary: "Show a product",
        description: "A published product with its options, variants, images, collections, stock and SEO.",
        tags: ["Products"],
        params: SlugPath(
          "robe-kabyle-brodee",
          "The product's slug or id. If the value is the slug of one product and the id of another, the slug is used.",
        ),
        querystring: Type.Object(picturesParameter),
        response: { 200: Product, ...refuses("invalid_request", "product_not_found") },
      },
    },
    ({ site, params }) => site.read((db) => showKeptProduct(db, params.slug)),
  );

  app.get(
    "/search",
    {
      config: { shows: ["catalogue", "groups", "promotions"] },
      schema: {
        operationId: "products.search",
        summary: "Search products",
        description:
          "Products by relevance. All filters of the product list can be used here too. When no product has every word, those that match best are returned: rare words of a name weigh more than colours, sizes, numbers and frequent words. `ignored_words` and `corrections` say which words were not used as written.",
        tags: ["Products"],
        querystring: SearchQuery,
        response: { 200: SearchResult, ...refuses("invalid_request") },
      },
    },
    ({ site, query }) => site.read((db) => searchProducts(db, query), { isExpensive: true }),
  );

  app.get(
    "/product-categories",
    {
      config: { shows: ["catalogue", "groups"] },
      schema: {
        operationId: "categories.list",
        summary: "List the categories",
        description:
          "Active categories for navigation and filters. Parents come before their children. Each category has its number of products.",
        tags: ["Products"],
        querystring: Type.Object({ ...offsetParameters(250), ...picturesParameter }),
        response: { 200: CategoryList, ...refuses("invalid_request") },
      },
    },
    ({ site, query }) => site.read((db) => listCategories(db, offsetPageOf(query, 250))),
  );

  app.get(
    "/collections",
    {
      config: { shows: ["catalogue", "groups"] },
      schema: {
        operationId: "collections.list",
        summary: "List the collections",
        description: "Active collections.",
        tags: ["Collections"],
        querystring: Type.Object({ ...offsetParameters(), ...picturesParameter }),
        response: { 200: CollectionList, ...refuses("invalid_request") },
      },
    },
    ({ site, query }) => site.read((db) => listCollections(db, offsetPageOf(query))),
  );

  app.get(
    "/collections/:slug",
    {
      config: { shows: ["catalogue", "groups", "promotions"] },
      schema: {
        operationId: "collections.get",
        summary: "Show a collection",
        description: "An active collection and a page of its products, in the order that the collection sets.",
        tags: ["Collections"],
        params: SlugPath("artisanat"),
        querystring: Type.Object({ ...offsetParameters(), ...picturesParameter }),
        response: { 200: CollectionWithProducts, ...refuses("invalid_request", "collection_not_found") },
      },
    },
    ({ site, params, query }) =>
      site.read((db) => showCollection(db, params.slug, offsetPageOf(query)), { isExpensive: isExpensiveRead(query) }),
  );
};
