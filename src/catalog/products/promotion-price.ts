import type { SiteDb } from "../../db/database.ts";
import { type Promotion, promotionPriceOf, runningPromotions } from "../../promotions/promotions.ts";
import { groupsOf } from "./promotion-target-queries.ts";
import type { CardRow } from "./queries.ts";
import type { PromotionPrice } from "./render.ts";

/** What each product costs when one of it is bought alone, by its id; those that no automatic promotion lowers are left out. */
export async function promotionPrices(
  db: SiteDb,
  products: Pick<CardRow, "id" | "min_price">[],
): Promise<Map<string, PromotionPrice>> {
  const promotions = products.length > 0 ? await runningPromotions(db) : [];
  if (promotions.length === 0) return new Map();
  const groups = await groupsFor(db, promotions, products);
  return new Map(
    products.flatMap(({ id, min_price }) => {
      const { collection_ids = [], category_ids = [] } = groups.get(id) ?? {};
      const alone = promotionPriceOf(
        promotions,
        { product_id: id, collection_ids, category_ids, price: min_price },
        db,
      );
      return alone ? [[id, alone] as const] : [];
    }),
  );
}

/** Read only when a promotion asks for collections or categories. */
async function groupsFor(db: SiteDb, promotions: Promotion[], products: { id: string }[]) {
  const isNeeded = promotions.some(({ target_type }) => target_type === "collections" || target_type === "categories");
  const rows = isNeeded
    ? await groupsOf(
        db,
        products.map(({ id }) => id),
      )
    : [];
  return new Map(rows.map((row) => [row.product_id, row]));
}
