import type { Facts, Use } from "../scene.ts";
import { ask, pages } from "./asking.ts";

/** What merchants ask about open carts, and about codes that shoppers try. */
export const CARTS: Record<string, Use> = {
  "carts_abandoned: all": pages("carts_abandoned", { min_hours: 0, limit: 50 }),
  "carts_abandoned: with contact": ask("carts_abandoned", { min_hours: 2, with_contact: true }),
  "carts_abandoned: of guests, from a value": ask("carts_abandoned", {
    min_hours: 2,
    max_days: 20,
    min_value: 5000,
    with_contact: false,
  }),
  "promotions_check: a customer's cart": ask("promotions_check", ({ customer }: Facts) => ({
    code: "CODE7",
    customer: customer.email,
  })),
  "promotions_check: items": ask("promotions_check", ({ variants, order }: Facts) => ({
    code: "CODE7",
    phone: order.phone,
    items: variants.slice(0, 5).map(({ sku }) => ({ item: sku, quantity: 1 })),
  })),
  "promotions_check: of some products": async ({ operation, facts: { product, variants } }) => {
    const coupon = { title: "Ciblée", code: "CIBLE", discount_type: "percentage", discount_value: 10 };
    await operation("promotions_save", { ...coupon, target_type: "products", targets: [product.slug] });
    await operation("promotions_check", { code: "CIBLE", items: [{ item: variants[0]?.sku, quantity: 1 }] });
  },
  "promotions_check: an unknown code": ask("promotions_check", { code: "CDOE7" }),
};
