import { startProgress } from "../../src/cli/screen/progress.ts";
import { createFirstKeys } from "../../src/keys/keys.ts";
import { type FilledStore, fill } from "../explain/fill/fill.ts";
import { createDatabase, queryAt, withDatabase } from "../harness/database.ts";
import type { Postgres } from "../harness/postgres.ts";
import { tenantOf } from "../harness/stores.ts";
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
  variants: number;
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
  const bar = startProgress(`Loading ${size.products} products`, 1);
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

async function openOrdinaryStores(url: string, count: number): Promise<FilledStore[]> {
  const chosen = await queryAt<{ id: string; slug: string }>(
    url,
    "select id, slug from sites where slug like 'small-%' order by md5(slug) limit $1",
    [count],
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

async function countsOf(url: string) {
  const [counts] = await queryAt<Pick<Loaded, "stores" | "products" | "variants" | "orders" | "megabytes">>(
    url,
    `select (select count(*) from sites)::integer as stores, (select count(*) from products)::integer as products,
      (select count(*) from variants)::integer as variants,
      (select count(*) from orders)::integer as orders,
      (pg_database_size(current_database()) / 2 ^ 20)::integer as megabytes`,
  );
  if (!counts) throw new Error("nothing was counted");
  return counts;
}
