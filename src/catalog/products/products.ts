import { Problem } from "../../core/problem.ts";
import { offsetPageOf } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { matchingProducts } from "../search/search.ts";
import { facetsOf } from "./facets.ts";
import { findConditions } from "./filter-conditions.ts";
import type { ProductQuery } from "./filter-schema.ts";
import { findProducts } from "./list-queries.ts";
import { type ProductPage, productPage } from "./product-page.ts";
import { promotionPrices } from "./promotion-price.ts";
import { findDetail } from "./queries.ts";
import { renderProduct } from "./render.ts";
import type { Product } from "./schema.ts";
import { orderBy, requestedOrder } from "./sort-queries.ts";

/**
 * Published products, filtered, sorted and paged (spec section 4.2). With `q` they are those that a search finds, by
 * relevance unless a sort is asked for. Throws `invalid_request` for a `q` above 200 characters.
 */
export async function listProducts(db: SiteDb, query: ProductQuery): Promise<ProductPage> {
  const q = query.q?.trim();
  const order = requestedOrder(query);
  if (q) return matchingProducts(db, q, query, order);
  const conditions = await findConditions(db, query);
  const span = offsetPageOf(query);
  const page = await productPage(
    db,
    await findProducts(db, conditions, order ?? orderBy("created_at", query.sort_order), span),
    span,
  );
  return query.facets ? { ...page, facets: await facetsOf(db, conditions) } : page;
}

/** A published product by its slug or its id. Throws `product_not_found`, for a draft or archived one too. */
export async function showProduct(db: SiteDb, slugOrId: string): Promise<Product> {
  const row = await findDetail(db, slugOrId);
  if (!row) throw new Problem("product_not_found", `This store has no product "${slugOrId}".`);
  const alone = await promotionPrices(db, [row]);
  return renderProduct(db, row, alone.get(row.id));
}
