import { invalidValue, Problem } from "../../core/problem.ts";
import type { OrderItemRow } from "../queries.ts";
import type { Reason } from "../reasons.ts";

/** Which units of an order come back, and what they are worth. Pure. */

/** A line of which units come back, as the merchant names it. */
export interface AskedReturn {
  /** The line's id or its SKU. */
  item: string;
  /** Default: all that can still come back. */
  quantity?: number | undefined;
  /** Whether they can be sold again; default: as for the other lines. */
  restock?: boolean | undefined;
}

/** Units of a line that come back. */
export interface LineReturn {
  line: OrderItemRow;
  quantity: number;
  is_restocked: boolean;
}

/** Whether units that come back for this reason are usually put back into stock. */
export const isRestockedFor = (reason: Reason): boolean => reason !== "damaged" && reason !== "lost";

/** The units of a line that did not come back. */
export const leftOf = ({ quantity, returned_quantity }: OrderItemRow): number => quantity - returned_quantity;

/** All units that did not come back. */
export const everything = (lines: OrderItemRow[], is_restocked: boolean): LineReturn[] =>
  lines.flatMap((line) => (leftOf(line) > 0 ? [{ line, quantity: leftOf(line), is_restocked }] : []));

/**
 * The units that a merchant names. A SKU that several lines have takes from them in their order. Throws `invalid_value` for an
 * unknown item or one that is named twice, and `quantity_out_of_range` saying how many units can still come back.
 */
export function selectUnits(lines: OrderItemRow[], asked: AskedReturn[], isRestocked: boolean): LineReturn[] {
  const chosen = new Set<string>();
  return asked.flatMap(({ item, quantity: wanted, restock = isRestocked }, i) => {
    const found = linesOf(lines, item);
    if (found.length === 0) throw unknownItem(`items.${i}.item`, lines);
    if (found.some(({ id }) => chosen.has(id))) {
      throw invalidValue(`items.${i}.item`, "is named twice: call orders_return again for the other units");
    }
    for (const { id } of found) chosen.add(id);
    const left = found.reduce((sum, line) => sum + leftOf(line), 0);
    const quantity = wanted ?? left;
    if (quantity > left || left === 0) throw tooMany(`items.${i}.quantity`, left);
    return unitsOf(found, quantity, restock);
  });
}

const linesOf = (lines: OrderItemRow[], item: string): OrderItemRow[] => {
  const name = item.trim().toLowerCase();
  const byId = lines.filter(({ id }) => id === name);
  return byId.length > 0 ? byId : lines.filter(({ sku }) => sku?.trim().toLowerCase() === name);
};

function unitsOf(lines: OrderItemRow[], quantity: number, is_restocked: boolean): LineReturn[] {
  let remaining = quantity;
  return lines.flatMap((line) => {
    const units = Math.min(remaining, leftOf(line));
    remaining -= units;
    return units > 0 ? [{ line, quantity: units, is_restocked }] : [];
  });
}

const unknownItem = (path: string, lines: OrderItemRow[]): Problem =>
  new Problem("invalid_value", "The order has no such line. Name it by one of the values in allowed.", {
    errors: [{ path, message: "is no SKU and no line id of this order" }],
    extra: { allowed: lines.filter((line) => leftOf(line) > 0).map(({ id, sku }) => sku ?? id) },
  });

function tooMany(path: string, left: number): Problem {
  const rule = left === 0 ? "All of it has come back." : `At most ${left} of it can still come back.`;
  const message = left === 0 ? "has come back already" : `must be at most ${left}`;
  return new Problem("quantity_out_of_range", rule, { errors: [{ path, message }], extra: { available: left } });
}

/**
 * What was to be paid for so many units of a line, in minor units, after discounts. The worths of parts add up to that of the
 * line, because each is a difference of two of these.
 */
const worthOf = ({ subtotal, discount, quantity }: OrderItemRow, units: number): number =>
  units === 0 ? 0 : Number((BigInt(subtotal - discount) * BigInt(units)) / BigInt(quantity));

/** What came back of an order: the number of units, their price, and what was to be paid for them, in minor units. */
export const returnedTotals = (lines: OrderItemRow[]) => ({
  count: sumOf(lines, ({ returned_quantity }) => returned_quantity),
  subtotal: sumOf(lines, ({ price, returned_quantity }) => price * returned_quantity),
  amount: sumOf(lines, (line) => worthOf(line, line.returned_quantity)),
});

const sumOf = (lines: OrderItemRow[], value: (line: OrderItemRow) => number): number =>
  lines.reduce((sum, line) => sum + value(line), 0);

/** The lines as they are when these units are back. */
export const withReturned = (lines: OrderItemRow[], back: LineReturn[]): OrderItemRow[] =>
  lines.map((line) => {
    const units = back.find(({ line: { id } }) => id === line.id)?.quantity ?? 0;
    return { ...line, returned_quantity: line.returned_quantity + units };
  });
