import { newId } from "../../core/ids.ts";
import { Problem } from "../../core/problem.ts";
import { type List, listAnswer, type OffsetPage } from "../../core/shapes.ts";
import { ALL_PRODUCTS, type Part } from "../../db/changes.ts";
import type { SiteDb } from "../../db/database.ts";
import { runningPromotions } from "../../promotions/promotions.ts";
import { requireProductIds } from "../editing/product-refs.ts";
import { conditionsOf, inCollection, published } from "../products/filter-queries.ts";
import { salesUntil } from "../products/kept-findings.ts";
import { findIds } from "../products/list-queries.ts";
import { cardsInOrder } from "../products/product-page.ts";
import { collectionOrder, type SortOrder } from "../products/sort-queries.ts";
import {
  activeCollection,
  activeCollections,
  addToCollection,
  type CollectionRow,
  clearCollection,
  countActiveCollections,
  idsByPosition,
  type NewCollection,
  upsertCollection,
} from "./queries.ts";
import type { Collection, CollectionWithProducts } from "./schema.ts";

/** Active collections by position, each with its number of published products. */
export async function listCollections(db: SiteDb, page: OffsetPage): Promise<List<Collection>> {
  const [rows, total] = await Promise.all([activeCollections(db, page), countActiveCollections(db)]);
  return listAnswer(
    rows.map((row) => renderCollection(db, row)),
    total,
    page,
  );
}

/** An active collection and a page of its products, in the collection's order. Throws `collection_not_found`. */
export async function showCollection(db: SiteDb, slug: string, page: OffsetPage): Promise<CollectionWithProducts> {
  const [row, promotions] = await Promise.all([keptCollection(db, slug), runningPromotions(db)]);
  const cards = await cardsInOrder(db, await collectionPage(db, row, page), promotions);
  const { data, pagination } = listAnswer(cards, row.products_count, page);
  return { collection: renderCollection(db, row), products: data, pagination };
}

const DEPENDS_ON: Part[] = ["groups", "catalogue"];

const keptCollection = (db: SiteDb, slug: string): Promise<CollectionRow> =>
  db.kept.keep(`collection ${slug}`, { parts: DEPENDS_ON }, async () => {
    const row = await activeCollection(db, slug);
    if (!row) throw new Problem("collection_not_found", (say) => say.catalogue.noCollection(slug));
    return row;
  });

/** The ids of a page of the collection's products, which are kept. */
function collectionPage(db: SiteDb, row: CollectionRow, page: OffsetPage): Promise<string[]> {
  const order = collectionOrder(row.sort_order);
  return db.kept.keep(
    `products of collection ${row.id} ${page.limit} ${page.offset}`,
    { parts: DEPENDS_ON, until: () => salesUntil(db, order) },
    () => findCollectionPage(db, row, order, page),
  );
}

async function findCollectionPage(
  db: SiteDb,
  row: CollectionRow,
  order: SortOrder | undefined,
  page: OffsetPage,
): Promise<string[]> {
  if (!order) return (await idsByPosition(db, row.id, page)).map(({ id }) => id);
  const conditions = conditionsOf(db, {}, published(db));
  conditions.filters.set("collection", inCollection(db, row.id));
  return findIds(db, conditions, order, page, row.products_count);
}

const renderCollection = (db: SiteDb, row: CollectionRow): Collection => ({
  ...row,
  site_id: db.siteId,
  image_url: db.mediaUrl(row.image_url),
});

/**
 * Creates a collection, or replaces the one with this slug. `products` (slugs, in order) become its products. Returns
 * its id. Throws `product_not_found`.
 */
export async function saveCollection(
  db: SiteDb,
  collection: Omit<NewCollection, "id">,
  products: string[],
): Promise<string> {
  const saved = await upsertCollection(db, { id: newId(), ...collection });
  if (!saved) throw new Error("an upsert returned nothing");
  await clearCollection(db, saved.id);
  await addToCollection(db, saved.id, await requireProductIds(db, products));
  db.changed(ALL_PRODUCTS);
  return saved.id;
}
