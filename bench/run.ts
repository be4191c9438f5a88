// `npm run bench`: measures the server against its yardsticks, and writes the results. docs/performance.md explains them.
// A missed goal is not an error; a wrong answer is. `npm run bench -- --help` shows the options.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { buildServer, chooseNamed, say } from "./harness/options.ts";
import { inPlace } from "./harness/place.ts";
import { circumstances } from "./harness/tables.ts";
import { runLarge } from "./large/run.ts";
import { figureText } from "./report/format.ts";
import { asSvg } from "./report/plot.ts";
import {
  committedResults,
  DATA,
  DOCUMENT,
  mergeResults,
  PUBLISHED,
  RESULTS_FILE,
  type Results,
  storedResults,
} from "./report/results.ts";
import type { Row } from "./report/row.ts";
import { asMarkdown, asTable, withResults } from "./report/tables.ts";
import { openBench, type Work } from "./work.ts";
import { WORKS } from "./works/works.ts";

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

async function main(): Promise<void> {
  const works = chooseWorks();
  if (options.list) return list(works);
  if (options.build) buildServer();
  if (options.large !== undefined) return measureLarge(options.large === true ? 1 : options.large);
  const rows = await measureAll(works);
  write({ ...circumstances(), quick: options.quick, rows });
}

function measureLarge(scale: number): Promise<void> {
  return runLarge({ scale, quick: options.quick, folder: folderOf(options.quick || scale < 1) });
}

/** A part of the large database, or a quick run, does not replace the committed results. */
const folderOf = (isPart: boolean): string => (options.out ? resolve(options.out) : isPart ? DATA : PUBLISHED);

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
  return chooseNamed(WORKS, options.only);
}

const measureAll = (works: Work[]): Promise<Row[]> =>
  inPlace(async (place) => {
    const run = await openBench(place, { quick: options.quick, say });
    const rows: Row[] = [];
    for (const work of works) rows.push(...(await measureOne(run, work)));
    return rows;
  });

/** Measures one work. After an error, the others are measured all the same, and the command exits with 1. */
async function measureOne(run: (work: Work) => Promise<Row[]>, work: Work): Promise<Row[]> {
  const startedAt = performance.now();
  say(`${work.name}: ${work.about}`);
  const rows = await run(work).catch((error: unknown): Row[] => {
    console.error(error);
    process.exitCode = 1;
    return [];
  });
  for (const row of rows) say(`  ${row.name}: ${figureText(row)}`);
  say(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return rows;
}

/** Prints the table, and writes the files. */
function write(measured: Results): void {
  const folder = folderOf(options.quick);
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
