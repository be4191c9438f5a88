import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { newId } from "../core/ids.ts";
import type { Database, Tenant } from "../db/database.ts";
import { type ImportCounts, importShopifyCsv, type Outcome, tellOfImport } from "../imports/imports.ts";
import { type Checklist, storeChecklist } from "../store/store.ts";
import { requireStore, tenantOf, withDatabase } from "./database.ts";
import { interruption } from "./interruption.ts";
import { CommandError, type Progress, printChecklist, printJson, startProgress } from "./output.ts";

const MAX_FAILURES = 1000;
const EXIT_CODE_FAILURES = 2;

interface Result {
  counts: ImportCounts;
  failures: Outcome[];
}

interface Options {
  store: string;
  dryRun?: boolean;
  json?: boolean;
}

export async function runImport(path: string, { store: slug, ...options }: Options): Promise<void> {
  const size = await sizeOf(path);
  const interrupted = interruption();
  await withDatabase(async (database) => {
    const tenant = tenantOf(await requireStore(database, slug));
    const result = await importFile(database, tenant, { path, size }, options, interrupted);
    const isFinished = !options.dryRun && !interrupted.aborted;
    const checklist =
      isFinished &&
      (await database.transact(tenant, (db) => {
        tellOfImport(db, newId(), "command", result.counts);
        return storeChecklist(db);
      }));
    printResult(result, options, interrupted.aborted, checklist || []);
    if (result.counts.failed > 0 && !interrupted.aborted) process.exitCode = EXIT_CODE_FAILURES;
  });
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new CommandError(code === "ENOENT" ? `There is no file "${path}".` : `"${path}" cannot be read: ${message}.`);
  });
  if (found.isFile()) return found.size;
  throw new CommandError(`"${path}" is ${found.isDirectory() ? "a folder" : "not a file"}; name a CSV file.`);
}

async function importFile(
  database: Database,
  tenant: Tenant,
  { path, size }: { path: string; size: number },
  { dryRun = false, json }: Omit<Options, "store">,
  interrupted: AbortSignal,
): Promise<Result> {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const failures: Outcome[] = [];
  const file = createReadStream(path);
  const progress = startProgress("Importing", size);
  try {
    for await (const outcome of importShopifyCsv(database, tenant, file, { dryRun })) {
      counts[outcome.change]++;
      progress.update(file.bytesRead, progressWords(counts, file.bytesRead, size));
      if (outcome.change === "failed" && failures.length < MAX_FAILURES) failures.push(outcome);
      if (!json) report(outcome, dryRun, progress);
      if (interrupted.aborted) break;
    }
  } catch (error) {
    throw asCommandError(error, path);
  } finally {
    progress.stop();
  }
  return { counts, failures };
}

function progressWords({ created, updated, unchanged, failed }: ImportCounts, read: number, size: number): string {
  const products = created + updated + unchanged + failed;
  return `${megabytes(read)} of ${megabytes(size)} MB, ${products.toLocaleString("en")} products`;
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** Prints failures with their lines; in a dry run also what would happen to the other products. */
function report(outcome: Outcome, dryRun: boolean, progress: Progress): void {
  if (outcome.change === "failed") {
    for (const { line, reason } of outcome.problems) {
      progress.log(`line ${line}, ${outcome.handle || "no handle"}: ${reason}`);
    }
  } else if (dryRun) {
    const fields = outcome.change === "updated" ? `: ${outcome.fields.join(", ")}` : "";
    const print = process.stdout.isTTY ? progress.log : console.log; // a terminal shows the bar, too
    print(`${outcome.handle} would be ${outcome.change}${fields}`);
  }
}

/** Makes errors of the file CommandErrors; other errors, such as those of the database, stay unchanged. */
function asCommandError(error: unknown, path: string): unknown {
  const { code, name, message } = error as { code?: string; name: string; message: string };
  return name === "NotShopifyCsv" || code === "ENOENT" ? new CommandError(`${path}: ${message}`) : error;
}

function printResult(
  { counts, failures }: Result,
  { dryRun = false, json }: Omit<Options, "store">,
  isInterrupted: boolean,
  checklist: Checklist,
): void {
  if (json) {
    printJson({ ...counts, dry_run: dryRun, ...(isInterrupted && { interrupted: true }), failures, checklist });
    return;
  }
  console.log(summaryText(counts, dryRun));
  if (isInterrupted) console.log(dryRun ? "Interrupted. Nothing was changed." : GO_ON);
  printChecklist(checklist);
}

const GO_ON = "Interrupted. These products are complete. Run the same command to go on: it leaves them as they are.";

const summaryText = ({ created, updated, unchanged, failed }: ImportCounts, dryRun: boolean): string =>
  `${dryRun ? "Would be created" : "Created"} ${created}, updated ${updated}, unchanged ${unchanged}, failed ${failed}.`;
