import { defineOperation, type Operation } from "../operations/operation.ts";
import { distinctCodes, parseCodes } from "../promotions/promotions.ts";
import { MergedOrder } from "./admin/admin-answers.ts";
import { mergeOrders } from "./editing/merge.ts";
import { concise, reportChange } from "./order-answers.ts";
import { OrderRef } from "./order-arguments.ts";
import { needsOfMerge } from "./people-arguments.ts";

/** Making one order of two. */
export const mergeOrderOperations: Operation[] = [
  defineOperation({
    name: "orders_merge",
    title: "Merge two orders",
    description: "Moves the lines of `with` to `order` of the same person before shipping, and cancels `with`.",
    area: "orders",
    effect: "destroy",
    notUndoable: "A merged order stays cancelled; orders_update removes its lines from the other.",
    takes: ["dry_run", "idempotency_key"],
    input: { order: OrderRef, with: OrderRef },
    needs: needsOfMerge,
    answers: MergedOrder,
    refuses: ["order_not_found", "illegal_order_move", "cart_full", "insufficient_stock"],
    example: { order: "ORD-2026-7KQ2M9XB", with: "ORD-2026-4M8T2WQZ", dry_run: true },
    run: async (call, { order, with: other }) => {
      const { kept, merged } = await mergeOrders(call.db, order, other, call.merchant.actor);
      reportChange(call, kept.before, kept.after, "orders.merged");
      reportChange(call, merged.before, merged.after);
      const had = [kept.before, merged.before].flatMap((order) => parseCodes(order?.coupon_code));
      const lost = distinctCodes(had).length > parseCodes(kept.after.coupon_code).length;
      const text = `${merged.after.order_number} is merged into ${kept.after.order_number}: ${kept.after.total} ${kept.after.currency}.${lost ? " A coupon applies no more." : ""}`;

      return { text, data: { ...concise(kept.after), merged: merged.after.order_number } };
    },
  }),
];
