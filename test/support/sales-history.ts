import { changeOrderStatus, placeOrder, type Status } from "../../src/orders/orders.ts";
import type { Shop } from "./app.ts";
import { call } from "./operations.ts";
import { BUYER, cartWith, type OrderLine } from "./selling.ts";

/** Helpers for tests of reports. */

export const report = (shop: Shop, report: string, args: object = {}) =>
  call(shop, "analytics_report", { report, ...args });

const MOVES: Status[] = ["confirmed", "processing", "shipped", "delivered", "returned"];

/** Places an order at the given time, and moves it through the statuses up to `to`. */
export async function orderAt(
  shop: Shop,
  now: string,
  wanted: OrderLine[],
  { to, ...given }: { to?: Status } & Record<string, unknown> = {},
) {
  const cart_id = await cartWith(shop, ...wanted);
  const placed = await shop.transact((db) => placeOrder(db, null, { cart_id, ...BUYER, ...given }), now);
  const moves = to === undefined ? [] : to === "cancelled" ? [to] : MOVES.slice(0, MOVES.indexOf(to) + 1);
  for (const move of moves) await shop.transact((db) => changeOrderStatus(db, placed.id, move, "key test"), now);
  return placed;
}

export const NOVEMBER = { from: "2025-11-01", to: "2025-11-30" };
