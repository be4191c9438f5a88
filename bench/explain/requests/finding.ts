import type { Scene, Use } from "../scene.ts";

/** The first page of a search for orders, and the page after it. */
const pages =
  (argsOf: (facts: Scene["facts"]) => object): Use =>
  async ({ operation, facts }) => {
    const args = argsOf(facts);
    const { next_cursor } = await operation("orders_search", args);
    if (next_cursor) await operation("orders_search", { ...args, cursor: next_cursor });
  };

/** What merchants find orders by: what was ordered, how it went, what it cost. */
export const FINDING: Record<string, Use> = {
  "orders_search: with a product": pages(({ product }) => ({ item: product.slug })),
  "orders_search: with a product, of a carrier": pages(({ product }) => ({ item: product.id, carrier: "Yalidine" })),
  "orders_search: with a SKU": pages(() => ({ item: "REF-77-1" })),
  "orders_search: with a product that does not exist": ({ operation }) =>
    operation("orders_search", { item: "00000000-0000-7000-8000-000000000000" }, 404),
  "orders_search: of a carrier": pages(() => ({ carrier: "YALIDINE" })),
  "orders_search: of a carrier, returned, in a wilaya": pages(() => ({
    carrier: "Yalidine",
    status: "returned",
    wilaya: "Oran",
  })),
  "orders_search: by tracking number": pages(() => ({ tracking_number: "TRK-77" })),
  "orders_search: by reason": pages(() => ({ reason: "refused" })),
  "orders_search: by payment method": pages(() => ({ payment_method: "ccp" })),
  "orders_search: by total": pages(() => ({ min_total: 100_000, max_total: 200_000 })),
  "orders_search: to call": pages(() => ({ to_call: true })),
};
