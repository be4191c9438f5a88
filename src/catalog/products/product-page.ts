import { jsonWriter, writtenAs } from "../../core/json-text.ts";
import { type List, listAnswer, type OffsetPage } from "../../core/shapes.ts";
import type { Part } from "../../db/changes.ts";
import type { SiteDb } from "../../db/database.ts";
import { nextPromotionChange, type Promotion } from "../../promotions/promotions.ts";
import type { FoundProducts } from "./list-queries.ts";
import { groupsFor, promotionPrice } from "./promotion-price.ts";
import { cardsOf } from "./queries.ts";
import { renderCard } from "./render.ts";
import { type Facets, ProductCard } from "./schema.ts";

export type ProductPage = List<ProductCard> & { total_is_partial: boolean; facets?: Facets };

/** The cards of the products that a search or a list found, in its order, with the total. */
export const productPage = async (
  db: SiteDb,
  products: FoundProducts | undefined,
  promotions: Promotion[],
  page: OffsetPage,
): Promise<ProductPage> => ({
  ...listAnswer(await cardsInOrder(db, products?.ids ?? [], promotions), products?.total ?? 0, page),
  total_is_partial: products?.isPartial ?? false,
});

/** What cards and details show of other things than the product itself. */
export const SHOWN_WITH_PRODUCTS = ["groups", "promotions"] as const satisfies Part[];

const writeCard = jsonWriter(ProductCard);

/**
 * The cards of these products, in this order, with their prices by the `promotions` that are running. Each is kept as
 * JSON.
 */
export async function cardsInOrder(db: SiteDb, ids: string[], promotions: Promotion[]): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const uses = { parts: SHOWN_WITH_PRODUCTS, until: await nextPromotionChange(db) };
  const texts = await db.kept.keepEach("card", ids, uses, (missing) => writeCards(db, missing, promotions));
  return ids.flatMap((id) => {
    const text = texts.get(id);
    return text === undefined ? [] : [writtenAs<ProductCard>(text)];
  });
}

async function writeCards(db: SiteDb, ids: string[], promotions: Promotion[]): Promise<Map<string, string>> {
  const [rows, groups] = await Promise.all([cardsOf(db, ids), groupsFor(db, promotions, ids)]);
  return new Map(
    rows.map((row) => [row.id, writeCard(renderCard(db, row, promotionPrice(db, promotions, row, groups)))]),
  );
}
