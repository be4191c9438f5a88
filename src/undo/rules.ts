import type { Area } from "../core/scopes.ts";
import type { TableName } from "../db/recording/tables.ts";

/** What undoing a change must know of a table beside its columns. */
export interface TableRules {
  /** The tables that columns refer to; a row that they name must be there when the row is written. */
  references?: Readonly<Record<string, TableName>>;
  /** Columns that no two rows may share, by which other rows are looked up; and what merchants call the last of them. */
  unique?: { lookup: string; columns: readonly string[]; shown?: { column: string; name: string } };
  /** Columns that are right only together: when one of them cannot be put back, the others stay as well. */
  together?: readonly (readonly string[])[];
  /** Whether the table has `updated_at`. */
  isStamped?: true;
  /** Values of columns that are computed, for a row that comes back; they are computed afterwards. */
  placeholders?: Readonly<Record<string, string>>;
  /** Whether a row stays away, without a word, when what it refers to is gone, and goes with it. */
  isOptional?: true;
}

export const RULES: Record<TableName, TableRules> = {
  sites: { isStamped: true },
  customers: {
    unique: { lookup: "folded_email", columns: ["folded_email"], shown: { column: "email", name: "e-mail" } },
    together: [["email", "folded_email"]],
    isStamped: true,
  },
  orders: {
    together: [
      ["customer_wilaya", "customer_commune", "wilaya_code"],
      ["delivery_method", "shipping_address"],
      ["shipping_cost", "shipping_is_set", "rounding"],
    ],
    isStamped: true,
  },
  order_notes: { references: { order_id: "orders" } },
  categories: {
    references: { parent_id: "categories" },
    unique: { lookup: "slug", columns: ["slug"] },
    together: [["name", "folded_name"]],
    isStamped: true,
  },
  collections: { unique: { lookup: "slug", columns: ["slug"] }, isStamped: true },
  products: {
    references: { category_id: "categories" },
    unique: { lookup: "slug", columns: ["slug"] },
    isStamped: true,
    placeholders: { sort_name: "''", min_price: "0", max_price: "0", search: "''" },
  },
  variants: {
    references: { product_id: "products" },
    unique: { lookup: "product_id", columns: ["product_id", "option_values"] },
    together: [["price", "compare_at_price"]],
  },
  collection_products: { references: { collection_id: "collections", product_id: "products" } },
  product_sales: { references: { product_id: "products" }, isOptional: true },
  cart_items: { references: { variant_id: "variants" }, isOptional: true },
  promotions: {
    unique: { lookup: "folded_code", columns: ["folded_code"], shown: { column: "code", name: "code" } },
    together: [
      ["code", "folded_code"],
      ["discount_type", "discount_value", "buy_quantity", "get_quantity"],
      ["target_type", "target_ids"],
      ["starts_at", "expires_at"],
    ],
    isStamped: true,
    placeholders: { used_count: "0" },
  },
  promotion_uses: { references: { promotion_id: "promotions", order_id: "orders" }, isOptional: true },
  articles: { unique: { lookup: "slug", columns: ["kind", "slug"] }, isStamped: true },
  menus: { unique: { lookup: "handle", columns: ["handle"] }, isStamped: true },
  carriers: {
    unique: { lookup: "folded_name", columns: ["folded_name"], shown: { column: "name", name: "name" } },
    together: [["name", "folded_name"]],
    isStamped: true,
  },
  shipping_rates: {},
};

/** The area of which a key needs the write scope to put rows of a table back. */
export const AREA_OF: Record<TableName, Area> = {
  ...{
    sites: "settings",
    shipping_rates: "settings",
    carriers: "settings",
    customers: "customers",
    orders: "orders",
    order_notes: "orders",
  },
  ...{ categories: "catalog", collections: "catalog", collection_products: "catalog", products: "catalog" },
  ...{ variants: "catalog", product_sales: "catalog", cart_items: "catalog", promotions: "catalog" },
  ...{ promotion_uses: "catalog", articles: "content", menus: "content" },
};
