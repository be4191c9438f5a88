import { isDeepStrictEqual } from "node:util";
import type { Actor } from "../../core/actor.ts";
import { invalidValue } from "../../core/problem.ts";
import { subtotalOf, unitsOf } from "../../core/sums.ts";
import type { SiteDb } from "../../db/database.ts";
import { cashRounding } from "../../store/store.ts";
import { amountsOf } from "../amounts.ts";
import type { CustomerDetails } from "../placing/customer-details.ts";
import type { OrderRow } from "../queries.ts";
import type { Line } from "./change-lines.ts";
import { deliveryOf, savedOnDelivery } from "./delivery.ts";
import { describeChange } from "./describe-change.ts";
import { saveLines, saveOrder } from "./save-change.ts";
import { workOutPromotions } from "./work-out.ts";

/** How an order changes. */
export interface OrderEdit {
  details: CustomerDetails;
  carrier: string | null;
  tracking_number: string | null;
  /** The lines after the change, removed ones included; undefined: they stay. Lock their variants first. */
  lines?: Line[] | undefined;
  /** Coupon codes that are tried beside those of the order. */
  codes?: string[];
  hasNewRegion: boolean;
  /** The delivery cost in minor units; null: what the store charges; undefined: it stays, or follows the change. */
  shipping_cost: number | null | undefined;
  /** False: promotions that are limited per customer are not added. */
  seesPeople: boolean;
  /** What the history says beside what changed. */
  remarks?: string[];
}

/**
 * Changes an order that is locked. Stock and ledger move by the difference of its lines; promotions are worked out again when
 * lines change, or a delivery that they take or took something off. Answers what the store charges for the delivery now, in minor
 * units, and whether the change is final: stock or promotions moved. Throws `invalid_value` for a total that is too large, and for another total of
 * a paid order; LostRace when stock or the last use of a promotion is taken meanwhile.
 */
export async function applyChange(
  db: SiteDb,
  row: OrderRow,
  edit: OrderEdit,
  actor: Actor,
): Promise<{ rate: number; isFinal: boolean }> {
  const { details, carrier, tracking_number, remarks = [] } = edit;
  const lines = edit.lines ?? row.items.map((line): Line => ({ ...line, was: line.quantity }));
  const { amounts, promotions, buyer, rate } = await workOut(db, row, edit, lines);
  const after = { ...details, ...amounts, carrier, tracking_number };
  if (row.payment_status !== "unpaid" && after.total !== row.total) {
    throw invalidValue(edit.lines ? "items" : "shipping_cost", "must not change the total once the order is paid");
  }
  if (promotions) await saveLines(db, row, lines, promotions, buyer);
  const changes = [...remarks, ...describeChange(row, after, lines)];
  if (changes.length > 0 || !isDeepStrictEqual({ ...row, ...after }, row)) {
    await saveOrder(db, row.id, after, { actor, changes });
  }
  const isPromotionChanged = !isDeepStrictEqual(
    [after.discount, after.coupon_code, JSON.stringify(after.applied_discounts)],
    [row.discount, row.coupon_code, JSON.stringify(row.applied_discounts)],
  );
  return { rate, isFinal: edit.lines !== undefined || isPromotionChanged };
}

/** Works out the amounts of an order after an edit, and its promotions where they may differ. */
async function workOut(db: SiteDb, row: OrderRow, edit: OrderEdit, lines: Line[]) {
  const { details, hasNewRegion, shipping_cost: sent, codes = [], seesPeople } = edit;
  const kept = lines.filter(({ quantity }) => quantity > 0);
  const subtotal = subtotalOf(kept);
  if (!Number.isSafeInteger(subtotal)) throw invalidValue("items", "make a total that is too large");
  const delivery = await deliveryOf(db, row, details, { hasNewRegion, subtotal, sent });
  const saved = savedOnDelivery(row);
  const changesDelivery = delivery.cost !== row.shipping_cost + saved || delivery.isSet !== row.shipping_is_set;
  const buyer = { customer_id: row.customer_id, phone: details.customer_phone, email: details.customer_email };
  const workedOut =
    edit.lines || changesDelivery
      ? await workOutPromotions(db, row, { lines: kept, shipping: delivery.reducible, codes, seesPeople }, buyer)
      : undefined;
  const promotions = edit.lines || saved > 0 || (workedOut?.offer.shipping ?? 0) > 0 ? workedOut : undefined;
  const parts = {
    subtotal,
    discount: promotions?.offer.amount ?? row.discount,
    shipping_cost: delivery.cost - (promotions?.offer.shipping ?? saved),
  };
  const isSame =
    subtotal === row.subtotal && parts.discount === row.discount && parts.shipping_cost === row.shipping_cost;
  const sums = isSame
    ? { ...parts, rounding: row.rounding, total: row.total }
    : amountsOf(parts, { cashRounding: await cashRounding(db), payment_method: row.payment_method });
  const amounts = {
    ...sums,
    wilaya_code: delivery.wilaya_code,
    shipping_is_set: delivery.isSet,
    items_count: unitsOf(kept),
    coupon_code: promotions ? promotions.coupon_code : row.coupon_code,
    applied_discounts: promotions?.applied_discounts ?? row.applied_discounts,
  };
  return { amounts, promotions, buyer, rate: delivery.rate };
}
