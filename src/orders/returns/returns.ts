import type { Actor } from "../../core/actor.ts";
import { toMajor } from "../../core/money.ts";
import { invalidValue } from "../../core/problem.ts";
import { readAmount } from "../../core/read-amount.ts";
import type { SiteDb } from "../../db/database.ts";
import { type OrderChange, renderAdminOrder, requireOrderRef, requireOrderRow } from "../admin/admin.ts";
import type { OrderRow } from "../queries.ts";
import type { Reason } from "../reasons.ts";
import { proposedRefund, refundableOf } from "../status/payment.ts";
import { type AskedReturn, everything, isRestockedFor, returnedTotals, selectUnits, withReturned } from "./lines.ts";
import { requireReturnable, takeBack } from "./take-back.ts";

/** What comes back of an order. */
export interface ReturnInput {
  /** Default: all that did not come back. */
  items?: AskedReturn[] | undefined;
  /** Whether the units can be sold again; default: unless they are damaged or lost. */
  restock?: boolean | undefined;
  reason: Reason;
  /** Major units; default: what was paid for the units that come back. */
  refunded_amount?: number | undefined;
}

/** Units of a line that are in stock again. */
export interface StockBack {
  product_name: string;
  variant_title: string | null;
  sku: string | null;
  quantity: number;
}

/** A return; amounts are major units. */
export interface Returned extends OrderChange {
  /** What is paid back by this return. */
  refunded_amount: number;
  stock_back: StockBack[];
}

/**
 * Takes units of the order of this id or number back. Throws `order_not_found`, `illegal_order_move`, `quantity_out_of_range`,
 * and `invalid_value` for an unknown item, or a refund of more than was collected.
 */
export async function returnItems(db: SiteDb, ref: string, given: ReturnInput, actor: Actor): Promise<Returned> {
  const { reason, items, restock = isRestockedFor(reason) } = given;
  const order = await requireOrderRow(db, ref, { forUpdate: true });
  requireReturnable(order);
  const units = items ? selectUnits(order.items, items, restock) : everything(order.items, restock);
  const worth = returnedTotals(withReturned(order.items, units)).amount - order.returned_amount;
  const { refunded_amount } = given;
  const refunded = refunded_amount === undefined ? proposedRefund(order, worth) : readRefund(order, refunded_amount);
  const inStock = await takeBack(db, order, { units, reason, refunded, actor });
  return {
    before: renderAdminOrder(db, order),
    after: await requireOrderRef(db, order.id),
    refunded_amount: toMajor(refunded, order.currency),
    stock_back: inStock.map(({ line, quantity }) => {
      const { product_name, variant_title, variant_options, sku } = line;
      return { product_name, variant_title: variant_options.length > 0 ? variant_title : null, sku, quantity };
    }),
  };
}

function readRefund(order: OrderRow, amount: number): number {
  const refunded = readAmount("refunded_amount", amount, order.currency);
  const most = refundableOf(order);
  if (refunded <= most) return refunded;
  const rest = toMajor(most, order.currency);
  throw invalidValue("refunded_amount", `must be at most ${rest}: what was collected and not refunded`, {
    refundable: rest,
  });
}
