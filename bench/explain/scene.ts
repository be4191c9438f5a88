import type { FastifyInstance } from "fastify";
import type { Client } from "pg";
import { ADMIN, MCP, STOREFRONT } from "../../src/app.ts";
import { CustomerTokens } from "../../src/customers/customers.ts";
import type { Database } from "../../src/db/database.ts";
import type { Keyring } from "../../src/keys/keys.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { takesConfirmToken } from "../../src/operations/operation.ts";
import type { FilledStore } from "./fill/fill.ts";

// biome-ignore lint/suspicious/noExplicitAny: a request looks into whatever came, and fails where it is not there
type Json = any;
type Headers = Record<string, string>;

/** What requests know of the store. */
export interface Facts {
  product: { id: string; slug: string };
  /** Variants that can be bought, of products that no use changes before. */
  variants: { id: string; product_id: string; sku: string }[];
  order: { number: string; id: string; phone: string };
  customer: { id: string; email: string; phone: string };
  category: { id: string; slug: string; name: string };
  vendor: string;
  tag: string;
  /** The id of a call in the log. */
  change: string;
}

/** One store, and the ways to ask the server about it. Every answer above 399 throws, unless its status is expected. */
export interface Scene {
  facts: Facts;
  store: FilledStore;
  database: Database;
  /** A request to the storefront, as a shopper or, with a token, as a customer. */
  storefront(
    method: Method,
    path: string,
    body?: object,
    options?: { headers?: Headers; status?: number },
  ): Promise<Json>;
  /** A merchant's operation over HTTP; makes the dry run first where a token is needed. */
  operation(name: string, args?: object, status?: number): Promise<Json>;
  /** A message to the tool endpoint. */
  mcp(method: string, params?: object): Promise<Json>;
}

/** One use of the server, which may be several requests of which each needs the one before. */
export type Use = (scene: Scene) => Promise<unknown>;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Signs what uses need outside of the server. */
export const TOKENS = new CustomerTokens(["a secret of the register, of 32 characters or more"]);

/** The table of operations; nothing asks its keyring. */
export const OPERATIONS = merchantOperations(undefined as unknown as Keyring, TOKENS).filter(
  ({ area }) => area !== "staff",
);

const MAY_NEED_TOKEN = new Set(OPERATIONS.filter(takesConfirmToken).map(({ name }) => name));

/** Opens a store that was filled. `owner` is a connection that sees everything. */
export async function openFilledScene(
  app: FastifyInstance,
  database: Database,
  owner: Client,
  store: FilledStore,
): Promise<Scene> {
  return openScene(app, database, store, await readFacts(owner, store.tenant.siteId));
}

export function openScene(app: FastifyInstance, database: Database, store: FilledStore, facts: Facts): Scene {
  const inject = async (
    method: Method,
    url: string,
    headers: Headers,
    body?: object,
    status?: number,
  ): Promise<Json> => {
    const payload = body && { payload: JSON.stringify(body) };
    const json = body && { "content-type": "application/json" };
    const reply = await app.inject({ method, url, headers: { ...json, ...headers }, ...payload });
    const isExpected = status === undefined ? reply.statusCode < 400 : reply.statusCode === status;
    if (!isExpected) throw new Error(`${method} ${url} answered ${reply.statusCode}: ${reply.body.slice(0, 1000)}`);
    return reply.body ? JSON.parse(reply.body) : undefined;
  };
  const asMerchant = { authorization: `Bearer ${store.secretKey}` };
  const operation: Scene["operation"] = async (name, args = {}, status = undefined) => {
    const ask = (given: object) => inject("POST", `${ADMIN}/${name}`, asMerchant, given, status);
    if (!MAY_NEED_TOKEN.has(name)) return ask(args);
    const { confirm_token } = await ask({ ...args, dry_run: true });
    return ask({ ...args, ...(confirm_token && { confirm_token }) });
  };
  let calls = 0;
  return {
    facts,
    store,
    database,
    storefront: (method, path, body, { headers = {}, status } = {}) =>
      inject(method, STOREFRONT + path, { "x-api-key": store.publishableKey, ...headers }, body, status),
    operation,
    mcp: (method, params = {}) =>
      inject(
        "POST",
        MCP,
        { ...asMerchant, "mcp-protocol-version": "2025-06-18" },
        { jsonrpc: "2.0", id: ++calls, method, params },
      ),
  };
}

async function readFacts(owner: Client, siteId: string): Promise<Facts> {
  const rowsOf = async (text: string) => (await owner.query(text, [siteId])).rows;
  const [product] = await rowsOf(
    "select id, slug, vendor, tags[1] as tag from products where site_id = $1 and slug = 'produit-500'",
  );
  const variants = await rowsOf(`
    select id, product_id, sku from variants
    where site_id = $1 and inventory_quantity > 20 and sku ~ '^REF-[6-9]\\d\\d-' and product_id in (
      select id from products where site_id = $1 and status = 'active'
    )
    order by sku limit 20
  `);
  const [order] = await rowsOf(
    "select id, order_number as number, customer_phone as phone from orders where site_id = $1 and order_number like 'N-%' and status = 'pending' order by created_at desc limit 1",
  );
  const [customer] = await rowsOf(
    "select c.id, c.email, c.phone from customers c join orders o on o.site_id = c.site_id and o.customer_id = c.id where c.site_id = $1 and c.email like 'client%' limit 1",
  );
  const [category] = await rowsOf("select id, slug, name from categories where site_id = $1 and slug = 'rayon-1-1'");
  const [change] = await rowsOf(
    "select id from audit_calls where site_id = $1 and operation = 'orders_confirm' order by created_at desc limit 1",
  );
  return { product, variants, order, customer, category, vendor: product.vendor, tag: product.tag, change: change.id };
}
