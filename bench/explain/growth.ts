import type { Client } from "pg";

/** The rows that each table gets. */
export const GROWN_ROWS = 20_000;

const id = (of: string): string => `md5('${of} ' || n)::uuid`;
const text = (column: string): string => `t.${column} || '-' || n`;
const TIME = "now() - n * interval '10 seconds'";
const BUYER = { customer_id: id("customer"), customer_phone: "'+2135' || lpad(n::text, 8, '0')" };
/** In other stores: no store has so many. */
const ELSEWHERE = { site_id: id("site") };
const ENTRY = { id: id("entry"), order_id: id("order"), created_at: TIME };

/** What differs from the row that is copied, by table: SQL for the `n`th copy of the row `t`. */
const COPIES: Record<string, Record<string, string>> = {
  sites: { id: id("site"), slug: text("slug") },
  api_keys: { ...ELSEWHERE, id: id("key"), hash: "sha256(n::text::bytea)" },
  menus: { ...ELSEWHERE, id: id("menu"), handle: text("handle") },
  articles: { ...ELSEWHERE, id: id("article"), slug: text("slug"), created_at: TIME, published_at: TIME },
  categories: {
    ...ELSEWHERE,
    id: id("category"),
    slug: text("slug"),
    name: text("name"),
    folded_name: text("folded_name"),
  },
  collections: { id: id("collection"), slug: text("slug"), created_at: TIME, position: "n" },
  collection_products: { collection_id: id("collection"), product_id: id("product"), position: "n" },
  search_words: { length: `char_length(${text("word")})`, word: text("word") },
  shipping_rates: ELSEWHERE,
  promotions: { ...ELSEWHERE, id: id("promotion"), code: "'GROWN' || n", folded_code: "'grown' || n" },
  customers: { id: id("customer"), email: text("email"), folded_email: text("folded_email"), created_at: TIME },
  addresses: { id: id("address"), customer_id: id("customer"), created_at: TIME },
  products: {
    id: id("product"),
    slug: text("slug"),
    sort_name: text("sort_name"),
    created_at: TIME,
    updated_at: TIME,
    min_price: "n",
    max_price: "n",
  },
  variants: { id: id("variant"), product_id: id("product"), price: "n", sku: text("sku") },
  product_sales: { product_id: id("product"), units: "n" },
  carts: {
    id: id("cart"),
    created_at: TIME,
    updated_at: TIME,
    status: "'open'",
    expires_at: "now() + interval '1 day' + n * interval '10 seconds'",
  },
  cart_items: { id: id("item"), cart_id: id("cart"), variant_id: id("variant"), product_id: id("product") },
  orders: { id: id("order"), order_number: text("order_number"), cart_id: id("cart"), created_at: TIME, ...BUYER },
  order_items: { id: id("line"), order_id: id("order"), product_id: id("product"), variant_id: id("variant") },
  order_history: ENTRY,
  promotion_uses: { order_id: id("order") },
  stock_movements: {
    id: id("movement"),
    variant_id: id("variant"),
    created_at: TIME,
    order_id: id("order"),
    order_item_id: id("line"),
  },
  idempotency_keys: { key: text("key"), created_at: TIME },
};

export const GROWN_TABLES = Object.keys(COPIES);

/** Copies a row of a store in each table that grows with stores or sales, without the checks of foreign keys. `owner` is a superuser. */
export async function grow(owner: Client, siteId: string): Promise<void> {
  await owner.query("set session_replication_role = replica");
  for (const [table, changed] of Object.entries(COPIES)) {
    const { rows } = await owner.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [table],
    );
    const columns = rows.map(({ name }) => name);
    const values = columns.map((name) => changed[name] ?? `t.${name}`);
    const store = columns.includes("site_id") ? "site_id" : "id";
    const { rowCount } = await owner.query(
      `insert into ${table} (${columns.join(", ")})
        select ${values.join(", ")}
        from (select * from ${table} where ${store} = $1 order by ctid desc limit 1) t, generate_series(1, ${GROWN_ROWS}) n`,
      [siteId],
    );
    if (rowCount !== GROWN_ROWS) throw new Error(`${table} has no row to copy`);
  }
  await owner.query("reset session_replication_role");
}
