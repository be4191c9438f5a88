import { Client } from "pg";
import { progressBar } from "../../src/cli/output.ts";
import { asStored } from "../../src/core/media.ts";
import { Database, type Tenant } from "../../src/db/database.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { createFirstKeys } from "../../src/keys/keys.ts";
import { type FilledStore, fill } from "../explain/fill/fill.ts";
import { createDatabase } from "../faults/context.ts";
import type { Postgres } from "../faults/fault.ts";
import { type DatabaseSize, storeSizes } from "./sizes.ts";

/** A filled database of the large bench. */
export interface Loaded {
  url: string;
  largest: FilledStore;
  /** Some of the other stores, chosen at random. */
  ordinary: FilledStore[];
  /** What is really in it. */
  stores: number;
  products: number;
  orders: number;
  megabytes: number;
  /** How long the loading took, with the indexes and `vacuum analyze`. */
  seconds: number;
}

const LARGEST = "largest";

/** Creates a database, fills it, and creates the keys of `asked` ordinary stores. */
export async function load(
  postgres: Pick<Postgres, "url">,
  { name, size, asked }: { name: string; size: DatabaseSize; asked: number },
): Promise<Loaded> {
  await createDatabase(postgres, name);
  const url = postgres.url(name);
  const { largest, ordinary } = storeSizes(size);
  const bar = progressBar(1, `Loading ${size.products} products {bar} {percentage}% | {eta_formatted} left`);
  const startedAt = performance.now();
  const filled = await fill(url, {
    stores: { [LARGEST]: largest },
    smallStores: size.stores - 1,
    small: ordinary,
    onProgress: bar.update,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  bar.stop();
  return {
    url,
    largest: filled[0] as FilledStore,
    ordinary: await openOrdinaryStores(url, asked),
    ...(await countsOf(url)),
    seconds,
  };
}

/** Runs `work` with a connection as the owner of the tables, who sees all stores. */
export async function asOwner<T>(url: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Runs `work` with the database as the server opens it. */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const driver = openPostgres(url, { poolSize: 2, statementTimeout: 0, role: "login" });
  try {
    return await work(new Database(driver, { checks: false }));
  } finally {
    await driver.close();
  }
}

export const tenantOf = (siteId: string): Tenant => ({
  siteId,
  currency: "DZD",
  country: "DZ",
  locale: "fr",
  now: new Date().toISOString(),
  mediaUrl: asStored,
});

async function openOrdinaryStores(url: string, count: number): Promise<FilledStore[]> {
  const chosen = await asOwner(
    url,
    async (owner) =>
      (
        await owner.query<{ id: string; slug: string }>(
          "select id, slug from sites where slug like 'small-%' order by md5(slug) limit $1",
          [count],
        )
      ).rows,
  );
  return withDatabase(url, async (database) => {
    const opened: FilledStore[] = [];
    for (const { id, slug } of chosen) {
      const tenant = tenantOf(id);
      const keys = await database.transact(tenant, createFirstKeys);
      opened.push({ slug, tenant, secretKey: keys.secret_key, publishableKey: keys.publishable_key });
    }
    return opened;
  });
}

const countsOf = (url: string) =>
  asOwner(url, async (owner) => {
    const { rows } = await owner.query<Record<"stores" | "products" | "orders" | "megabytes", number>>(`
      select (select count(*) from sites)::integer as stores, (select count(*) from products)::integer as products,
        (select count(*) from orders)::integer as orders,
        (pg_database_size(current_database()) / 2 ^ 20)::integer as megabytes
    `);
    return rows[0] as (typeof rows)[number];
  });
