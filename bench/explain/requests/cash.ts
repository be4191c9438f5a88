import type { Scene, Use } from "../scene.ts";

/** Orders of a carrier, of which some are delivered. One of these was to be paid by card: no cash was noted for it. */
async function shipped({ operation, facts }: Scene, count: number): Promise<{ ref: string; amount: number }[]> {
  const rows: { ref: string; amount: number }[] = [];
  for (let i = 0; i < count; i++) {
    const { order_number, total } = await operation("orders_create", {
      items: facts.variants.slice(0, 2).map(({ sku }) => ({ item: sku, quantity: 1 })),
      customer_name: "Lynda Hamidi",
      customer_phone: "0770 12 34 56",
      customer_wilaya: "Oran",
      payment_method: i === 1 ? "card" : "cod",
    });
    await operation("orders_confirm", { order: order_number });
    await operation("orders_ship", { order: order_number, carrier: "Yalidine", tracking_number: `CASH-${i}` });
    if (i % 2) await operation("orders_mark_delivered", { order: order_number });
    rows.push({ ref: i % 3 ? order_number : `CASH-${i}`, amount: total });
  }
  return rows;
}

/** What carriers pay. */
export const CASH: Record<string, Use> = {
  "cod_reconcile: paid, and taken back": async (scene) => {
    const rows = await shipped(scene, 8);
    await scene.operation("cod_reconcile", { carrier: "Yalidine", rows });
    await scene.operation("cod_reconcile", { carrier: "Yalidine", rows, take_back: true });
  },
};
