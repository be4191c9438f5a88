// `npm run faults`: causes failures on a running server, one row after the other, and checks the criteria of each row.
// Exits with 1 when a criterion does not hold. `npm run faults -- --help` shows the options.
import { writeFileSync } from "node:fs";
import { Command, Option } from "commander";
import { buildServer, chooseNamed, say } from "../harness/options.ts";
import { inPlace } from "../harness/place.ts";
import { openContext } from "./context.ts";
import { type DatabaseKind, type Fault, FaultSkipped, type Outcome } from "./fault.ts";
import { asMarkdown, asTable, type FaultResult } from "./report.ts";
import { BACKUPS } from "./rows/backups/backups.ts";
import { CITUS_FAULTS } from "./rows/citus/citus-faults.ts";
import { DATABASE_FAULTS } from "./rows/database-faults.ts";
import { FLOODS } from "./rows/floods.ts";

const FAULTS: Fault[] = [...FLOODS, ...DATABASE_FAULTS, ...BACKUPS, ...CITUS_FAULTS];
const MAX_ROW_MS = 900_000;

interface Options {
  quick: boolean;
  only?: string;
  database?: DatabaseKind;
  build: boolean;
  list: boolean;
  markdown?: string;
}

const options = new Command("faults")
  .description("Tries every fault and prints what came of it.")
  .option("--quick", "only the rows that are quick, each on one database, in under five minutes", false)
  .option("--only <names>", "only these rows, comma-separated")
  .addOption(new Option("--database <kind>", "only on this database").choices(["postgres", "pglite", "citus"]))
  .option("--no-build", "try the server that is in dist already")
  .option("--list", "list the rows and do nothing", false)
  .option("--markdown <file>", "write the table there as well")
  .parse()
  .opts<Options>();

async function main(): Promise<void> {
  const chosen = chooseRows();
  if (options.list) return list(chosen);
  if (options.build) buildServer();
  const results: FaultResult[] = [];
  for (const fault of chosen) {
    for (const database of databasesFor(fault)) results.push(await runFault(fault, database));
  }
  console.log(asTable(results));
  if (options.markdown) writeFileSync(options.markdown, asMarkdown(results));
  process.exitCode = results.every(({ verdict }) => verdict === "met" || verdict === "not run") ? 0 : 1;
}

function list(faults: Fault[]): void {
  for (const { name, databases, quick, about } of faults) {
    console.log(`${name} (${databases.join(", ")}${quick ? ", quick" : ""}): ${about}`);
  }
}

/** Without `--database`, a cluster is not tried. */
function databasesFor({ databases }: Fault): DatabaseKind[] {
  if (options.database) return databases.filter((database) => database === options.database);
  const own = databases.filter((database) => database !== "citus");
  return options.quick ? own.slice(0, 1) : own;
}

function chooseRows(): Fault[] {
  if (options.only !== undefined) return chooseNamed(FAULTS, options.only);
  return options.quick ? FAULTS.filter(({ quick }) => quick) : FAULTS;
}

async function runFault(fault: Fault, database: DatabaseKind): Promise<FaultResult> {
  const startedAt = performance.now();
  const title = `${fault.name} (${database})`;
  say(`${title}: ${fault.about}`);
  const given = { database, quick: options.quick, say: (progress: string) => say(`  ${progress}`) };
  const result = await inPlace((place) => withTimeout(fault.run(openContext(place, given)), fault.maxMs)).then(
    (outcome) => ({ outcome, reason: "", verdict: isMet(outcome) ? ("met" as const) : ("not met" as const) }),
    (error: unknown) => ({
      outcome: undefined,
      reason: error instanceof Error ? error.message : String(error),
      verdict: error instanceof FaultSkipped ? ("not run" as const) : ("failed" as const),
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  say(`${title}: ${result.verdict} after ${seconds.toFixed(0)} s ${result.reason}`);
  for (const failure of result.outcome?.failures ?? []) say(`  not met: ${failure}`);
  return { fault, database, seconds, ...result };
}

const isMet = ({ failures, lost, invariants }: Outcome): boolean =>
  failures.length === 0 && lost === 0 && invariants.length === 0;

function withTimeout(work: Promise<Outcome>, maxMs = MAX_ROW_MS): Promise<Outcome> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${maxMs / 1000} s`)), maxMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

await main();
