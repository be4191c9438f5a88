import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Command } from "commander";
import { importShopifyCsv, type Outcome } from "../imports/imports.ts";
import { requireStore, tenantOf, withDatabase } from "./database.ts";
import { CommandError, type Progress, printJson, progressBar } from "./output.ts";

export const importCommand = () =>
  new Command("import")
    .description("Bring a Shopify product export (CSV) into a store. Products are made, or updated by their handle.")
    .argument("<file>", "the CSV file")
    .requiredOption("--store <slug>", "the store to import into")
    .option("--dry-run", "show what would change, and change nothing")
    .option("--json", "print one JSON object: the counts and the failures")
    .addHelpText(
      "after",
      "\nExit code 2 when some products could not be taken.\n\nExample:\n  hanout import products_export.csv --store my-shop --dry-run",
    )
    .action(runImport);

const MAX_FAILURES_KEPT = 1000;
const ROWS_FAILED = 2;

interface Options {
  store: string;
  dryRun?: boolean;
  json?: boolean;
}

async function runImport(path: string, { store: slug, dryRun = false, json = false }: Options): Promise<void> {
  const size = await sizeOf(path);
  const summary = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const failures: Outcome[] = [];
  await withDatabase(async (database) => {
    const tenant = tenantOf(await requireStore(database, slug));
    const file = createReadStream(path);
    const progress = progressBar(size, "Importing {bar} {percentage}% | {eta_formatted} left");
    try {
      for await (const outcome of importShopifyCsv(database, tenant, file, { dryRun })) {
        progress.reach(file.bytesRead);
        summary[outcome.change]++;
        if (outcome.change === "failed" && failures.length < MAX_FAILURES_KEPT) failures.push(outcome);
        if (!json) tell(outcome, dryRun, progress);
      }
    } catch (error) {
      throw asCommandError(error, path);
    } finally {
      progress.stop();
    }
  });
  if (json) printJson({ ...summary, dry_run: dryRun, failures });
  else console.log(sentence(summary, dryRun));
  if (summary.failed > 0) process.exitCode = ROWS_FAILED;
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch {
    // told below
  }
  throw new CommandError(`There is no file "${path}".`);
}

/** Failures always, with their lines; other products only in a dry run, whose purpose they are. */
function tell(outcome: Outcome, dryRun: boolean, progress: Progress): void {
  if (outcome.change === "failed") {
    for (const { line, reason } of outcome.problems) {
      progress.say(`line ${line}, ${outcome.handle || "no handle"}: ${reason}`);
    }
  } else if (dryRun) {
    const fields = outcome.change === "updated" ? `: ${outcome.fields.join(", ")}` : "";
    console.log(`${outcome.handle} would be ${outcome.change}${fields}`);
  }
}

const sentence = (
  { created, updated, unchanged, failed }: Record<Outcome["change"], number>,
  dryRun: boolean,
): string =>
  `${dryRun ? "Would be created" : "Created"} ${created}, updated ${updated}, unchanged ${unchanged}, failed ${failed}.`;

/** A file that is no Shopify export is the person's mistake; what the database says is not about the file. */
function asCommandError(error: unknown, path: string): unknown {
  const { code, name, message } = error as { code?: string; name: string; message: string };
  return name === "NotShopifyCsv" || code === "ENOENT" ? new CommandError(`${path}: ${message}`) : error;
}
