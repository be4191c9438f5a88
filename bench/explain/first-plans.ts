import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { Database } from "../../src/db/database.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { openApp } from "../harness/app.ts";
import { withDatabase } from "../harness/database.ts";
import { type FilledStore, migrateEmpty, openStore } from "./fill/fill.ts";
import { GROWN_ROWS, GROWN_TABLES, grow } from "./growth.ts";
import { explainingDriver, type Sent } from "./record.ts";
import { CATALOGUE } from "./requests/catalogue.ts";
import { SHOPPERS } from "./requests/shoppers.ts";
import { type Facts, openScene, type Scene, type Use } from "./scene.ts";
import { findSites, nameOfSite } from "./sites.ts";

/** What a statement reads in a use, in buffers, with its first plan and with a fresh one. */
export interface FirstPlan {
  site: string;
  use: string;
  first: number;
  fresh: number;
  /** What the first plan does. */
  node: string;
}

export interface ComparedPlans {
  plans: FirstPlan[];
  /** Where the statements are that were sent at first. */
  sites: Set<string>;
}

const TIMEOUT_MS = 600_000;

const get =
  (path: string): Use =>
  ({ storefront }) =>
    storefront("GET", path);

/** The same reads of what the demo has. A search of its words would match every copy of its product. */
const OF_DEMO: Record<string, Use> = {
  "search: a misspelt word": get("/search?q=introuvbale"),
  "list: a category by its name": get("/products?category=Tapis"),
  "list: a collection": get("/products?collection=artisanat"),
  "the collections": get("/collections?limit=250"),
  "a collection": get("/collections/artisanat"),
  "a menu": get("/store/menus/legal"),
  "a page": get("/pages/contact"),
  "a post": get("/blogs/choisir-son-tapis"),
};

/** Is sent twice a minute, and writes only then: what it reads depends on the time. */
const RARE = "src/keys/queries.ts recordUse";

/** What shoppers do. */
const HOT: [string, Use][] = [
  ...Object.entries(SHOPPERS),
  ...Object.entries(OF_DEMO),
  ...Object.entries(CATALOGUE).filter(
    ([name]) => !/search|collection|category by its|a menu|a page$|a post$/.test(name),
  ),
];

/**
 * Has the plans of all statements that shoppers send made and kept in an empty database, lets its tables grow without
 * `analyze`, and compares those plans with fresh ones. `owner` is a superuser; nothing else may gather statistics.
 */
export async function comparePlans(url: string, owner: Client): Promise<ComparedPlans> {
  await migrateEmpty(url);
  const store = await withDatabase(url, (database) => openStore(database, "grown"));
  await owner.query("update promotions set usage_limit_per_customer = null"); // the same buyer comes again
  const facts = await readFacts(owner, store.tenant.siteId);

  await owner.query("analyze");
  const first = await openSession(`${url}?options=-c%20plan_cache_mode%3Dforce_generic_plan`, store, facts);
  const planned = await first.send();
  const server = openPostgres(url, { poolSize: 1, monitored: true, statementTimeout: TIMEOUT_MS });
  await grow(owner, store.tenant.siteId);
  await untilNoticed(owner);
  await server.close();
  const grown = await first.send();
  await first.close();
  await owner.query("analyze");
  const last = await openSession(url, store, facts);
  const fresh = await last.send();
  await last.close();
  const plans = [...grown].flatMap(([key, { site, use, buffers, node }]) => {
    const compared = fresh.get(key);
    return compared ? [{ site, use, node, first: buffers, fresh: compared.buffers }] : [];
  });
  return { plans, sites: new Set([...planned.values()].map(({ site }) => site)) };
}

interface Reads {
  site: string;
  use: string;
  node: string;
  buffers: number;
}

/** Waits until a server has noticed that the tables grew: it looks every second. */
async function untilNoticed(owner: Client): Promise<void> {
  const unnoticed = "select from pg_class where oid = any($1::regclass[]) and reltuples < $2";
  while ((await owner.query(unnoticed, [GROWN_TABLES, GROWN_ROWS / 2])).rows.length > 0) await pause(100);
}

/** The application over a connection of its own. Nothing monitors it: a busy machine must not count as a failure. */
async function openSession(url: string, store: FilledStore, facts: Facts) {
  const timeouts = { statementTimeout: TIMEOUT_MS, idleInTransactionTimeout: TIMEOUT_MS };
  const driver = openPostgres(url, { poolSize: 1, ...timeouts });
  let sent: Sent[] = [];
  const explaining = explainingDriver(driver, { sites: findSites(), isPrepared: true, note: (one) => sent.push(one) });
  const database = new Database(explaining, { checks: false });
  const app = await openApp(database, { CACHE_BYTES: 0 }); // every statement is sent again
  const scene: Scene = openScene(app, database, store, facts);
  return {
    /** Runs every use, and adds up what the runs of each statement read in it. */
    send: async (): Promise<Map<string, Reads>> => {
      const reads = new Map<string, Reads>();
      for (const [use, run] of HOT) {
        sent = [];
        await run(scene);
        for (const { site, text, role, cost } of sent) {
          if (nameOfSite(site) === RARE) continue;
          const key = [use, role, text].join("\n");
          const earlier = reads.get(key)?.buffers ?? 0;
          reads.set(key, { site: nameOfSite(site), use, node: cost.node, buffers: earlier + cost.buffers });
        }
      }
      return reads;
    },
    close: async () => {
      await app.close();
      await driver.close();
    },
  };
}

async function readFacts(owner: Client, siteId: string): Promise<Facts> {
  const rowsOf = async (text: string) => (await owner.query(text, [siteId])).rows;
  const variants = await rowsOf(`
    select v.id, v.product_id, v.sku from variants v
    join products p on p.site_id = v.site_id and p.id = v.product_id
    where v.site_id = $1 and v.inventory_quantity > 20 and p.status = 'active'
    order by v.id limit 20`);
  const [product] = await rowsOf("select id, slug from products where site_id = $1 and status = 'active' limit 1");
  return {
    product,
    variants,
    customer: { phone: "+213550123456", email: "amina@example.dz" },
  } as Facts;
}
