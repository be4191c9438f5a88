import type { SiteDb } from "../../db/database.ts";
import { selectInMemory } from "../columns.ts";
import { MAX_STEPS, STEPS } from "../period.ts";
import { type SalesRow, salesByStep } from "../queries.ts";
import type { Asked, Found, ReportDefinition } from "../report.ts";
import { amountText, money, plural } from "./parts.ts";

const ZERO_SALES = {
  orders: 0,
  units: 0,
  gross: 0,
  discounts: 0,
  shipping: 0,
  rounding: 0,
  refunded: 0,
  total: 0,
  cancelled: 0,
  returned: 0,
} satisfies Omit<SalesRow, "step">;

async function readSales(db: SiteDb, { range, rows: asked, by = STEPS[0], steps }: Asked): Promise<Found> {
  const rows = await salesByStep(
    db,
    range,
    steps.map(({ start }) => start),
  );
  const all = { ...ZERO_SALES };
  for (const row of rows) {
    for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += row[name];
  }
  const byStep = new Map(rows.map((row) => [row.step, row]));
  const average = all.orders === 0 ? 0 : Math.round(all.total / all.orders);
  const { gross, discounts, shipping, rounding, refunded, total } = all;
  return {
    text: `${plural(all.orders, "order")}, ${plural(all.units, "unit")}, ${amountText(db, total)}; not counted: ${all.cancelled} cancelled, ${all.returned} returned.`,
    totals: {
      ...all,
      gross: money(db, gross),
      discounts: money(db, discounts),
      shipping: money(db, shipping),
      rounding: money(db, rounding),
      refunded: money(db, refunded),
      total: money(db, total),
      average_order: money(db, average),
    },
    rows: selectInMemory(
      steps.map(({ key, date }, i) => ({ ...ZERO_SALES, ...byStep.get(i + 1), key, [by]: date })),
      asked,
    ),
  };
}

export const salesReport = {
  about:
    "Sales over time, without what came back; steps without orders are included. `total` is `gross` - `discounts` + `shipping` + `rounding`, less refunds for which nothing came back. `refunded` is of all orders, also of returned ones.",
  columns: {
    orders: "count",
    units: "count",
    gross: "amount",
    discounts: "amount",
    shipping: "amount",
    rounding: "amount",
    refunded: "amount",
    total: "amount",
    cancelled: "count",
    returned: "count",
  },
  order: [],
  by: { values: STEPS, means: "step" },
  limit: MAX_STEPS,
  read: readSales,
} as const satisfies ReportDefinition;
