import type { SiteDb } from "../../db/database.ts";
import { type Promotion, promotionPriceOf } from "../../promotions/promotions.ts";
import { groupsOf } from "./promotion-target-queries.ts";
import type { CardRow } from "./queries.ts";
import type { PromotionPrice } from "./render.ts";

/** The collections and categories of products, by product id. */
type Groups = Map<string, { collection_ids: string[]; category_ids: string[] }>;

/** The collections and categories of each product; read only when a promotion is limited to collections or categories. */
export async function groupsFor(db: SiteDb, promotions: Promotion[], productIds: string[]): Promise<Groups> {
  const isNeeded = promotions.some(({ target_type }) => target_type === "collections" || target_type === "categories");
  const rows = isNeeded ? await groupsOf(db, productIds) : [];
  return new Map(rows.map((row) => [row.product_id, row]));
}

const NO_GROUPS = { collection_ids: [], category_ids: [] };

/** The price of a product with the automatic promotions that are running; undefined when none makes it cheaper. */
export function promotionPrice(
  db: SiteDb,
  promotions: Promotion[],
  { id, min_price }: Pick<CardRow, "id" | "min_price">,
  groups: Groups,
): PromotionPrice | undefined {
  if (promotions.length === 0) return undefined;
  const { collection_ids, category_ids } = groups.get(id) ?? NO_GROUPS;
  return promotionPriceOf(promotions, { product_id: id, collection_ids, category_ids, price: min_price }, db);
}
