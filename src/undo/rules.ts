import { ALL_PRODUCTS, type Part } from "../db/changes.ts";
import type { TableName } from "../db/recording/tables.ts";

/** What undoing a change must know of a table beside its columns. */
export interface TableRules {
  /** What merchants call a row, as the audit log does; none: they see it only as a part of others. */
  entity?: string;
  /** What shoppers see of it. */
  parts?: readonly Part[];
  /** The tables that columns refer to: a row that they name must be there, and stays while another refers to it. */
  references?: Readonly<Record<string, Reference>>;
  /** Columns that no two rows may share, by which other rows are looked up; and what merchants call the last of them. */
  unique?: { lookup: string; columns: readonly string[]; shown?: { column: string; name: string } };
  /** Columns that are right only together: when one of them cannot be put back, the others stay as well. */
  together?: readonly (readonly string[])[];
  /** Whether orders that use a row lock it against changes (`for key share`), so that an undo of it must wait for them. */
  isHeldByOrders?: true;
  /** Whether a row stays away, without a word, when what it belongs to is gone or closed, and goes with it. */
  isOptional?: true;
}

interface Reference {
  to: TableName;
  /** Why the other row stays: "it was used". None: this row is removed with it, or the other is never removed. */
  kept?: string;
}

export const RULES: Record<TableName, TableRules> = {
  sites: { entity: "store", parts: ["store"] },
  customers: {
    entity: "customer",
    unique: { lookup: "folded_email", columns: ["folded_email"], shown: { column: "email", name: "e-mail" } },
    together: [["email", "folded_email"]],
  },
  blocked_phones: {
    entity: "blocked_phone",
    unique: { lookup: "phone_key", columns: ["phone_key"], shown: { column: "phone", name: "number" } },
  },
  orders: {
    entity: "order",
    together: [
      ["customer_wilaya", "customer_commune", "wilaya_code"],
      ["delivery_method", "shipping_address"],
      ["shipping_cost", "shipping_is_set", "rounding"],
    ],
  },
  order_notes: { entity: "order", references: { order_id: { to: "orders" } } },
  categories: {
    entity: "category",
    parts: ALL_PRODUCTS,
    references: { parent_id: { to: "categories", kept: "categories were put into it" } },
    unique: { lookup: "slug", columns: ["slug"] },
    together: [["name", "folded_name"]],
  },
  collections: {
    entity: "collection",
    parts: ALL_PRODUCTS,
    unique: { lookup: "slug", columns: ["slug"] },
  },
  products: {
    entity: "product",
    parts: ["catalogue", "availability"],
    references: { category_id: { to: "categories", kept: "products were put into it" } },
    unique: { lookup: "slug", columns: ["slug"] },
  },
  variants: {
    entity: "variant",
    parts: ["catalogue", "availability"],
    references: { product_id: { to: "products", kept: "variants were added to it" } },
    unique: { lookup: "product_id", columns: ["product_id", "option_values"] },
    together: [["price", "compare_at_price"]],
  },
  collection_products: {
    entity: "collection",
    parts: ALL_PRODUCTS,
    references: {
      collection_id: { to: "collections", kept: "products were put into it" },
      product_id: { to: "products", kept: "it was put into a collection" },
    },
  },
  promotions: {
    entity: "promotion",
    parts: ["promotions"],
    isHeldByOrders: true,
    unique: { lookup: "folded_code", columns: ["folded_code"], shown: { column: "code", name: "code" } },
    together: [
      ["code", "folded_code"],
      ["discount_type", "discount_value", "buy_quantity", "get_quantity"],
      ["target_type", "target_ids"],
      ["starts_at", "expires_at"],
    ],
  },
  promotion_uses: {
    references: { promotion_id: { to: "promotions", kept: "it was used" }, order_id: { to: "orders" } },
    isOptional: true,
  },
  articles: {
    entity: "page or post",
    parts: ["content"],
    unique: { lookup: "slug", columns: ["kind", "slug"] },
  },
  menus: {
    entity: "menu",
    parts: ["menus"],
    unique: { lookup: "handle", columns: ["handle"] },
  },
  carriers: {
    entity: "carrier",
    isHeldByOrders: true,
    unique: { lookup: "folded_name", columns: ["folded_name"], shown: { column: "name", name: "name" } },
    together: [["name", "folded_name"]],
  },
  shipping_rates: { entity: "shipping_rate", parts: ["shipping"] },
};

/** What merchants call a row of a table, in a sentence: "shipping rate". */
export const nounOf = (table: TableName): string => (RULES[table].entity ?? table).replaceAll("_", " ");
