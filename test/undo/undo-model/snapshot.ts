import type { FastifyInstance } from "fastify";
import { TABLE_NAMES, type TableName, tableOf } from "../../../src/db/recording/tables.ts";
import type { Operation } from "../../../src/operations/operation.ts";
import {
  CATEGORIES,
  CODES,
  COLLECTIONS,
  MENUS,
  PAGES,
  POSTS,
  PRODUCTS,
  WORDS,
  type World,
} from "../../concurrency/cache-model/world.ts";
import { type Json, rowsForOwner, type Shop } from "../../support/app.ts";
import { operationsOfKeys, post } from "../../support/operations.ts";

/** The rows of a store: by table and key. */
export type Rows = Map<string, Map<string, Json>>;

/** Tables whose rows stay after an undo, or say when. */
const NOT_COMPARED = [
  ...["audit_calls", "audit_log", "row_images", "undone_changes", "changes", "idempotency_keys", "used_confirm_tokens"],
  ...["stock_movements", "search_words", "api_key_uses", "order_history", "new_events", "events", "jobs"],
  ...["webhook_endpoints", "webhook_deliveries", "memberships", "account_links", "files", "store_use"],
];

/** Columns that say when, and the number of the next note of an order. */
const STAMPS: Record<string, string> = { carts: ", 'expires_at'", orders: ", 'entries'" };

/** Lists whose order means nothing. */
const UNORDERED = ["filter_keys", "option_pairs"];

let statement: Promise<string> | undefined;

/** Reads everything that the database holds of a store, apart from the log, the ledger and stamps. */
export async function rowsOf(shop: Shop): Promise<Rows> {
  statement ??= statementForAll();
  const rows = (await rowsForOwner(await statement, [shop.id])) as { name: string; row: Json }[];
  const found: Rows = new Map();
  for (const { name, row } of rows) {
    const table = found.get(name) ?? new Map<string, Json>();
    // While a promotion has no limit, its uses are not counted.
    if (name === "promotions" && !row.usage_limit && !row.usage_limit_per_customer) row.used_count = null;
    for (const column of UNORDERED) if (Array.isArray(row[column])) row[column].sort();
    table.set(keyIn(name, row), row);
    found.set(name, table);
  }
  return found;
}

async function statementForAll(): Promise<string> {
  const tables = (await rowsForOwner(
    `select table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'site_id' and t.table_type = 'BASE TABLE'`,
  )) as { name: string }[];
  const names = tables.map(({ name }) => name).filter((name) => !NOT_COMPARED.includes(name));
  return [...names, "sites"]
    .map(
      (name) =>
        `select '${name}' as name, to_jsonb(t) - array['updated_at'${STAMPS[name] ?? ""}] as row
         from ${name} t where ${name === "sites" ? "id" : "site_id"} = $1`,
    )
    .join(" union all ");
}

export const isRecorded = (name: string): name is TableName => TABLE_NAMES.some((one) => one === name);

const keyIn = (name: string, row: Json): string =>
  isRecorded(name)
    ? Object.keys(tableOf(name).key)
        .map((column) => row[column])
        .join("\t")
    : (row.id ?? JSON.stringify(row));

const SORTS = ["newest", "oldest", "price_asc", "price_desc", "name_asc", "best_selling"];

const storefrontPaths = (world: World): string[] => [
  ...["/store", "/store/menus", "/pages", "/blogs", "/shipping-rates", "/collections", "/product-categories"],
  ...SORTS.map((sort) => `/products?limit=250&sort=${sort}`),
  ...["/products?facets=true", "/products?in_stock=true"],
  ...PRODUCTS.map((slug) => `/products/${slug}`),
  ...CATEGORIES.map((slug) => `/products?category=${slug}`),
  ...WORDS.map((word) => `/search?q=${encodeURIComponent(word)}`),
  ...COLLECTIONS.map((slug) => `/collections/${slug}`),
  ...MENUS.map((handle) => `/store/menus/${handle}`),
  ...PAGES.map((slug) => `/pages/${slug}`),
  ...POSTS.map((slug) => `/blogs/${slug}`),
  ...world.carts.slice(-2).map((id) => `/cart/${id}`),
];

/** Operations that show the log. */
const OF_THE_LOG = /^(audit_|changes_)/;

const reading = operationsOfKeys.filter(({ name, effect }) => effect === "read" && !OF_THE_LOG.test(name));

/** Arguments with which an operation shows much of the store. */
function readsOf({ input, example }: Operation): object[] {
  const { properties, required = [] } = input as { properties: object; required?: string[] };
  const detailed = "response_format" in properties ? { response_format: "detailed" } : {};
  if (required.includes("kind"))
    return ["page", "post"].map((kind) => ({ ...detailed, kind, ...("slug" in properties && { slug: "page-1" }) }));
  if (required.includes("product")) return PRODUCTS.slice(0, 3).map((product) => ({ ...detailed, product }));
  return [required.length === 0 ? detailed : { ...example, ...detailed }];
}

/** What shoppers and the merchant are shown, without stamps. Only `via` is asked, which should have no cache. */
export async function shown(shop: Shop, world: World, via: FastifyInstance): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const path of storefrontPaths(world)) answers[path] = normal(await shop.get(path));
  for (const code of CODES) {
    const items = world.productIds.slice(0, 3).map((product_id) => ({ product_id, quantity: 2 }));
    answers[`coupon ${code}`] = normal(await shop.post("/coupons/validate", { code: `${code}1`, items }));
  }
  for (const operation of reading) {
    for (const args of readsOf(operation)) {
      answers[`${operation.name} ${JSON.stringify(args)}`] = normal(await post(shop, operation.name, args, {}, via));
    }
  }
  return answers;
}

const PASSING = new Set([
  "updated_at",
  "to_before",
  "request_id",
  "last_used_at",
  "expires_at",
  "next_cursor",
  "entries",
  "history",
]);

const normal = ({ status, body }: { status: number; body: Json }): string =>
  JSON.stringify({ status, body }, (name, value) => (PASSING.has(name) ? undefined : value));

/** The first difference of two snapshots, or undefined. */
export function differenceOf(found: Record<string, string>, expected: Record<string, string>): string | undefined {
  const path = Object.keys(expected).find((one) => found[one] !== expected[one]);
  if (path === undefined) return undefined;
  const [is, was] = [found[path] ?? "", expected[path] ?? ""];
  const at = Math.max(0, [...was].findIndex((letter, i) => letter !== is[i]) - 150);
  return `${path}\n${is.slice(at, at + 400)}\ninstead of\n${was.slice(at, at + 400)}`;
}

/** The first rows that differ, or undefined; `ignored` says of which columns it does not matter. */
export function rowDifference(
  found: Rows,
  expected: Rows,
  ignored: (table: string, key: string, column: string) => boolean = () => false,
): string | undefined {
  for (const table of new Set([...found.keys(), ...expected.keys()])) {
    const [is, was] = [found.get(table) ?? new Map(), expected.get(table) ?? new Map()];
    for (const key of new Set([...is.keys(), ...was.keys()])) {
      const [one, other] = [is.get(key), was.get(key)];
      if ((!one || !other) && ignored(table, key, "*")) continue;
      if (!one || !other) return `${table} ${key}: ${JSON.stringify(one)} instead of ${JSON.stringify(other)}`;
      const columns = Object.keys(other).filter(
        (column) => JSON.stringify(one[column]) !== JSON.stringify(other[column]) && !ignored(table, key, column),
      );
      const [column] = columns;
      if (column) {
        return `${table} ${key} ${column}: ${JSON.stringify(one[column])} instead of ${JSON.stringify(other[column])}`;
      }
    }
  }
  return undefined;
}
