import { Type } from "typebox";
import { readEnd, readTime } from "../core/time/dates.ts";
import type { SiteDb } from "../db/database.ts";
import { SearchPage } from "../operations/answers.ts";
import { countText, cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { Format, From, Price, Query, Ref, searching, Text, To } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { isCode } from "../promotions/promotions.ts";
import { storeZone } from "../store/store.ts";
import { type AdminOrder, findAdminOrders, requireOrderRef } from "./admin/admin.ts";
import { FoundOrder, ListedOrder, ShownOrder, WholeOrder } from "./admin/admin-answers.ts";
import { searchOrders } from "./admin/search.ts";
import { concise, idsOf, listed, wholeOrder } from "./order-answers.ts";
import { OrderRef, SHOWS_ONE } from "./order-arguments.ts";
import { needsOfSearch } from "./people-arguments.ts";
import { REASONS } from "./reasons.ts";
import { riskColumns, riskIn, risksOf } from "./risk/risk.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "./status/transitions.ts";

const optional = Type.Optional;

/** Finding and showing orders. */
export const findOrderOperations: Operation[] = [
  defineOperation({
    name: "orders_search",
    title: "Search orders",
    description: "Newest first.",
    area: "orders",
    scopes: SHOWS_ONE,
    effect: "read",
    input: {
      query: optional(Query("Number, tracking number, e-mail, part of a name or phone")),
      status: optional(Type.Enum([...ORDER_STATUSES])),
      payment_status: optional(Type.Enum([...PAYMENT_STATUSES])),
      wilaya: optional(Ref("Code or name")),
      customer: optional(Ref("Id, e-mail or phone")),
      item: optional(Ref("Product: id, slug, SKU or name")),
      carrier: optional(Text(100)),
      tracking_number: optional(Ref()),
      reason: optional(Type.Enum([...REASONS])),
      payment_method: optional(Text(100)),
      min_total: optional(Price()),
      max_total: optional(Price()),
      to_ship: optional(Type.Boolean({ description: "Confirmed or processing" })),
      to_call: optional(Type.Boolean({ description: "Never called, or time to call again passed" })),
      owed: optional(Type.Boolean({ description: "Carrier owes cash" })),
      from: From,
      to: To,
      ...searching,
    },
    needs: needsOfSearch,
    answers: SearchPage(ListedOrder),
    detailed: SearchPage(FoundOrder),
    refuses: ["customer_not_found", "product_not_found", "carrier_not_found"],
    example: { status: "pending", wilaya: "Oran" },
    run: async ({ db, maxRowsText }, { limit, cursor, response_format, from, to, ...search }) => {
      const page = cursorPage({ limit, cursor }, maxRowsText);
      const zone = storeZone(db);
      const times = { from: readTime("from", from, zone), to: readEnd("to", to, zone) };
      const { orders, total } = await searchOrders(db, { ...search, ...times }, page);
      const shown = idsOf(orders.slice(0, page.limit));
      const full = response_format === "detailed" ? await findAdminOrders(db, shown) : undefined;
      const risks = await risksOf(db, shown);
      const data = full
        ? cursorAnswer(orders, total, page, ({ id }) => ({ ...(full.get(id) as AdminOrder), ...riskIn(risks, id) }))
        : cursorAnswer(orders, total, page, (order) => ({ ...listed(order), ...riskColumns(riskIn(risks, order.id)) }));
      const hint = total.count === 0 ? await couponHint(db, search.query) : "";
      return { text: `${countText(total)} orders; ${data.data.length} shown.${hint}`, data };
    },
  }),
  defineOperation({
    name: "orders_get",
    title: "Show an order",
    description: "detailed: adds addresses, discounts, calls, notes, who did what.",
    area: "orders",
    scopes: SHOWS_ONE,
    effect: "read",
    takes: ["cursor"],
    input: { order: OrderRef, response_format: Format },
    answers: ShownOrder,
    detailed: WholeOrder,
    refuses: ["order_not_found"],
    example: { order: "ORD-2026-7KQ2M9XB", response_format: "detailed" },
    run: async ({ db }, { order: ref, response_format }) => {
      const order = await requireOrderRef(db, ref);
      const shown =
        response_format === "detailed"
          ? await wholeOrder(db, order)
          : { ...concise(order), ...riskIn(await risksOf(db, [order.id]), order.id) };
      return {
        text: `${order.order_number} is ${order.status}, ${order.payment_status}, ${order.total} ${order.currency}.`,
        data: shown,
      };
    },
  }),
];

/** What a search for a coupon's code, which finds no order, is answered besides; otherwise an empty text. */
async function couponHint(db: SiteDb, query = ""): Promise<string> {
  if (query.trim() === "" || !(await isCode(db, query))) return "";
  return ` "${query.trim()}" is a coupon: query searches numbers, tracking numbers, e-mails, names and phones. analytics_report coupons counts its orders.`;
}
