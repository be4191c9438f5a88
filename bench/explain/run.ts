// `npm run explain`: fills a PostgreSQL of its own, explains every statement, prints the register and writes
// data/bench/queries.md. Exits with 1 when a statement reads too much. `npm run explain -- --help` shows the options.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { startProgress } from "../../src/cli/screen/progress.ts";
import { createDatabase, queryAt, withClient } from "../harness/database.ts";
import { say } from "../harness/options.ts";
import { inPlace } from "../harness/place.ts";
import { FILLED_SETTINGS, startPostgres } from "../harness/postgres.ts";
import { DATA } from "../report/results.ts";
import { LARGE_STORE_EXCEPTIONS } from "./exceptions.ts";
import { fill } from "./fill/fill.ts";
import { faultsOf, makeRegister } from "./register.ts";
import { asMarkdown, asTable } from "./report.ts";
import { USES } from "./requests/requests.ts";
import { QUICK, WHOLE } from "./sizes.ts";

const { quick, out } = new Command("explain")
  .description("Explains every statement on a small and on a large store.")
  .option("--quick", "a large store of 12,000 products, in a few minutes", false)
  .option("--out <file>", "write the document there", join(DATA, "queries.md"))
  .parse()
  .opts<{ quick: boolean; out: string }>();

await inPlace(async (place) => {
  const postgres = await startPostgres(place, { settings: FILLED_SETTINGS });
  await createDatabase(postgres, "explain");
  const url = postgres.url("explain");
  const sizes = quick ? QUICK : WHOLE;
  const filling = startProgress("Filling", 1);
  const stores = await fill(url, { ...sizes, onProgress: filling.update });
  filling.stop();

  const asking = startProgress("Explaining", stores.length * Object.keys(USES).length);
  let asked = 0;
  const onUse = () => asking.update(++asked);
  const register = await withClient(url, (owner) => makeRegister(url, owner, stores, { isWarmed: true, onUse }));
  asking.stop();
  const [row] = await queryAt<{ version: string }>(url, "select version()");

  const told = { stores: sizes.stores, postgres: row?.version ?? "" };
  console.log(asTable(register, told));
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, asMarkdown(register, told));
  const faults = faultsOf(register, quick ? [] : LARGE_STORE_EXCEPTIONS);
  for (const fault of faults) say(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
});
