import type { Facts, Scene, Use } from "../scene.ts";

/** What the uses have in common. */

/** Arguments of an operation, or how they are made for a store. */
type Args = object | ((facts: Facts) => object);

const argsFor = (args: Args, facts: Facts): object => (typeof args === "function" ? args(facts) : args);

/** One operation. */
export const ask =
  (name: string, args: Args): Use =>
  ({ operation, facts }) =>
    operation(name, argsFor(args, facts));

/** The first page of a search, and the page after it. */
export const pages =
  (name: string, args: Args): Use =>
  async ({ operation, facts }) => {
    const asked = argsFor(args, facts);
    const { next_cursor } = await operation(name, asked);
    if (next_cursor) await operation(name, { ...asked, cursor: next_cursor });
  };

export const HYPHENATED = [..."abcdefghij".repeat(10)].join("-");

const BUYER = { customer_name: "Karim Benali", customer_phone: "0550 12 34 56", customer_wilaya: "Oran" };

/** A new order by phone, of one unit of each of these variants; by default of the first five. */
export const orderByPhone = async (
  { operation, facts }: Scene,
  { variants = facts.variants.slice(0, 5), ...more }: { variants?: { sku: string }[]; [field: string]: unknown } = {},
): Promise<{ order: string; total: number }> => {
  const items = variants.map(({ sku }) => ({ item: sku, quantity: 1 }));
  const { order_number, total } = await operation("orders_create", { items, ...BUYER, ...more });
  return { order: order_number, total };
};
