import type { Scene, Use } from "../scene.ts";
import { orderByPhone } from "./asking.ts";

/** Orders of a carrier, of which some are delivered. One of these was to be paid by card: no cash was noted for it. */
async function shipped(scene: Scene, count: number): Promise<{ ref: string; amount: number }[]> {
  const rows: { ref: string; amount: number }[] = [];
  const { operation, facts } = scene;
  const variants = facts.variants.slice(0, 2);
  for (let i = 0; i < count; i++) {
    const { order, total } = await orderByPhone(scene, { variants, payment_method: i === 1 ? "card" : "cod" });
    await operation("orders_confirm", { order });
    await operation("orders_ship", { order, carrier: "Yalidine", tracking_number: `CASH-${i}` });
    if (i % 2) await operation("orders_mark_delivered", { order });
    rows.push({ ref: i % 3 ? order : `CASH-${i}`, amount: total });
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
