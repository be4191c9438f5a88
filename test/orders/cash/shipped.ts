import { openShop, type Shop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";
import { ordered } from "../../support/selling.ts";

/** Helpers for tests of carriers' cash. */

export interface Shipped {
  shop: Shop;
  /** Places an order of this price, and ships it; with `to`, moves it on. Returns its number. */
  ship(tracking_number: string | null, given?: ShipOptions): Promise<string>;
}

export interface ShipOptions {
  /** Minor units. */
  price?: number;
  carrier?: string | null;
  quantity?: number;
  to?: "orders_mark_delivered" | "orders_return";
  order?: object;
}

export async function shippingShop(settings: Parameters<typeof openShop>[0] = {}): Promise<Shipped> {
  const shop = await openShop(settings);
  const ship: Shipped["ship"] = async (
    tracking_number,
    { price = 230_000, quantity = 1, carrier = "Yalidine", to, order } = {},
  ) => {
    const { id } = await shop.product({ price });
    const { order_number } = await ordered(shop, [{ product_id: id, quantity }], order);
    await runTool(shop, "orders_confirm", { order: order_number });
    await runTool(shop, "orders_ship", {
      order: order_number,
      ...(carrier && { carrier }),
      ...(tracking_number && { tracking_number }),
    });
    if (to) await runTool(shop, to, { order: order_number, ...(to === "orders_return" && { reason: "refused" }) });
    return order_number;
  };
  return { shop, ship };
}
