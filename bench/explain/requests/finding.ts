import type { Facts, Use } from "../scene.ts";
import { ask, pages } from "./asking.ts";

const found = (args: object | ((facts: Facts) => object)): Use => pages("orders_search", args);

/** What merchants find orders by: what was ordered, how it went, what it cost. */
export const FINDING: Record<string, Use> = {
  "orders_search: with a product": found(({ product }) => ({ item: product.slug })),
  "orders_search: with a product, of a carrier": found(({ product }) => ({ item: product.id, carrier: "Yalidine" })),
  "orders_search: with a SKU": found({ item: "REF-77-1" }),
  "orders_search: with a product that does not exist": ({ operation }) =>
    operation("orders_search", { item: "00000000-0000-7000-8000-000000000000" }, 404),
  "orders_search: of a carrier": found({ carrier: "YALIDINE" }),
  "orders_search: of a carrier, returned, in a wilaya": found({
    carrier: "Yalidine",
    status: "returned",
    wilaya: "Oran",
  }),
  "orders_search: by tracking number": found({ tracking_number: "TRK-77" }),
  "orders_search: by reason": found({ reason: "refused" }),
  "orders_search: by payment method": found({ payment_method: "ccp" }),
  "orders_search: by total": found({ min_total: 100_000, max_total: 200_000 }),
  "orders_search: a guest": found(({ order }) => ({ customer: order.phone })),
  "orders_search: a coupon's code": found({ query: "NO-SUCH-COUPON" }),
  "orders_search: owed": found({ owed: true }),
  "orders_search: owed by a carrier, since": found({ owed: true, carrier: "Yalidine", from: "2020-01-01" }),
  "orders_get: by tracking number": ask("orders_get", { order: "TRK-77" }),
  "orders_search: by a name that many have": found({ query: "amina" }),
  "orders_search: by a part of many phone numbers": found({ query: "0550" }),
  "orders_search: with a product that many have": found({ item: "produit-1" }),
  "orders_search: to call": found({ to_call: true }),
  "orders_next_call: an order": ask("orders_next_call", {}),
  "orders_next_call: another": ask("orders_next_call", ({ order }) => ({ skip: [order.number] })),
  "orders_next_call: gives back": ask("orders_next_call", ({ order }) => ({ release: order.number })),
  "orders_search: to ship": found({ to_ship: true }),
  "orders_search: to ship in a wilaya": found({ to_ship: true, wilaya: "Oran" }),
  "orders_search: to ship with a carrier": found({ to_ship: true, carrier: "Yalidine" }),
};
