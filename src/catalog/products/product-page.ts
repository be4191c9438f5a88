import { type List, listAnswer, type OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import type { Promotion } from "../../promotions/promotions.ts";
import type { FoundProducts } from "./list-queries.ts";
import { groupsFor, promotionPrice } from "./promotion-price.ts";
import { cardsOf } from "./queries.ts";
import { renderCard } from "./render.ts";
import type { Facets, ProductCard } from "./schema.ts";

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

/** The cards of these products, in this order, with their prices by the `promotions` that are running. */
export async function cardsInOrder(db: SiteDb, ids: string[], promotions: Promotion[]): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const [rows, groups] = await Promise.all([cardsOf(db, ids), groupsFor(db, promotions, ids)]);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rowsById.get(id);
    return row ? [renderCard(db, row, promotionPrice(db, promotions, row, groups))] : [];
  });
}
