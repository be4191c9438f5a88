import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { importShopifyCsv, type Outcome } from "../imports/imports.ts";
import { requireStore, tenantOf, withDatabase } from "./database.ts";
import { CommandError, type Progress, printJson, progressBar } from "./output.ts";

const MAX_FAILURES = 1000;
const EXIT_CODE_FAILURES = 2;

interface Options {
  store: string;
  dryRun?: boolean;
  json?: boolean;
}

export async function runImport(path: string, { store: slug, dryRun = false, json = false }: Options): Promise<void> {
  const size = await sizeOf(path);
  const summary = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const failures: Outcome[] = [];
  await withDatabase(async (database) => {
    const tenant = tenantOf(await requireStore(database, slug));
    const file = createReadStream(path);
    const progress = progressBar(size, "Importing {bar} {percentage}% | {eta_formatted} left");
    try {
      for await (const outcome of importShopifyCsv(database, tenant, file, { dryRun })) {
        progress.update(file.bytesRead);
        summary[outcome.change]++;
        if (outcome.change === "failed" && failures.length < MAX_FAILURES) failures.push(outcome);
        if (!json) report(outcome, dryRun, progress);
      }
    } catch (error) {
      throw asCommandError(error, path);
    } finally {
      progress.stop();
    }
  });
  if (json) printJson({ ...summary, dry_run: dryRun, failures });
  else console.log(summaryText(summary, dryRun));
  if (summary.failed > 0) process.exitCode = EXIT_CODE_FAILURES;
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch {
    // reported below
  }
  throw new CommandError(`There is no file "${path}".`);
}

/** Prints failures with their lines; in a dry run also what would happen to the other products. */
function report(outcome: Outcome, dryRun: boolean, progress: Progress): void {
  if (outcome.change === "failed") {
    for (const { line, reason } of outcome.problems) {
      progress.log(`line ${line}, ${outcome.handle || "no handle"}: ${reason}`);
    }
  } else if (dryRun) {
    const fields = outcome.change === "updated" ? `: ${outcome.fields.join(", ")}` : "";
    console.log(`${outcome.handle} would be ${outcome.change}${fields}`);
  }
}

const summaryText = (
  { created, updated, unchanged, failed }: Record<Outcome["change"], number>,
  dryRun: boolean,
): string =>
  `${dryRun ? "Would be created" : "Created"} ${created}, updated ${updated}, unchanged ${unchanged}, failed ${failed}.`;

/** Makes errors of the file CommandErrors; other errors, such as those of the database, stay unchanged. */
function asCommandError(error: unknown, path: string): unknown {
  const { code, name, message } = error as { code?: string; name: string; message: string };
  return name === "NotShopifyCsv" || code === "ENOENT" ? new CommandError(`${path}: ${message}`) : error;
}
