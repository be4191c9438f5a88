/** A table whose rows are in the file of a store. */
export interface StoreTable {
  name: string;
  /** Columns that are not in the file, with what they hold where the store arrives, as SQL. */
  instead?: Readonly<Record<string, string>>;
  /** Rows refer to others of the table: those that are referred to come first. */
  parent?: string;
}

/** What a store's file holds besides the store itself (`sites`), so that a row comes after the rows that it refers to. */
export const STORE_TABLES: readonly StoreTable[] = [
  { name: "menus" },
  { name: "articles" },
  { name: "categories", parent: "parent_id" },
  { name: "products" },
  { name: "variants" },
  { name: "product_sales" },
  { name: "search_words" },
  { name: "collections" },
  { name: "collection_products" },
  { name: "customers" },
  { name: "addresses" },
  { name: "blocked_phones" },
  { name: "carts" },
  { name: "cart_items" },
  { name: "shipping_rates" },
  { name: "carriers" },
  { name: "promotions" },
  { name: "orders" },
  { name: "order_items" },
  { name: "order_history" },
  { name: "order_notes" },
  { name: "order_returns" },
  { name: "order_return_items" },
  { name: "promotion_uses" },
  { name: "stock_movements" },
  { name: "idempotency_keys" },
  { name: "audit_calls" },
  { name: "audit_log" },
  { name: "row_images" },
  { name: "undone_changes" },
  { name: "events" },
  { name: "event_counters" },
  { name: "new_events" },
  {
    name: "webhook_endpoints",
    instead: {
      sealed_secret: "''::bytea",
      sealed_old_secret: "null",
      old_secret_ends_at: "null",
      is_active: "false",
      off_reason: "'The store came from another server: make a new secret, then switch it on.'",
    },
  },
  { name: "files" }, // each with what is kept of it
];

/** Columns of the store itself that are not in the file: the header names it, and what the server does with it is this server's matter. */
export const STAYING_COLUMNS: readonly string[] = [
  "id",
  "slug",
  "is_arriving",
  "suspended_at",
  "deletion_at",
  "deletion_began_at",
];

/** Tables that stay, with the reason. */
export const STAYING_TABLES: Readonly<Record<string, string>> = {
  api_keys: "keys are made anew",
  api_key_uses: "when keys were used",
  memberships: "people are invited anew: their accounts are above the stores",
  used_confirm_tokens: "tokens are of the server that made them",
  changes: "what caches of this server were told",
  jobs: "work of this server",
  store_use: "what this server served",
  webhook_deliveries: "what this server has sent, and would send",
};
