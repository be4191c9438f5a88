import type { Api } from "../../api/api.ts";
import { itemOfLine, type Order, type OrderLine } from "../order.ts";

type Patch = { line?: string; item?: string; quantity: number; price?: number };

/**
 * Puts the lines of an order back as they were. The server undoes no change of lines, because stock and promotions have moved on; so they
 * are changed again, and only if the order then costs what it did. Throws otherwise, and does nothing.
 */
export async function putLinesBack({ admin }: Api, before: Order, key: string): Promise<void> {
  const order = before.order_number;
  const now: Order = await admin.orders.get({ order, response_format: "detailed" });
  const args = { order, items: patchOf(before.items, now.items), expected_updated_at: now.updated_at };
  const { after } = firstChange(await admin.run("orders_update", { ...args, dry_run: true }, {}));
  if (after.total !== undefined && after.total !== before.total) throw new Error("It would cost something else.");
  await admin.run("orders_update", args, { idempotencyKey: key });
}

const firstChange = (answer: unknown) =>
  (answer as { changes: { after: Partial<Order> }[] }).changes[0] ?? { after: {} };

function patchOf(before: readonly OrderLine[], now: readonly OrderLine[]): Patch[] {
  const added = now.filter(({ id }) => !before.some((line) => line.id === id));
  return [
    ...before.flatMap((line): Patch[] => {
      const there = now.find(({ id }) => id === line.id);
      if (!there) return [{ item: itemOfLine(line), quantity: line.quantity }];
      return there.quantity === line.quantity ? [] : [{ line: line.id, quantity: line.quantity }];
    }),
    ...added.map(({ id }): Patch => ({ line: id, quantity: 0 })),
  ];
}
