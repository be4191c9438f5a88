import type { Adopted } from "../adoption/adoption.ts";
import type { Database, Tenant } from "../db/database.ts";
import { type ImportCounts, importShopifyCsv, type Outcome } from "../imports/imports.ts";
import { type Checklist, storeChecklist } from "../store/store.ts";
import { type Call, CommandError, EXIT_CODE_INTERRUPTED, type InputFile, type Screen } from "./call.ts";
import { requireStore, tenantOf } from "./database.ts";
import { adoptPictures } from "./pictures/adopting.ts";
import { printChecklist, printJson } from "./screen/output.ts";

const MAX_FAILURES = 1000;
const EXIT_CODE_FAILURES = 2;

interface Result {
  counts: ImportCounts;
  failures: Outcome[];
  adopted?: Adopted | undefined;
  /** Whether an error ended the fetching of pictures. */
  endedEarly?: boolean;
}

interface Options {
  store: string;
  dryRun?: boolean;
  adoptPictures?: boolean;
  json?: boolean;
}

export async function runImport(call: Call, path: string, { store: slug, ...options }: Options): Promise<number> {
  const file = await call.openFile(path);
  return call.withDatabase(async (opened) => {
    const { database } = opened;
    const interrupted = call.interruption();
    const tenant = tenantOf(await requireStore(database, slug, call.program));
    const imported = await importFile(call.screen, database, tenant, { path, file }, options, interrupted);
    const isAdopting = options.adoptPictures && !interrupted.aborted;
    const adopting = isAdopting ? await adoptPictures(call.screen, opened, tenant, interrupted) : undefined;
    const adopted = adopting?.adopted;
    const result = { ...imported, adopted, endedEarly: adopting?.error !== undefined };
    const isFinished = !options.dryRun && !interrupted.aborted;
    const checklist = isFinished ? await database.transact(tenant, storeChecklist) : [];
    printResult(call.screen, result, options, interrupted.aborted, checklist);
    if (adopting?.error) throw adopting.error;
    if (interrupted.aborted) return EXIT_CODE_INTERRUPTED;
    return result.counts.failed > 0 || (adopted?.failed ?? 0) > 0 ? EXIT_CODE_FAILURES : 0;
  });
}

async function importFile(
  screen: Screen,
  database: Database,
  tenant: Tenant,
  { path, file }: { path: string; file: InputFile },
  { dryRun = false, json }: Omit<Options, "store">,
  interrupted: AbortSignal,
): Promise<Result> {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const failures: Outcome[] = [];
  screen.startProgress("Importing", file.size);
  try {
    for await (const outcome of importShopifyCsv(database, tenant, file.content, { dryRun })) {
      counts[outcome.change]++;
      screen.updateProgress(file.bytesRead(), progressWords(counts, file));
      if (outcome.change === "failed" && failures.length < MAX_FAILURES) failures.push(outcome);
      if (!json) report(outcome, dryRun, screen);
      if (interrupted.aborted) break;
    }
  } catch (error) {
    throw asCommandError(error, path);
  } finally {
    screen.stopProgress();
  }
  return { counts, failures };
}

function progressWords({ created, updated, unchanged, failed }: ImportCounts, { bytesRead, size }: InputFile): string {
  const products = created + updated + unchanged + failed;
  return `${megabytes(bytesRead())} of ${megabytes(size)} MB, ${products.toLocaleString("en")} products`;
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** Prints failures with their lines; in a dry run also what would happen to the other products. */
function report(outcome: Outcome, dryRun: boolean, screen: Screen): void {
  if (outcome.change === "failed") {
    for (const { line, reason } of outcome.problems) {
      screen.note(`line ${line}, ${outcome.handle || "no handle"}: ${reason}`);
    }
  } else if (dryRun) {
    const fields = outcome.change === "updated" ? `: ${outcome.fields.join(", ")}` : "";
    screen.print(`${outcome.handle} would be ${outcome.change}${fields}`);
  }
}

/** Makes errors of the file CommandErrors; other errors, such as those of the database, stay unchanged. */
function asCommandError(error: unknown, path: string): unknown {
  const { name, message } = error as Error;
  return name === "NotShopifyCsv" ? new CommandError(`${path}: ${message}`) : error;
}

function printResult(
  screen: Screen,
  { counts, failures, adopted, endedEarly = false }: Result,
  { dryRun = false, json }: Omit<Options, "store">,
  isInterrupted: boolean,
  checklist: Checklist,
): void {
  if (json) {
    const pictures = adopted && { adopted: adopted.pictures, failed: adopted.failed, failures: adopted.failures };
    const ended = { ...(isInterrupted && { interrupted: true }), ...(endedEarly && { ended_early: true }) };
    printJson(screen, { ...counts, dry_run: dryRun, ...ended, failures, checklist, ...(pictures && { pictures }) });
    return;
  }
  screen.print(summaryText(counts, dryRun));
  if (adopted) screen.print(`Fetched ${adopted.pictures} pictures, failed ${adopted.failed}.`);
  if (isInterrupted) screen.print(dryRun ? "Interrupted. Nothing was changed." : GO_ON);
  printChecklist(screen, checklist);
}

const GO_ON = "Interrupted. These products are complete. Run the same command to go on: it leaves them as they are.";

const summaryText = ({ created, updated, unchanged, failed }: ImportCounts, dryRun: boolean): string =>
  `${dryRun ? "Would be created" : "Created"} ${created}, updated ${updated}, unchanged ${unchanged}, failed ${failed}.`;
