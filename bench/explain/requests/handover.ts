import type { Scene, Use } from "../scene.ts";
import { orderByPhone } from "./asking.ts";

/** Places orders by phone, and returns their numbers. */
async function ordersByPhone(scene: Scene, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let i = 0; i < count; i++) {
    const at = i % scene.facts.variants.length;
    numbers.push((await orderByPhone(scene, { variants: scene.facts.variants.slice(at, at + 1) })).order);
  }
  return numbers;
}

/** Carriers, and what they are handed over. */
export const HANDOVER: Record<string, Use> = {
  "orders_move: 22 orders to the carrier, and its parcel list": async (scene) => {
    const { operation } = scene;
    const orders = await ordersByPhone(scene, 22);
    await operation("orders_move", { to: "confirmed", orders });
    await operation("parcels_export", { carrier: "Rapide Express", ready: true });
    const rows = orders.map((order, i) => `${order};RAP-${i}`);
    await operation("orders_move", {
      to: "shipped",
      carrier: "rapide express",
      note: "Remis",
      csv: ["commande;suivi", ...rows].join("\n"),
    });
    const { next_cursor } = await operation("parcels_export", { carrier: "Rapide Express", limit: 10 });
    await operation("parcels_export", { carrier: "Rapide Express", cursor: next_cursor });
    await operation("orders_move", { to: "delivered", csv: "suivi\nRAP-1\nRAP-2" });
  },
  "parcels_export: of a carrier of some wilayas, in pages": async ({ operation }) => {
    await operation("carriers_save", { carrier: "Nord Express", regions: ["Oran", "Alger"], methods: ["home"] });
    const { next_cursor } = await operation("parcels_export", { carrier: "Nord Express", ready: true, limit: 10 });
    const cursor = next_cursor ?? undefined; // a small store may have one page
    await operation("parcels_export", { carrier: "Nord Express", ready: true, limit: 10, cursor });
  },
  "orders_move: cancelled": async (scene) => {
    const orders = await ordersByPhone(scene, 5);
    await scene.operation("orders_move", { to: "cancelled", orders: [...orders, "none"], reason: "unreachable" });
  },
  "carriers_save: created, renamed, undone": async ({ operation }) => {
    const { change_id: created } = await operation("carriers_save", { name: "Express du Nord", home_cost: 400 });
    const { change_id: renamed } = await operation("carriers_save", { carrier: "Express du Nord", name: "Nordique" });
    await operation("changes_undo", { changes: [renamed] });
    await operation("changes_undo", { changes: [created] });
  },
  "carriers_save: refused": ({ operation }) => operation("carriers_save", { carrier: "none", home_cost: 1 }, 404),
};
