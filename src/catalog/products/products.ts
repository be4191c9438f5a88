import { Problem } from "../../core/problem.ts";
import { offsetPageOf } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { runningPromotions } from "../../promotions/promotions.ts";
import { matchingProducts } from "../search/search.ts";
import { facetsOf } from "./facets.ts";
import { findConditions } from "./filter-conditions.ts";
import type { ProductQuery } from "./filter-schema.ts";
import { findProducts } from "./list-queries.ts";
import { type ProductPage, productPage } from "./product-page.ts";
import { groupsFor, promotionPrice } from "./promotion-price.ts";
import { findDetail } from "./queries.ts";
import { renderProduct } from "./render.ts";
import type { Product } from "./schema.ts";
import { orderBy, requestedOrder } from "./sort-queries.ts";

/**
 * Published products, filtered, sorted and paged. With `q`, the products that a search finds, by relevance unless the
 * query names a sort order. Throws `invalid_request` for a `q` above 200 characters, and as `filtersOf` does.
 */
export async function listProducts(db: SiteDb, query: ProductQuery): Promise<ProductPage> {
  const q = query.q?.trim();
  const order = requestedOrder(query);
  if (q) return matchingProducts(db, q, query, order);
  const conditions = await findConditions(db, query);
  const page = offsetPageOf(query);
  const [products, promotions] = await Promise.all([
    findProducts(db, conditions, order ?? orderBy("created_at", query.sort_order), page),
    runningPromotions(db),
  ]);
  const list = await productPage(db, products, promotions, page);
  return query.facets ? { ...list, facets: await facetsOf(db, conditions) } : list;
}

/** A published product by its slug or its id. Throws `product_not_found`, for a draft or archived one too. */
export async function showProduct(db: SiteDb, slugOrId: string): Promise<Product> {
  const [row, promotions] = await Promise.all([findDetail(db, slugOrId), runningPromotions(db)]);
  if (!row) throw new Problem("product_not_found", `This store has no product "${slugOrId}".`);
  const groups = await groupsFor(db, promotions, [row.id]);
  return renderProduct(db, row, promotionPrice(db, promotions, row, groups));
}
