import type { SiteDb } from "../../db/database.ts";
import { type Promotion, promotionPriceOf, runningPromotions } from "../../promotions/promotions.ts";
import { groupsOf } from "./promotion-target-queries.ts";
import type { CardRow } from "./queries.ts";
import type { PromotionPrice } from "./render.ts";

/** The promotion price of each product, by product id. A product that no automatic promotion makes cheaper is left out. */
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
      const promotionPrice = promotionPriceOf(
        promotions,
        { product_id: id, collection_ids, category_ids, price: min_price },
        db,
      );
      return promotionPrice ? [[id, promotionPrice] as const] : [];
    }),
  );
}

/** The collections and categories of each product; read only when a promotion is limited to collections or categories. */
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
