import { lockVariantRefs } from "../../catalog/catalog.ts";
import type { Actor } from "../../core/actor.ts";
import { newId } from "../../core/ids.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { parseCodes } from "../../promotions/promotions.ts";
import {
  type AdminOrderRow,
  type OrderChange,
  renderAdminOrder,
  requireOrderRef,
  requireOrderRow,
} from "../admin/admin.ts";
import { detailsOf } from "../admin/update.ts";
import type { OrderRow } from "../queries.ts";
import { moveOrder } from "../status/change-status.ts";
import { BEFORE_SHIPPING } from "../status/transitions.ts";
import { applyChange } from "./apply-change.ts";
import { type Line, requireSizes, requireStock } from "./change-lines.ts";
import { addToHistory } from "./history.ts";
import { findSaleVariants } from "./queries.ts";

/**
 * Moves the lines of an order to another order of the same person, with their prices, and cancels it as a duplicate. Codes of
 * both are tried. Throws `order_not_found`, `illegal_order_move` for an order that is shipped, cancelled or paid, `cart_full`,
 * `insufficient_stock` when a variant was deleted, and `invalid_value` for orders of different people.
 */
export async function mergeOrders(
  db: SiteDb,
  ref: string,
  otherRef: string,
  actor: Actor,
): Promise<{ kept: OrderChange; merged: OrderChange }> {
  const [row, other] = await lockBoth(db, ref, otherRef);
  requireMergeable(row, other);
  const variants = [...row.items, ...other.items].map(({ variant_id }) => variant_id);
  await lockVariantRefs(db, [], variants);
  await moveOrder(db, other, "cancelled", actor, "duplicate");
  const lines = mergedLines(row, other);
  requireSizes(lines);
  requireStock(lines, await findSaleVariants(db, variants)); // a variant that was deleted cannot be sold again
  const edit = {
    details: detailsOf(row),
    carrier: row.carrier,
    tracking_number: row.tracking_number,
    hasNewRegion: false,
    shipping_cost: undefined,
    lines,
    codes: parseCodes(other.coupon_code),
    remarks: [`merged with ${other.order_number}`],
    seesPeople: true,
  };
  await applyChange(db, row, edit, actor);
  await addToHistory(db, [{ id: other.id, changes: [`merged into ${row.order_number}`] }], actor);
  const [after, otherAfter] = await Promise.all([requireOrderRef(db, row.id), requireOrderRef(db, other.id)]);
  return {
    kept: { before: renderAdminOrder(db, row), after },
    merged: { before: renderAdminOrder(db, other), after: otherAfter },
  };
}

/** Both orders, locked in the order of their ids, as all that lock several orders do. */
async function lockBoth(db: SiteDb, ref: string, otherRef: string): Promise<[AdminOrderRow, AdminOrderRow]> {
  const found = await Promise.all([requireOrderRow(db, ref), requireOrderRow(db, otherRef)]);
  const ids = found.map(({ id }) => id);
  if (ids[0] === ids[1]) throw invalidValue("with", "is the same order");
  const locked = await Promise.all(ids.toSorted().map((id) => requireOrderRow(db, id, { forUpdate: true })));
  return ids.map((id) => locked.find((row) => row.id === id)) as [AdminOrderRow, AdminOrderRow];
}

function requireMergeable(...orders: [OrderRow, OrderRow]): void {
  for (const { order_number, status, payment_status } of orders) {
    if (BEFORE_SHIPPING.includes(status) && payment_status === "unpaid") continue;
    const state = payment_status === "unpaid" ? status : payment_status;
    throw new Problem(
      "illegal_order_move",
      `${order_number} is ${state}; only orders that are neither shipped, cancelled nor paid can be merged.`,
    );
  }
  const [one, other] = orders;
  const isOfOnePerson =
    (one.customer_phone === other.customer_phone && /\d/.test(one.customer_phone)) || // an erased person's has no digits
    (one.customer_id !== null && one.customer_id === other.customer_id) ||
    (one.customer_email !== null && one.customer_email.toLowerCase() === other.customer_email?.toLowerCase());
  if (!isOfOnePerson) throw invalidValue("with", "is an order with another account, phone and e-mail");
}

/** The lines of both: units of a variant at one price are one line. */
function mergedLines(row: OrderRow, other: OrderRow): Line[] {
  const lines = row.items.map((line): Line => ({ ...line, was: line.quantity }));
  for (const line of other.items) {
    const same = lines.find(({ variant_id, price }) => variant_id === line.variant_id && price === line.price);
    if (same) same.quantity += line.quantity;
    else lines.push({ ...line, id: newId(), was: 0 });
  }
  return lines;
}
