import { groupsOf } from "../../catalog/catalog.ts";
import type { CustomerIdentity } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import {
  type Candidate,
  distinctCodes,
  evaluate,
  findCandidatesOfOrder,
  isForEverybody,
  MAX_CODES,
  type Offer,
  parseCodes,
  snapshotDiscount,
} from "../../promotions/promotions.ts";
import type { OrderRow } from "../queries.ts";
import type { Line } from "./change-lines.ts";

/** What the promotions take off an order after a change; amounts are minor units. */
export interface WorkedOut {
  offer: Offer<Candidate>;
  /** The codes that still apply, separated by commas. */
  coupon_code: string | null;
  applied_discounts: unknown[];
}

interface PricedLines {
  lines: Line[];
  /** The delivery cost before promotions, in minor units. */
  shipping: number;
  /** Are tried beside those of the order. */
  codes: string[];
  /** False: promotions that are limited per customer are not added. */
  seesPeople: boolean;
}

/**
 * Works the promotions of an order out again, as of the time at which it was placed: those that it was granted may have ended
 * or reached their limit since.
 */
export async function workOutPromotions(
  db: SiteDb,
  order: OrderRow,
  { lines, shipping, codes: further, seesPeople }: PricedLines,
  buyer: CustomerIdentity,
): Promise<WorkedOut> {
  const groups = new Map(
    (
      await groupsOf(
        db,
        lines.map((line) => line.product_id),
      )
    ).map((row) => [row.product_id, row]),
  );
  const cart = {
    shipping,
    lines: lines.map(({ product_id, price, quantity }) => ({
      product_id,
      price,
      quantity,
      collection_ids: groups.get(product_id)?.collection_ids ?? [],
      category_ids: groups.get(product_id)?.category_ids ?? [],
    })),
  };
  const codes = distinctCodes([...parseCodes(order.coupon_code), ...further]).slice(0, MAX_CODES);
  const granted = grantedTo(order);
  const placed = { ...db, now: order.created_at };
  const found = await findCandidatesOfOrder(placed, codes, granted, buyer);
  const candidates = found
    .map((promotion) => (granted.includes(promotion.id) ? asGranted(promotion) : promotion))
    .filter((promotion) => seesPeople || isForEverybody(promotion));
  const { offer, refused } = evaluate(placed, cart, codes, candidates);
  const applying = codes.filter((code) => !refused.some((one) => one.code === code));
  return {
    offer,
    coupon_code: applying.length > 0 ? applying.join(",") : null,
    applied_discounts: offer.discounts.map((discount) => snapshotDiscount(discount, db)),
  };
}

/** The ids of the promotions that an order has. */
export const grantedTo = ({ applied_discounts }: OrderRow): string[] => applied_discounts.map(({ id }) => id);

/** Without the dates and limits that it met when the order was placed. */
const asGranted = (promotion: Candidate): Candidate => ({
  ...promotion,
  is_active: true,
  starts_at: null,
  expires_at: null,
  usage_limit: null,
  usage_limit_per_customer: null,
});
