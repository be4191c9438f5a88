import type { FastifyInstance } from "fastify";
import inject from "light-my-request";
import type { DestinationStream } from "pino";
import type { Static, TSchema } from "typebox";
import { inject as provided } from "vitest";
import { buildApp, STOREFRONT } from "../../src/app.ts";
import {
  type ProductInput,
  productDefaults,
  saveProduct,
  type VariantInput,
  variantDefaults,
} from "../../src/catalog/catalog.ts";
import type { Settings } from "../../src/config.ts";
import { newId } from "../../src/core/ids.ts";
import { CustomerTokens } from "../../src/customers/customers.ts";
import { Database, type Driver, type SiteDb } from "../../src/db/database.ts";
import { isMigrated } from "../../src/db/migrate.ts";
import { openEmbedded } from "../../src/db/open.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import type { Sql } from "../../src/db/sql.ts";
import type { StreamOptions } from "../../src/events/events.ts";
import { createFirstKeys, createKey, type KeyInput, Keyring, revokeKey } from "../../src/keys/keys.ts";
import { createStore } from "../../src/store/store.ts";
import { testFiles } from "../files/support.ts";
import { installChangeGuard } from "./guards/change-guard.ts";
import { installRecordingGuard } from "./guards/recording-guard.ts";
import { settingsWith } from "./settings.ts";

export { settingsWith } from "./settings.ts";

export const onPostgres = process.env.TEST_DATABASE === "postgres";

export const driver = onPostgres
  ? openPostgres(provided("postgresUrl"), { poolSize: 10, statementTimeout: 60_000, idleInTransactionTimeout: 60_000 })
  : (await openEmbedded()).driver;
const ownerDriver = onPostgres
  ? openPostgres(provided("postgresUrl"), { poolSize: 3, statementTimeout: 60_000, role: "login" })
  : driver;

/** Runs work in a transaction as the owner of the tables, who sees and may do everything. */
export const asOwner = <T>(work: (owner: Driver) => Promise<T>): Promise<T> =>
  ownerDriver.transaction(async (inside) => {
    await inside.exec("set local role none");
    return work(inside);
  });

if (!onPostgres) {
  await asOwner(installChangeGuard);
  await asOwner(installRecordingGuard);
}

/** The rows of one statement that the owner of the tables runs. */
export const rowsForOwner = (text: string, values: unknown[] = []): Promise<unknown[]> =>
  asOwner((owner) => owner.query(text, values));

export const database = new Database(driver, { checks: true });
export const keyring = new Keyring(database);
export const tokens = new CustomerTokens(["a secret of thirty-two characters, or more"]);

/**
 * Builds the application with these settings over the test database, over another driver to it, or over another view of it
 * with changes of its own, as another process has. `log`: where the log is written.
 */
export const buildTestApp = (
  given: Partial<Settings> = {},
  over?: Driver | Database,
  log?: DestinationStream,
  streams?: Partial<StreamOptions>,
  consoleFolder?: string,
  files = testFiles(settingsWith(given)),
): Promise<FastifyInstance> =>
  buildApp({
    ...(consoleFolder && { consoleFolder }),
    ...(log && { log }),
    ...(streams && { streams }),
    settings: settingsWith(given),
    files,
    database: databaseOver(over),
    keyring,
    tokens,
    readiness: async () => ({ reads: await isMigrated(driver), writes: true }),
  });

function databaseOver(over: Driver | Database = database): Database {
  return over instanceof Database ? over : new Database(over, { checks: true, changes: database.changes });
}

export const app = await buildTestApp();

/** Closes an application that listens, with its connections. Its own shutdown waits up to a second for what clients may still send. */
export async function closeAtOnce(app: FastifyInstance): Promise<void> {
  app.server.closeAllConnections();
  app.server.close();
  await app.close();
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

// biome-ignore lint/suspicious/noExplicitAny: a test reads any response, and fails when a value is missing
export type Json = any;

export interface Answer {
  status: number;
  body: Json;
  headers: Record<string, string | number | string[] | undefined>;
}

export interface Shop {
  id: string;
  slug: string;
  currency: string;
  secret_key: string;
  publishable_key: string;
  /** Sends a GET under the storefront path with the store's key. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends any request; a text body is sent unchanged, any other body as JSON. */
  send(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Saves a product; fields that are not given have default values. Amounts are minor units. */
  product(given?: ProductGiven): Promise<{ id: string; slug: string }>;
  /** Runs work in a transaction on the store, at the current time or at another time. */
  transact<T>(work: (db: SiteDb) => Promise<T>, now?: string): Promise<T>;
  /** Creates another key of the store. */
  createKey(given: KeyInput): Promise<{ id: string; key: string }>;
  /** Revokes a key, by its id, prefix or name. */
  revokeKey(ref: string): Promise<void>;
  /** Runs one SQL statement, and returns its rows. */
  rows<S extends TSchema>(row: S, statement: Sql): Promise<Static<S>[]>;
}

export type ProductGiven = Partial<Omit<ProductInput, "variants">> & {
  variants?: Partial<VariantInput>[];
  price?: number;
  stock?: number;
  sku?: string;
  category?: string;
  now?: string;
};

/** Creates a store for one test. Stores isolate tests from each other, so nothing is cleaned up. */
export async function openShop(
  given: { currency?: string; country?: string; locale?: string; via?: FastifyInstance; over?: Database } = {},
): Promise<Shop> {
  const { currency = "DZD", country = "DZ", locale = "en", via = app, over = database } = given;
  const id = newId();
  const slug = `shop-${id}`;
  const mediaUrl = <T>(url: T) => url;
  const tenant = (now = new Date().toISOString()) => ({
    siteId: id,
    currency,
    country,
    locale,
    timeZone: null,
    now,
    mediaUrl,
  });
  const keys = await over.transact(tenant(), async (db) => {
    await createStore(db, { ...PLAIN_STORE, slug, locale });
    return createFirstKeys(db);
  });
  const send: Shop["send"] = (method, path, body, headers = {}) =>
    sendTo(via, method, path, body, { "x-api-key": keys.publishable_key, ...headers });
  const transact: Shop["transact"] = (work, now) => over.transact(tenant(now), work);
  return {
    id,
    slug,
    currency,
    ...keys,
    transact,
    createKey: (given) => transact((db) => createKey(db, given)),
    revokeKey: async (ref) => {
      await transact((db) => revokeKey(db, ref));
      keyring.clearCache();
    },
    rows: (row, statement) => transact((db) => db.many(row, statement)),
    get: (path, headers) => send("GET", path, undefined, headers),
    send,
    post: (path, body, headers) => send("POST", path, body, headers),
    patch: (path, body, headers) => send("PATCH", path, body, headers),
    delete: (path, body, headers) => send("DELETE", path, body, headers),
    product: async (wanted = {}) => {
      const { category, now, input } = productInput(wanted);
      const saved = await transact((db) => saveProduct(db, input, { categoryName: category ?? null }), now);
      return { id: saved.id, slug: input.slug };
    },
  };
}

export const getFrom = (via: FastifyInstance, path: string, headers: Record<string, string>): Promise<Answer> =>
  sendTo(via, "GET", path, undefined, headers);

async function sendTo(
  via: FastifyInstance,
  method: Method,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const json = body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) };
  await via.ready();
  // Not `via.inject`, which passes the answers that are sent before the framework sees the request.
  const reply = await inject((request, response) => via.server.emit("request", request, response), {
    method,
    url: `${STOREFRONT}${path}`,
    headers: method === "GET" ? headers : { "content-type": "application/json", ...headers },
    ...json,
  });
  return { status: reply.statusCode, body: reply.body ? JSON.parse(reply.body) : undefined, headers: reply.headers };
}

const PLAIN_STORE = {
  name: "Test shop",
  description: "A shop for a test",
  logo_url: "/media/logo.svg",
  contact_info: { email: "shop@example.dz" },
  theme_settings: { layout: "wide" },
  primary_color: "#0f766e",
};

let made = 0;

function productInput(given: ProductGiven): {
  category: string | undefined;
  now: string | undefined;
  input: ProductInput;
} {
  const { variants, price = 100_000, stock = 10, sku, category, now, ...rest } = given;
  const number = ++made;
  const plain: VariantInput = {
    ...variantDefaults,
    sku: sku ?? null,
    price,
    inventory_quantity: stock,
    weight_unit: "g",
  };
  const input: ProductInput = {
    ...productDefaults,
    slug: `product-${number}`,
    name: `Product n${number}`, // the number is not a separate word, because tests search for numbers
    status: "active",
    category_id: null,
    images: [],
    options: [],
    charge_tax: true,
    ...rest,
    variants: (variants ?? [{}]).map((variant) => ({ ...plain, ...variant })),
  };
  return { category, now, input };
}
