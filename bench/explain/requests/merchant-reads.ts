import type { Facts, Use } from "../scene.ts";
import { ask, HYPHENATED, pages } from "./asking.ts";

const refused =
  (name: string, args: object): Use =>
  ({ operation }) =>
    operation(name, args, 422);

/** What merchants and their agents search and read, by every argument of every search. */
export const READS: Record<string, Use> = {
  "products_search: all": pages("products_search", { limit: 50 }),
  "products_search: one word": pages("products_search", { query: "maison" }),
  "products_search: a rare word": ask("products_search", { query: "tadjine" }),
  "products_search: common words": ask("products_search", { query: "maison livraison" }),
  "products_search: 100 letters joined by hyphens": ask("products_search", { query: HYPHENATED }),
  "products_search: a SKU": ask("products_search", { query: "REF-77-1" }),
  "products_search: a tag, in stock": pages("products_search", { tag: "nouveau", in_stock: true }),
  "products_search: sold out": ask("products_search", { in_stock: false }),
  "products_search: drafts": ask("products_search", { status: "draft" }),
  "products_search: a category": ask("products_search", { category: "rayon-1" }),
  "products_search: a collection": ask("products_search", { collection: "collection-7" }),
  "products_search: a vendor": ask("products_search", ({ vendor }: Facts) => ({ vendor })),
  "products_search: a vendor that does not exist": refused("products_search", { vendor: "Atelier inconnu" }),
  "products_search: a tag that does not exist": refused("products_search", { tag: "inconnu" }),
  "products_get: by slug": ask("products_get", ({ product }: Facts) => ({
    product: product.slug,
    response_format: "detailed",
  })),
  "products_get: by id": ask("products_get", ({ product }: Facts) => ({ product: product.id })),
  "products_get: by SKU": ask("products_get", ({ variants }: Facts) => ({ product: variants[0]?.sku })),
  "inventory_search: running out": pages("inventory_search", { max_inventory_quantity: 2 }),
  "inventory_search: a word": ask("inventory_search", { query: "maison", max_inventory_quantity: 3, status: "active" }),
  "inventory_search: a vendor": ask("inventory_search", ({ vendor }: Facts) => ({ vendor })),
  "inventory_search: a SKU": ask("inventory_search", { query: "REF-77-1" }),
  "categories_list: all": pages("categories_list", { limit: 50, response_format: "detailed" }),
  "collections_search: all": pages("collections_search", { limit: 50, response_format: "detailed" }),
  "collections_search: one": pages("collections_search", { collection: "collection-1" }),
  "collections_search: by title": ask("collections_search", { query: "collection 99" }),
  "orders_search: all": pages("orders_search", { limit: 50 }),
  "orders_search: all, detailed": ask("orders_search", { limit: 50, response_format: "detailed" }),
  "orders_search: pending": pages("orders_search", { status: "pending" }),
  "orders_search: unpaid": pages("orders_search", { payment_status: "unpaid" }),
  "orders_search: a wilaya": pages("orders_search", { wilaya: "Oran" }),
  "orders_search: a status in a wilaya, in a period": ask("orders_search", {
    status: "shipped",
    wilaya: "Alger",
    from: "2026-01-01",
    to: "2026-06-30",
  }),
  "orders_search: by number": ask("orders_search", ({ order }: Facts) => ({ query: order.number })),
  "orders_search: by the beginning of a number": ask("orders_search", ({ order }: Facts) => ({
    query: order.number.slice(9, 14),
  })),
  "orders_search: by the beginning of a tracking number": ask("orders_search", { query: "TRK-7" }),
  "orders_search: by phone number": ask("orders_search", ({ order }: Facts) => ({ query: order.phone })),
  "orders_search: by part of a phone number": ask("orders_search", { query: "0550 12" }),
  "orders_search: by name": ask("orders_search", { query: "Amina Benali" }),
  "orders_search: by an Arabic name": ask("orders_search", { query: "فاطمة" }),
  "orders_search: by e-mail": ask("orders_search", ({ customer }: Facts) => ({ query: customer.email })),
  "orders_search: of a customer": ask("orders_search", ({ customer }: Facts) => ({ customer: customer.email })),
  "orders_search: of a customer by id": ask("orders_search", ({ customer }: Facts) => ({ customer: customer.id })),
  "orders_search: of a customer, by name": ask("orders_search", ({ customer }: Facts) => ({
    customer: customer.id,
    query: "amina",
  })),
  "orders_get: whole": ask("orders_get", ({ order }: Facts) => ({ order: order.number, response_format: "detailed" })),
  "orders_get: by id": ask("orders_get", ({ order }: Facts) => ({ order: order.id })),
  "customers_search: all": pages("customers_search", { limit: 50 }),
  "customers_search: by name": pages("customers_search", { query: "amina" }),
  "customers_search: by phone number": ask("customers_search", ({ customer }: Facts) => ({ query: customer.phone })),
  "customers_search: by part of a phone number": ask("customers_search", { query: "0550 12" }),
  "customers_search: by e-mail": ask("customers_search", ({ customer }: Facts) => ({ query: customer.email })),
  "customers_get: by e-mail": ask("customers_get", ({ customer }: Facts) => ({ customer: customer.email })),
  "customers_get: by id": ask("customers_get", ({ customer }: Facts) => ({ customer: customer.id })),
  "customers_get: by phone number": ask("customers_get", ({ customer }: Facts) => ({ customer: customer.phone })),
  "promotions_search: all": pages("promotions_search", { limit: 5, response_format: "detailed" }),
  "promotions_search: by title": ask("promotions_search", { query: "remise 7", promotion_type: "coupon" }),
  "promotions_search: expired": ask("promotions_search", { state: "expired" }),
  "promotions_search: used up": ask("promotions_search", { state: "used_up" }),
  "shipping_rates_list: all": ask("shipping_rates_list", {}),
  "content_search: pages": pages("content_search", { kind: "page", limit: 50 }),
  "content_search: posts by title": pages("content_search", { kind: "post", query: "article 7", published: true }),
  "api_keys_list: all": pages("api_keys_list", { revoked: true, limit: 5 }),
  "changes_list: all": pages("changes_list", { limit: 50 }),
  "changes_list: an operation": pages("changes_list", { operation: "orders_confirm" }),
  "changes_list: an operation that was never used": ask("changes_list", { operation: "api_keys_revoke" }),
  "changes_list: a key": pages("changes_list", { actor: "Key 1" }),
  "changes_list: a key and an operation": pages("changes_list", { actor: "Key 1", operation: "orders_ship" }),
  "changes_list: a period": ask("changes_list", { from: "2026-03-01", to: "2026-03-02" }),
  "changes_list: a summary": ask("changes_list", { summary: true }),
  "changes_list: a summary of an operation": ask("changes_list", { summary: true, operation: "orders_confirm" }),
  "changes_list: of an order": pages("changes_list", ({ order }: Facts) => ({ of: order.number })),
  "changes_list: of a product by id": ask("changes_list", ({ product }: Facts) => ({ of: product.id })),
  "changes_list: of a product": pages("changes_list", { of: "produit-500" }),
  "changes_list: of a product, a key and an operation": pages("changes_list", {
    of: "produit-500",
    actor: "Key 1",
    operation: "products_save",
  }),
  "changes_list: of a SKU": pages("changes_list", ({ variants }: Facts) => ({ of: variants[0]?.sku })),
  "changes_list: of a SKU that nothing has": ask("changes_list", { of: "REF-NONE" }),
  "changes_list: of a product by name": ask("changes_list", { of: "tadjine" }),
  "changes_list: of common words": ask("changes_list", { of: "maison livraison" }),
  "changes_list: of a customer by e-mail": pages("changes_list", ({ customer }: Facts) => ({ of: customer.email })),
  "changes_list: of a customer by phone": ask("changes_list", ({ customer }: Facts) => ({ of: customer.phone })),
  "changes_list: a call": ask("changes_list", ({ change }: Facts) => ({ change })),
};

const PERIODS = {
  "a month": { from: "2026-09-01", to: "2026-09-30" },
  "a year": { from: "2025-11-01", to: "2026-10-31" },
};
const REPORTS = [
  { report: "sales", by: "day" },
  { report: "sales", by: "month" },
  { report: "best_sellers", by: "units" },
  { report: "best_sellers", by: "revenue" },
  { report: "best_sellers", sort: "name" },
  { report: "low_stock", threshold: 3 },
  { report: "low_stock", threshold: 3, sort: "sku" },
  { report: "wilayas" },
  { report: "wilayas", sort: "name" },
  { report: "wilayas", sort: "return_reason" },
  { report: "carriers" },
  { report: "carriers", sort: "return_reason" },
  { report: "carrier_debts" },
  { report: "rates" },
  { report: "customers" },
  { report: "customers", sort: "customer_name" },
  { report: "coupons" },
  { report: "coupons", sort: "uses" },
];

for (const asked of REPORTS) {
  const name = [asked.report, asked.by && `by ${asked.by}`, asked.sort && `sorted by ${asked.sort}`].filter(Boolean);
  for (const [length, period] of Object.entries(PERIODS)) {
    const args = asked.report === "low_stock" ? asked : { ...asked, ...period };
    READS[`analytics_report: ${name.join(" ")}, ${length}`] = pages("analytics_report", args);
    if (!asked.sort) {
      READS[`analytics_report: ${name.join(" ")}, ${length}, compared`] = ask("analytics_report", {
        ...args,
        compare: true,
      });
    }
  }
}
