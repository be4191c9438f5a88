import { type List, listAnswer, type OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import type { FoundProducts } from "./list-queries.ts";
import { promotionPrices } from "./promotion-price.ts";
import { cardsOf } from "./queries.ts";
import { renderCard } from "./render.ts";
import type { Facets, ProductCard } from "./schema.ts";

export type ProductPage = List<ProductCard> & { total_is_partial: boolean; facets?: Facets };

/** The cards of the products that a search or a list found, in its order, with the total. */
export const productPage = async (
  db: SiteDb,
  products: FoundProducts | undefined,
  page: OffsetPage,
): Promise<ProductPage> => ({
  ...listAnswer(await cardsInOrder(db, products?.ids ?? []), products?.total ?? 0, page),
  total_is_partial: products?.isPartial ?? false,
});

/** The cards of these products, in this order. */
export async function cardsInOrder(db: SiteDb, ids: string[]): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const rows = await cardsOf(db, ids);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const promotionPricesById = await promotionPrices(db, rows);
  return ids.flatMap((id) => {
    const row = rowsById.get(id);
    return row ? [renderCard(db, row, promotionPricesById.get(id))] : [];
  });
}
