import { createPromotion } from "../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { openShop, type Shop } from "./app.ts";
import { call } from "./operations.ts";
import { orderAt } from "./sales-history.ts";

/** Names whose order is the same in every collation, in any letter case. */
const NAMES = ["Kettle", "anvil", "Mirror", "basket", "Lantern", "candle", "Rug", "stool"];
const BUYERS = ["Nadia", "amine", "Karim", "Bilal", "lina", "Sara"];
const WILAYAS = ["Alger", "Oran", "16", "Atlantis", "Bejaia", undefined];

/** Opens a shop whose orders of October and November 2025 differ in every column of every report, with ties and gaps. */
export async function openSalesScene(): Promise<Shop> {
  const shop = await openShop();
  await shop.transact((db) =>
    saveShippingRates(db, [{ region: "*", method: "home", price: 40_000, free_above: null }]),
  );
  for (const [code, given] of [
    ["TENTH", { discount_value: 1000 }],
    ["FIFTH", { discount_value: 2000 }],
    ["FREE", { discount_type: "free_shipping" }],
  ] as const) {
    await shop.transact((db) =>
      createPromotion(db, {
        title: `Title of ${code}`,
        code,
        discount_type: "percentage",
        is_combinable: true,
        ...given,
      }),
    );
  }
  const products: { id: string }[] = [];
  for (const [i, name] of NAMES.entries()) {
    const slug = name.toLowerCase();
    const isTracked = i !== 3;
    products.push(
      await shop.product({
        ...{ name, slug },
        variants: [
          {
            ...{ price: 100_000 + 50_000 * (i % 3), inventory_quantity: 60 + (i % 4), track_quantity: isTracked },
            ...(i % 2 ? { sku: `sku${slug}` } : {}),
          },
        ],
      }),
    );
  }
  await call(shop, "customers_save", { full_name: "Karim", email: "karim@example.dz", phone: "0550 00 00 02" });
  for (let i = 0; i < 26; i++) {
    const day = String(((i * 7) % 28) + 1).padStart(2, "0");
    const month = i % 3 === 0 ? "10" : "11";
    const lines = [0, 1].map((more) => ({
      product_id: products[(i * (more + 2) + more) % (month === "10" ? 5 : 8)]?.id ?? "",
      quantity: 1 + ((i + more) % 4),
    }));
    await orderAt(shop, `2025-${month}-${day}T10:00:00.000Z`, distinct(lines), {
      customer_name: BUYERS[i % 6],
      customer_phone: `0550 00 00 0${i % 6}`,
      ...(WILAYAS[i % 6] && { customer_wilaya: WILAYAS[i % 6] }),
      ...(i % 4 === 1 && { coupon_code: i % 8 === 1 ? "TENTH,FREE" : "FIFTH" }),
      ...(i % 5 === 2 && { to: "delivered" as const }),
      ...(i % 13 === 4 && { to: "returned" as const }),
      ...(i % 13 === 8 && { to: "cancelled" as const }),
    });
  }
  return shop;
}

const distinct = (lines: { product_id: string; quantity: number }[]) =>
  lines.filter(({ product_id }, i) => lines.findIndex((one) => one.product_id === product_id) === i);
