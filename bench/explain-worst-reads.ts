import { cpus } from "node:os";
import Table from "cli-table3";
import pg from "pg";
import { newId } from "../src/core/ids.ts";
import { mediaRewriter } from "../src/core/media.ts";
import { Database, type SiteDb, type Tenant } from "../src/db/database.ts";
import { migrate } from "../src/db/migrate.ts";
import { openPostgres } from "../src/db/postgres/postgres.ts";
import type { Sql } from "../src/db/sql.ts";
import { createStore } from "../src/store/store.ts";
import { startPostgres } from "../test/support/setup/postgres.ts";
import { fillStore } from "./large-store.ts";
import { WORST_READS } from "./worst-reads.ts";

/** The number of products of the store that is read, and of another store in the same tables. */
const PRODUCTS = Number(process.env.PRODUCTS ?? 100_000);
const OTHER_STORE_PRODUCTS = 5000;
const RUNS = 5;

interface Cost {
  milliseconds: number;
  buffers: number;
  node: string;
}

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Total Time": number;
  "Actual Loops": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
}

/**
 * Returns a database that measures each statement before it runs it: the median time of several runs, and the plan of
 * one more run. The plan's run is not timed, because `explain analyze` slows a statement down.
 */
function withExplain(db: SiteDb, client: pg.Client, costs: Cost[]): SiteDb {
  const explain = async ({ text, values }: Sql): Promise<void> => {
    const runs: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      await client.query(text, values);
      runs.push(performance.now() - start);
    }
    runs.sort((one, other) => one - other);
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
    const plan: Plan = rows[0]["QUERY PLAN"][0].Plan;
    const buffers = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    costs.push({ milliseconds: runs[Math.floor(RUNS / 2)] ?? 0, buffers, node: slowestNode(plan) });
  };
  return {
    ...db,
    many: async (row, query) => {
      await explain(query);
      return db.many(row, query);
    },
    first: async (row, query) => {
      await explain(query);
      return db.first(row, query);
    },
  };
}

const timeOf = (plan: Plan): number => plan["Actual Total Time"] * plan["Actual Loops"];

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Returns the node of a plan that took the most time, without the time of its child nodes. */
function slowestNode(plan: Plan): string {
  const own = (node: Plan): number => timeOf(node) - (node.Plans ?? []).reduce((sum, below) => sum + timeOf(below), 0);
  const slowest = nodesOf(plan).reduce((one, other) => (own(other) > own(one) ? other : one));
  return [slowest["Node Type"], slowest["Index Name"] ?? slowest["Relation Name"] ?? ""].join(" ").trim();
}

async function fill(database: Database, slug: string, products: number): Promise<Tenant> {
  const now = new Date().toISOString();
  const tenant = {
    siteId: newId(),
    currency: "DZD",
    country: "DZ",
    locale: "fr",
    now,
    mediaUrl: mediaRewriter("", ""),
  };
  await database.transact(tenant, (db) => createStore(db, { slug, name: slug, locale: "fr" }));
  await fillStore(database, tenant, products);
  return tenant;
}

/** With this setting the tables fit into memory, as is usual for a store of this size. */
const server = await startPostgres(["shared_buffers=1GB"]);
try {
  server.createDatabase("large");
  const driver = openPostgres(server.url("large"), { poolSize: 2, statementTimeout: 600_000, role: "login" });
  await migrate(driver);
  const database = new Database(driver, { checks: false });
  await fill(database, "neighbour", OTHER_STORE_PRODUCTS);
  const tenant = await fill(database, "large", PRODUCTS);
  await driver.query("vacuum analyze", []);

  const client = new pg.Client({ connectionString: server.url("large") });
  await client.connect();
  const table = new Table({
    head: ["read", "statements", "all, ms", "slowest, ms", "its buffers", "its slowest node"],
  });
  for (const [name, read] of Object.entries(WORST_READS)) {
    const costs: Cost[] = [];
    await database.read(tenant, (db) => read(withExplain(db, client, costs)));
    const slowest = costs.sort((one, other) => one.milliseconds - other.milliseconds).at(-1);
    const all = costs.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    table.push([name, costs.length, all.toFixed(0), slowest?.milliseconds.toFixed(0), slowest?.buffers, slowest?.node]);
  }
  await client.end();
  await driver.close();
  console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, ${PRODUCTS} products`);
  console.log(table.toString());
} finally {
  await server.stop();
}
