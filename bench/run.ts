// `npm run bench`: measures the server against its yardsticks, and writes the results. docs/performance.md explains them.
// A missed goal is not an error; a wrong answer is. `npm run bench -- --help` shows the options.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError } from "commander";
import { runLarge } from "./large/run.ts";
import { machine } from "./machine.ts";
import { figureText } from "./report/format.ts";
import { asSvg } from "./report/plot.ts";
import {
  committedResults,
  DOCUMENT,
  mergeResults,
  PUBLISHED,
  RESULTS_FILE,
  type Results,
  storedResults,
} from "./report/results.ts";
import { asMarkdown, asTable, withResults } from "./report/tables.ts";
import { type Bench, openBench } from "./setup/bench.ts";
import type { Row, Work } from "./work.ts";
import { WORKS } from "./works/works.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Where a quick run writes, so that it does not replace the results of a whole one. */
const QUICK_FOLDER = join(ROOT, "data/bench");

interface Options {
  quick: boolean;
  only?: string;
  build: boolean;
  list: boolean;
  /** The part of the large database; true: all of it. */
  large?: number | true;
  out?: string;
}

const options = new Command("bench")
  .description("Measures the server against its yardsticks.")
  .option("--quick", "short measurements, in five minutes; writes to data/bench", false)
  .option("--only <names>", "only these works, comma-separated; the others keep their stored results")
  .option("--no-build", "measure the server that is in dist already")
  .option(
    "--large [part]",
    "instead of the works: ten thousand stores and a million products against ten and a thousand; `--large=0.01` makes a part of them",
    readPart,
  )
  .option("--list", "list the works and do nothing", false)
  .option(
    "--out <folder>",
    "write results.json, results.md and ratios.svg there; default docs/performance, its table in docs/performance.md",
  )
  .parse()
  .opts<Options>();

const say = (line: string): void => console.error(line);

async function main(): Promise<void> {
  const works = chooseWorks();
  if (options.list) return list(works);
  if (options.build) build();
  if (options.large !== undefined) return measureLarge(options.large === true ? 1 : options.large);
  const rows = await measureAll(works);
  const measured = {
    date: new Date().toISOString(),
    node: process.versions.node,
    machine: machine(),
    quick: options.quick,
    rows,
  };
  write(measured);
}

/** A part of the large database, or a quick run, does not replace the committed results. */
function measureLarge(scale: number): Promise<void> {
  const folder = options.out ? resolve(options.out) : options.quick || scale < 1 ? QUICK_FOLDER : PUBLISHED;
  return runLarge({ scale, quick: options.quick, folder, say });
}

function readPart(text: string): number {
  const part = Number(text);
  if (!(part > 0 && part <= 1)) throw new InvalidArgumentError("It must be above 0 and at most 1.");
  return part;
}

function list(works: Work[]): void {
  for (const { name, about, isLong } of works) console.log(`${name}: ${about}${isLong ? " (only with --only)" : ""}`);
}

/** Returns the works of `--only`; without it all that are not long. Throws for an unknown name. */
function chooseWorks(): Work[] {
  if (options.only === undefined) return options.list ? WORKS : WORKS.filter(({ isLong }) => !isLong);
  const names = options.only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !WORKS.some((work) => work.name === name));
  if (unknown !== undefined) throw new Error(`there is no work "${unknown}"; --list shows them`);
  return WORKS.filter(({ name }) => names.includes(name));
}

/** Compiles the server, because the build is measured. */
function build(): void {
  execFileSync(process.execPath, ["bin/prepare.js"], { cwd: ROOT, stdio: "inherit" });
}

async function measureAll(works: Work[]): Promise<Row[]> {
  let end = async (): Promise<void> => {};
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => end().finally(() => process.exit(130)));
  const onStart = (given: () => Promise<void>) => {
    end = given;
  };
  try {
    const { bench } = await openBench({ quick: options.quick, say, onStart });
    const rows: Row[] = [];
    for (const work of works) rows.push(...(await measureOne(bench, work)));
    return rows;
  } finally {
    await end();
  }
}

/** Measures one work. After an error, the others are measured all the same, and the command exits with 1. */
async function measureOne(bench: Bench, work: Work): Promise<Row[]> {
  const startedAt = performance.now();
  say(`${work.name}: ${work.about}`);
  const rows = await work.run(bench).catch((error: unknown): Row[] => {
    console.error(error);
    process.exitCode = 1;
    return [];
  });
  const seconds = (performance.now() - startedAt) / 1000;
  for (const row of rows) say(`  ${row.name}: ${figureText(row)}`);
  say(`  ${seconds.toFixed(0)} s`);
  return rows;
}

/** Prints the table, and writes the files. */
function write(measured: Results): void {
  const folder = options.out ? resolve(options.out) : options.quick ? QUICK_FOLDER : PUBLISHED;
  const order = WORKS.map(({ name }) => name);
  const results = mergeResults(storedResults(folder), measured, order);
  console.log(asTable(measured));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, RESULTS_FILE), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(folder, "ratios.svg"), asSvg(results, committedResults()));
  const table = asMarkdown(results);
  if (folder === PUBLISHED) writeFileSync(DOCUMENT, withResults(readFileSync(DOCUMENT, "utf8"), table));
  else writeFileSync(join(folder, "results.md"), table);
  say(`written to ${folder}`);
}

await main();
