import { type List, type OffsetPage, pageOf } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import type { FoundProducts } from "./list-queries.ts";
import { promotionPrices } from "./promotion-price.ts";
import { cardsOf } from "./queries.ts";
import { renderCard } from "./render.ts";
import type { Facets, ProductCard } from "./schema.ts";

export type ProductPage = List<ProductCard> & { facets?: Facets };

/** A page of product cards: which ones is found apart from what they show. */
export const productPage = async (
  db: SiteDb,
  found: FoundProducts | undefined,
  span: OffsetPage,
): Promise<List<ProductCard>> => pageOf(await cards(db, found?.ids ?? []), found?.total ?? 0, span);

async function cards(db: SiteDb, ids: string[]): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const found = await cardsOf(db, ids);
  const rows = new Map(found.map((row) => [row.id, row]));
  const alone = await promotionPrices(db, found);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [renderCard(db, row, alone.get(id))] : [];
  });
}
