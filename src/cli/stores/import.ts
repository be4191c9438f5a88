import { setTimeout as pause } from "node:timers/promises";
import { arrive, beginArrival, checkStore, dropUnfinished, shapesOf } from "../../archives/archives.ts";
import { NO_STORE } from "../../core/ids.ts";
import { tenantById } from "../../db/tenant.ts";
import { createFirstKeys } from "../../keys/keys.ts";
import { type Call, CommandError, EXIT_CODE_INTERRUPTED } from "../call.ts";
import { printJson } from "../screen/output.ts";
import { counted, rowsDone } from "./export.ts";
import { validateSlug } from "./stores.ts";

interface Options {
  slug?: string;
  anew?: boolean;
  json?: boolean;
}

/** Reads a store from a file: first to its end without writing, then into the database. */
export async function importOne(call: Call, path: string, { slug: wanted, anew, json }: Options): Promise<number> {
  if (wanted !== undefined) validateSlug(wanted);
  await call.openFile(path); // before the database is opened
  return call.withDatabase(async ({ database, files }) => {
    const { screen } = call;
    const signal = call.interruption();
    const open = async () => (await call.openFile(path)).content;
    const checked = await shown(call, "Checking", async (onRows) => {
      const shapes = await database.report(tenantById(NO_STORE), shapesOf);
      return checkStore(await open(), shapes, onRows, signal);
    }).catch(interruptedBy(signal));
    const slug = wanted ?? checked.header.store.slug;
    validateSlug(slug);
    const stored = { database, files };
    if (anew) await dropUnfinished(stored, slug);
    const arrival = await beginArrival(stored, checked, slug);
    const parts = { ...stored, open, signal, pause, onError: noteOn(call) };
    const job = await shown(call, "Importing", (onRows) => arrive(arrival, checked, { ...parts, onRows }));
    if (job.state === "failed") throw new CommandError(`${job.problem} Nothing of the store was kept.`);
    if (job.state !== "done") {
      screen.note(`${signal.aborted ? "Interrupted." : job.problem} Run the same command to go on.`);
      return signal.aborted ? EXIT_CODE_INTERRUPTED : 1;
    }
    const keys = await database.transact({ ...arrival.tenant, now: new Date().toISOString() }, createFirstKeys);
    const id = arrival.tenant.siteId;
    if (json) printJson(screen, { id, slug, rows: checked.rows, ...keys });
    else printArrived(call, { id, slug, total: checked.total }, keys);
    return 0;
  });
}

async function shown<T>(
  { screen }: Call,
  title: string,
  work: (onRows: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  screen.startProgress(title, 100);
  try {
    return await work((done, total) => screen.updateProgress((100 * done) / total, rowsDone(done, total)));
  } finally {
    screen.stopProgress();
  }
}

const noteOn =
  ({ screen }: Call) =>
  (error: unknown): void =>
    screen.note((error as Error).message);

const interruptedBy =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    throw signal.aborted ? new CommandError("Interrupted. Nothing was changed.") : error;
  };

function printArrived(
  { screen, program }: Call,
  { id, slug, total }: { id: string; slug: string; total: number },
  keys: { publishable_key: string; secret_key: string },
): void {
  screen.print(
    `The store ${slug} (${id}) is here, with ${counted(total)} rows. Save its keys now; they are not shown again.`,
  );
  screen.print(`  publishable key  ${keys.publishable_key}\n  secret key       ${keys.secret_key}`);
  screen.print(`\nInvite its owner with: ${program} staff invite --store ${slug} --email owner@example.com`);
}
