import type { Use } from "../scene.ts";

/** Returns in part, and refunds without goods. */
export const RETURNS: Record<string, Use> = {
  "orders_return: in part, with a refund": async ({ operation, facts }) => {
    const items = facts.variants.slice(0, 3).map(({ sku }) => ({ item: sku, quantity: 2 }));
    const buyer = { customer_name: "Karim Benali", customer_phone: "0550 12 34 56", customer_wilaya: "Oran" };
    const { order_number: order } = await operation("orders_create", { items, ...buyer });
    for (const move of ["orders_confirm", "orders_ship", "orders_mark_delivered"]) await operation(move, { order });
    const [first] = items;
    await operation("orders_return", { order, items: [{ item: first?.item, quantity: 1 }], reason: "changed_mind" });
  },
};
