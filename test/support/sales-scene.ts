import { newId } from "../../src/core/ids.ts";
import { fold } from "../../src/core/text/fold.ts";
import type { SiteDb } from "../../src/db/database.ts";
import { sql } from "../../src/db/sql.ts";
import type { Status } from "../../src/orders/orders.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { openShop, type Shop } from "./app.ts";
import { call } from "./operations.ts";
import { orderAt } from "./sales-history.ts";

/** Names whose order is the same in every collation, in any letter case. */
const NAMES = ["Kettle", "anvil", "Mirror", "basket", "Lantern", "candle", "Rug", "stool"];
const BUYERS = ["Nadia", "amine", "Karim", "Bilal", "lina", "Sara"];
const CARRIERS = ["Yalidine", "ZR Express", "Maystro", "dhd", "Nord et Ouest", "EMS", "Guepex"];
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
        name,
        slug,
        variants: [
          {
            price: 100_000 + 50_000 * (i % 3),
            inventory_quantity: 60 + (i % 4),
            track_quantity: isTracked,
            ...(i % 2 ? { sku: `sku${slug}` } : {}),
          },
        ],
      }),
    );
  }
  await call(shop, "customers_save", { full_name: "Karim", email: "karim@example.dz", phone: "0550 00 00 02" });
  const handedOver: string[] = [];
  for (let i = 0; i < 26; i++) {
    const day = String(((i * 7) % 28) + 1).padStart(2, "0");
    const month = i % 3 === 0 ? "10" : "11";
    const lines = [0, 1].map((more) => ({
      product_id: products[(i * (more + 2) + more) % (month === "10" ? 5 : 8)]?.id ?? "",
      quantity: 1 + ((i + more) % 4),
    }));
    const to = ENDS.find(([ends]) => ends(i))?.[1];
    const { id } = await orderAt(shop, `2025-${month}-${day}T10:00:00.000Z`, distinct(lines), {
      customer_name: BUYERS[i % 6],
      customer_phone: `0550 00 00 0${i % 6}`,
      ...(WILAYAS[i % 6] && { customer_wilaya: WILAYAS[i % 6] }),
      ...(i % 4 === 1 && { coupon_code: i % 8 === 1 ? "TENTH,FREE" : "FIFTH" }),
      ...(to && { to }),
    });
    if (to === "delivered" || to === "returned") handedOver.push(id);
  }
  await shop.transact((db) => giveToCarriers(db, handedOver));
  return shop;
}

/** How the orders end, by their number. */
const ENDS: [(i: number) => boolean, Status][] = [
  [(i) => i % 13 === 8, "cancelled"],
  [(i) => i % 13 === 4, "returned"],
  [(i) => i % 5 === 2 || i % 5 === 3, "delivered"],
];

/** Carriers of which two have costs, reasons of returns and cancellations, and two payments. */
async function giveToCarriers(db: SiteDb, orderIds: string[]): Promise<void> {
  for (const [i, id] of orderIds.entries()) {
    const carrier = CARRIERS[i % CARRIERS.length];
    await db.run(sql`update orders set carrier = ${carrier} where site_id = ${db.siteId} and id = ${id}`);
  }
  for (const [i, name] of CARRIERS.slice(0, 2).entries()) {
    await db.run(sql`
      insert into carriers (
        site_id, id, name, folded_name, methods, home_cost, return_cost, is_active, created_at, updated_at
      )
      values (
        ${db.siteId}, ${newId()}, ${name}, ${fold(name)}, '{home}', ${40_000 + 10_000 * i}, 20000, true, ${db.now}, ${db.now}
      )
    `);
  }
  await db.run(sql`
    update orders
    set reason = case when status = 'returned' then 'refused' else 'unreachable' end
    where site_id = ${db.siteId} and status in ('returned', 'cancelled')
  `);
  await db.run(sql`
    update orders
    set payment_status = 'paid', collected_amount = total, remitted_amount = total, remitted_at = ${db.now}
    where site_id = ${db.siteId} and status = 'delivered' and carrier in ('dhd', 'EMS')
  `);
}

const distinct = (lines: { product_id: string; quantity: number }[]) =>
  lines.filter(({ product_id }, i) => lines.findIndex((one) => one.product_id === product_id) === i);
