import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Table from "cli-table3";
import { Client } from "pg";
import { startProgress } from "../../src/cli/output.ts";
import { startPostgres } from "../../test/support/setup/postgres.ts";
import { DATA } from "../report/results.ts";
import { LARGE_STORE_EXCEPTIONS } from "./exceptions.ts";
import { fill } from "./fill/fill.ts";
import { faultsOf, makeRegister } from "./register.ts";
import { asMarkdown, cellsOf, HEAD, rowsOf } from "./report.ts";
import { USES } from "./requests/requests.ts";
import { MEASURED, SMALL, SMALL_STORES } from "./sizes.ts";

/** Fills a PostgreSQL of its own, explains every statement, prints the register and writes data/bench/queries.md. */

const DOCUMENT = join(DATA, "queries.md");
const [small = "", large = ""] = Object.keys(MEASURED);
const HOLDS = {
  small: { slug: small, holds: "1,000 products, 500 orders, 250 customers and 5,000 entries of the audit log" },
  large: {
    slug: large,
    holds: "200,000 products of three variants, 100,000 orders, 50,000 customers and 1,000,000 entries of the log",
  },
};

const COLUMN_WIDTHS = [44, 15, 28, 40, 18, 11, 9, 9];

/** The tables fit into memory, as an operator of a store this large would have it. */
const server = await startPostgres(["shared_buffers=1GB", "max_wal_size=8GB"]);
try {
  await server.createDatabase("explain");
  const url = server.url("explain");
  const filling = startProgress("Filling", 1);
  const stores = await fill(url, {
    stores: MEASURED,
    smallStores: SMALL_STORES,
    small: SMALL,
    onProgress: filling.update,
  });
  filling.stop();

  const owner = new Client({ connectionString: url });
  await owner.connect();
  const asking = startProgress("Explaining", stores.length * Object.keys(USES).length);
  let asked = 0;
  const register = await makeRegister(url, owner, stores, {
    isWarmed: true,
    onUse: () => asking.update(++asked),
  });
  asking.stop();
  const postgres: string = (await owner.query("select version()")).rows[0].version;
  await owner.end();

  const table = new Table({ head: HEAD, style: { head: [], border: [] }, colWidths: COLUMN_WIDTHS, wordWrap: true });
  for (const row of rowsOf(register, { ...HOLDS, postgres })) table.push(cellsOf(row));
  console.log(table.toString());
  mkdirSync(DATA, { recursive: true });
  writeFileSync(DOCUMENT, asMarkdown(register, { ...HOLDS, postgres }));
  const faults = faultsOf(register, LARGE_STORE_EXCEPTIONS);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await server.stop();
}
