import type { SiteDb } from "../../db/database.ts";
import { ORDER_STATUSES } from "../../orders/orders.ts";
import { selectInMemory } from "../columns.ts";
import { orderOutcomes } from "../customer-queries.ts";
import type { Asked, Found, ReportDefinition } from "../report.ts";
import { percent, plural, ratio } from "./parts.ts";

/**
 * The rates of confirmation and cancellation are of all orders, those of delivery and return are of shipped orders. An order
 * that was delivered and then returned counts as both.
 */
async function readRates(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const rows = await orderOutcomes(db, range);
  const count = (name: Exclude<keyof (typeof rows)[number], "status">) => rows.reduce((sum, row) => sum + row[name], 0);
  const now = (status: string) => rows.find((row) => row.status === status)?.orders ?? 0;
  const [placed, confirmed, shipped, delivered] = [
    count("orders"),
    count("confirmed"),
    count("shipped"),
    count("delivered"),
  ];
  const [cancelled, returned, calls, called] = [now("cancelled"), now("returned"), count("calls"), count("called")];
  return {
    text: `Of ${plural(placed, "order")} ${percent(confirmed, placed)} were confirmed, ${percent(cancelled, placed)} cancelled; of ${shipped} shipped ${percent(delivered, shipped)} were delivered, ${percent(returned, shipped)} returned. ${plural(calls, "call")} to ${plural(called, "order")}.`,
    totals: {
      placed,
      confirmed,
      cancelled,
      shipped,
      delivered,
      returned,
      confirmation_rate: ratio(confirmed, placed),
      cancellation_rate: ratio(cancelled, placed),
      delivery_rate: ratio(delivered, shipped),
      return_rate: ratio(returned, shipped),
      calls,
      orders_called: called,
      calls_per_order: called === 0 ? null : Math.round((calls / called) * 100) / 100,
      outcomes: {
        answered: count("answered"),
        no_answer: count("no_answer"),
        busy: count("busy"),
        postponed: count("postponed"),
        wrong_number: count("wrong_number"),
      },
    },
    rows: selectInMemory(
      ORDER_STATUSES.map((status, i) => ({ key: String(i), status, orders: now(status) })),
      asked,
    ),
  };
}

export const ratesReport = {
  about: "Orders by their status now, with rates of confirmation, delivery and return, and calls.",
  columns: { status: "text", orders: "count" },
  order: [],
  read: readRates,
} as const satisfies ReportDefinition;
