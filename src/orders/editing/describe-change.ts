import { toMajor } from "../../core/money.ts";
import type { CustomerDetails } from "../placing/customer-details.ts";
import type { OrderRow } from "../queries.ts";
import type { Line } from "./change-lines.ts";
import type { ChangedOrder } from "./queries.ts";

const DETAILS = [
  ...(["customer_name", "customer_phone", "customer_email", "customer_wilaya", "customer_commune"] as const),
  ...(["shipping_address", "delivery_method", "customer_notes"] as const),
] satisfies (keyof CustomerDetails)[];

const AMOUNTS = ["discount", "shipping_cost", "rounding", "total"] as const;

/** What a change changed, for the history: sentences without personal data. */
export function describeChange(before: OrderRow, after: ChangedOrder, lines: Line[]): string[] {
  const price = (minor: number) => toMajor(minor, before.currency);
  const details = DETAILS.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return [
    ...lines.flatMap((line) => describeLine(line, before, price)),
    ...(details.length > 0 ? [`changed ${details.join(", ")}`] : []),
    ...AMOUNTS.filter((name) => before[name] !== after[name]).map(
      (name) => `${name}: ${price(before[name])} → ${price(after[name])}`,
    ),
  ];
}

function describeLine(line: Line, before: OrderRow, price: (minor: number) => number): string[] {
  const name = line.sku ?? line.product_name;
  if (line.was === 0) return [`added ${line.quantity} x ${name} at ${price(line.price)}`];
  if (line.quantity === 0) return [`removed ${line.was} x ${name}`];
  const former = before.items.find(({ id }) => id === line.id)?.price ?? line.price;
  return [
    ...(line.quantity === line.was ? [] : [`${name}: ${line.was} → ${line.quantity}`]),
    ...(former === line.price ? [] : [`price of ${name}: ${price(former)} → ${price(line.price)}`]),
  ];
}
