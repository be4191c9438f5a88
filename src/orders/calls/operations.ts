import { Type } from "typebox";
import { Nullable, NullableTimestamp } from "../../core/shapes.ts";
import { Ref, Refs } from "../../operations/inputs.ts";
import { defineOperation, type Operation, type OperationCall } from "../../operations/operation.ts";
import { requireOrderRef } from "../admin/admin.ts";
import { ListedOrder, WholeOrder } from "../admin/admin-answers.ts";
import { findBriefOrders } from "../admin/search.ts";
import { listed, wholeOrder } from "../order-answers.ts";
import { AT_THE_DESK } from "../order-arguments.ts";
import { readOrderNumber } from "../placing/order-number.ts";
import { riskColumns, riskIn, risksOf } from "../risk/risk.ts";
import { leaveCall, takeNextCall, waitingCalls } from "./calls.ts";

const optional = Type.Optional;

/** The call desk. */
export const callOperations: Operation[] = [
  defineOperation({
    name: "orders_next_call",
    title: "Next call",
    description:
      "The order whose shopper is to be called next, kept for the caller for ten minutes; orders_log_call ends it.",
    area: "orders",
    scopes: AT_THE_DESK,
    door: "http",
    effect: "write",
    notUndoable: "It changes no order: release gives it back.",
    input: {
      skip: optional(Refs("Numbers of orders to pass over")),
      release: optional(Ref("Number: gives this order back, and takes none")),
    },
    answers: Type.Object({
      order: Nullable(WholeOrder),
      held_until: NullableTimestamp("Until then nobody else gets the order."),
      left: Type.Integer({ description: "Orders to call that nobody else has, this one included." }),
      waiting: Type.Array(ListedOrder, { description: "The first of them." }),
      postponed_count: Type.Integer({ description: "Orders whose time to call again has not come." }),
      postponed: Type.Array(ListedOrder, { description: "The first of them." }),
    }),
    refuses: ["order_not_found"],
    example: {},
    run: async (call, { skip = [], release }) => {
      const { db, merchant } = call;
      if (release !== undefined) leaveCall(db, merchant.id, readOrderNumber(release));
      const taken = release === undefined ? await takeNextCall(db, merchant.id, skip.map(readOrderNumber)) : null;
      const [order, { toCall, postponed }] = await Promise.all([
        taken && requireOrderRef(db, taken.id).then((order) => wholeOrder(db, order)),
        waitingCalls(db, merchant.id),
      ]);
      const rows = await rowsOf(call, [...toCall.ids, ...postponed.ids]);
      const left = toCall.total.count;
      const data = {
        order,
        held_until: taken?.until ?? null,
        left,
        waiting: toCall.ids.flatMap(rows),
        postponed_count: postponed.total.count,
        postponed: postponed.ids.flatMap(rows),
      };
      const text = `${data.order?.order_number ?? "No order"} is to be called; ${left} left.`;
      return { text, textWhenIdle: text, data };
    },
  }),
];

/** Orders as lists show them, by id. */
async function rowsOf({ db }: OperationCall, ids: string[]) {
  const [orders, risks] = await Promise.all([findBriefOrders(db, ids), risksOf(db, ids)]);
  const rows = new Map(
    orders.map((order) => [order.id, { ...listed(order), ...riskColumns(riskIn(risks, order.id)) }]),
  );
  return (id: string) => rows.get(id) ?? [];
}
