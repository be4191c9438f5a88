import { isId } from "../../core/ids.ts";
import { jsonWriter, writtenAs } from "../../core/json-text.ts";
import { once } from "../../core/once.ts";
import { Problem } from "../../core/problem.ts";
import { offsetPageOf } from "../../core/shapes.ts";
import type { Part } from "../../db/changes.ts";
import type { SiteDb } from "../../db/database.ts";
import { nextPromotionChange, runningPromotions } from "../../promotions/promotions.ts";
import { matchingProducts } from "../search/search.ts";
import { facetsOf } from "./facets.ts";
import { findConditions } from "./filter-conditions.ts";
import type { ProductQuery } from "./filter-schema.ts";
import { keepFacets, keepFound } from "./kept-findings.ts";
import { findProducts } from "./list-queries.ts";
import { type ProductPage, productPage, SHOWN_WITH_PRODUCTS } from "./product-page.ts";
import { groupsFor, promotionPrice } from "./promotion-price.ts";
import { findDetail } from "./queries.ts";
import { renderProduct } from "./render.ts";
import { Product } from "./schema.ts";
import { orderBy, requestedOrder } from "./sort-queries.ts";

/**
 * Published products, filtered, sorted and paged. With `q`, the products that a search finds, by relevance unless the
 * query names a sort order. Throws `invalid_request` for a `q` above 200 characters, and as `filtersOf` does.
 */
export async function listProducts(db: SiteDb, query: ProductQuery): Promise<ProductPage> {
  const q = query.q?.trim();
  const order = requestedOrder(query);
  if (q) return matchingProducts(db, q, query, order);
  const conditions = once(() => findConditions(db, query));
  const page = offsetPageOf(query);
  const [products, promotions] = await Promise.all([
    keepFound(db, "list", query, async () =>
      findProducts(db, await conditions(), order ?? orderBy("created_at", query.sort_order), page),
    ),
    runningPromotions(db),
  ]);
  const list = await productPage(db, products, promotions, page);
  if (!query.facets) return list;
  return { ...list, facets: await keepFacets(db, "list", query, async () => facetsOf(db, await conditions())) };
}

/** A published product by its slug or its id. Throws `product_not_found`, for a draft or archived one too. */
export async function showProduct(db: SiteDb, slugOrId: string): Promise<Product> {
  const [row, promotions] = await Promise.all([findDetail(db, slugOrId), runningPromotions(db)]);
  if (!row) throw new Problem("product_not_found", (say) => say.catalogue.noProduct(slugOrId));
  const groups = await groupsFor(db, promotions, [row.id]);
  return renderProduct(db, row, promotionPrice(db, promotions, row, groups));
}

const writeProduct = jsonWriter(Product);

/** `showProduct` as JSON, which is kept. */
export async function showKeptProduct(db: SiteDb, slugOrId: string): Promise<Product> {
  // Another product may get this id as its slug.
  const parts: Part[] = isId(slugOrId) ? [...SHOWN_WITH_PRODUCTS, "catalogue"] : SHOWN_WITH_PRODUCTS;
  const { json } = await db.kept.keep(
    `product ${slugOrId}`,
    { parts, productIds: ({ id }) => [id], until: () => nextPromotionChange(db) },
    async () => {
      const product = await showProduct(db, slugOrId);
      return { id: product.id, json: writeProduct(product) };
    },
  );
  return writtenAs(json);
}
