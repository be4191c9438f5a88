import { Problem } from "../../core/problem.ts";
import { type List, type OffsetPage, offsetPageOf, pageOf } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { activeCategories, countActiveCategories } from "../categories/queries.ts";
import {
  activeCollection,
  activeCollections,
  type CollectionRow,
  countActiveCollections,
} from "../collections/queries.ts";
import type { Category, Collection, CollectionWithProducts, Product } from "../schema.ts";
import { matchingProducts } from "../search/search.ts";
import { facetsOf } from "./facets.ts";
import { findConditions } from "./filter-conditions.ts";
import {
  collectionOrder,
  conditionsOf,
  findProducts,
  inCollection,
  orderBy,
  requestedOrder,
} from "./filter-queries.ts";
import type { ProductQuery } from "./filter-schema.ts";
import { type ProductPage, productPage } from "./product-page.ts";
import { promotionPrices } from "./promotion-price.ts";
import { findDetail } from "./queries.ts";
import { renderProduct } from "./render.ts";

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

export async function listCategories(db: SiteDb, span: OffsetPage): Promise<List<Category>> {
  const [rows, total] = [await activeCategories(db, span), await countActiveCategories(db)];
  const categories = rows.map((row) => ({ ...row, image_url: db.mediaUrl(row.image_url) }));
  return pageOf(categories, total, span);
}

export async function listCollections(db: SiteDb, span: OffsetPage): Promise<List<Collection>> {
  const [rows, total] = [await activeCollections(db, span), await countActiveCollections(db)];
  return pageOf(
    rows.map((row) => renderCollection(db, row)),
    total,
    span,
  );
}

/** An active collection and a page of its products, in its own order. Throws `collection_not_found`. */
export async function showCollection(db: SiteDb, slug: string, span: OffsetPage): Promise<CollectionWithProducts> {
  const row = await activeCollection(db, slug);
  if (!row) throw new Problem("collection_not_found", `This store has no collection "${slug}".`);
  const conditions = conditionsOf(db, { options: [] }).set("collection", inCollection(db, row.id));
  const found = await findProducts(db, conditions, collectionOrder(row.id, row.sort_order), span);
  const { data, pagination } = await productPage(db, found, span);
  return { collection: renderCollection(db, row), products: data, pagination };
}

const renderCollection = (db: SiteDb, row: CollectionRow): Collection => ({
  ...row,
  site_id: db.siteId,
  image_url: db.mediaUrl(row.image_url),
});
