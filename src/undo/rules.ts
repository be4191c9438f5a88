import type { TableName } from "../db/recording/tables.ts";

/** What undoing a change must know of a table beside its columns. */
export interface TableRules {
  /** The tables that columns refer to; a row that they name must be there when the row is written. */
  references?: Readonly<Record<string, TableName>>;
  /** Columns that no two rows may share, by which other rows are looked up. */
  unique?: { lookup: string; columns: readonly string[] };
  /** Whether the table has `updated_at`. */
  isStamped?: true;
  /** Values of columns that are computed, for a row that comes back; they are computed afterwards. */
  placeholders?: Readonly<Record<string, string>>;
  /** Whether a row stays away, without a word, when what it refers to is gone. */
  isOptional?: true;
}

export const RULES: Record<TableName, TableRules> = {
  sites: { isStamped: true },
  customers: { unique: { lookup: "folded_email", columns: ["folded_email"] }, isStamped: true },
  orders: { isStamped: true },
  order_notes: { references: { order_id: "orders" } },
  categories: {
    references: { parent_id: "categories" },
    unique: { lookup: "slug", columns: ["slug"] },
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
  },
  collection_products: { references: { collection_id: "collections", product_id: "products" } },
  product_sales: { references: { product_id: "products" }, isOptional: true },
  cart_items: { references: { variant_id: "variants" }, isOptional: true },
  promotions: { unique: { lookup: "folded_code", columns: ["folded_code"] }, isStamped: true },
  promotion_uses: { references: { promotion_id: "promotions", order_id: "orders" }, isOptional: true },
  articles: { unique: { lookup: "slug", columns: ["kind", "slug"] }, isStamped: true },
  menus: { unique: { lookup: "handle", columns: ["handle"] }, isStamped: true },
  shipping_rates: {},
  api_keys: {},
  api_key_uses: { references: { key_id: "api_keys" }, isOptional: true },
};
