import type { Readable } from "node:stream";
import { idOf, newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { PARTS } from "../db/changes.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { tenantById, tenantOf } from "../db/tenant.ts";
import type { FileRow, Files } from "../files/files.ts";
import { type JobKind, type JobRow, JobRunner, type RunningJob, requireJob } from "../jobs/jobs.ts";
import { isFreeId, ownerOfSlug } from "../store/store.ts";
import { removeRows, removeStore } from "../tenants/tenants.ts";
import type { CheckedStore } from "./check-store.ts";
import {
  countAll,
  type OnRows,
  type Shapes,
  type StoreHeader,
  shapeIn,
  shapesOf,
  siteColumns,
} from "./export-store.ts";
import { BadArchive, type Entry, isRows } from "./format.ts";
import { openArchive } from "./reader.ts";
import { showSite, writeRows, writeSite } from "./row-queries.ts";
import { STORE_TABLES, type StoreTable } from "./tables.ts";

const KIND = "store_import";
/** A killed command's job comes back after its lease: each time counts as an attempt. */
const MAX_ATTEMPTS = 1000;
const LOOK_MS = 500;

/** What the job goes on from. */
interface SoFar {
  /** Entries of the file that are written. */
  entries: number;
  rows: number;
}

/** A store that is on its way into the database. */
export interface Arrival {
  tenant: Tenant;
  slug: string;
  jobId: string;
  /** Whether an earlier command has begun it. */
  isGoingOn: boolean;
}

/**
 * Begins to read a store from a file that was checked, or goes on with what was begun. The store keeps its id where neither the database
 * knows it nor pictures are kept of it, which may be those of another server. Throws BadArchive when the slug is taken, also by another
 * file that has not arrived whole.
 */
export async function beginArrival(
  { database, files }: Stored,
  { header, sha256 }: CheckedStore,
  slug: string,
): Promise<Arrival> {
  const owner = await ownerOfSlug(database.directory, slug);
  if (owner && !owner.is_arriving) {
    throw new BadArchive(
      `The store "${slug}" already exists. Choose another --slug. If an import was killed at its end, the store is whole: "hanout keys create" makes its keys.`,
    );
  }
  const { id, currency, country, locale, time_zone } = header.store;
  const isFree = owner === undefined && (await isFreeId(database.directory, id)) && !(await files.hasStore(id));
  const siteId = owner?.id ?? (isFree ? id : newId());
  const tenant = tenantOf({ site_id: siteId, currency, country, locale, time_zone });
  const jobId = idOf([siteId, sha256]); // so that another file is another job
  const arrival = { tenant, slug, jobId, isGoingOn: owner !== undefined };
  if (owner && !(await hasJob(database, arrival))) {
    throw new BadArchive(
      `Another file is on its way to the store "${slug}". Import that one again to go on with it, or give --anew to drop what has arrived of it.`,
    );
  }
  return arrival;
}

async function hasJob(database: Database, { tenant, jobId }: Arrival): Promise<boolean> {
  const found = await database.transact(tenant, (db) => requireJob(db, jobId, [KIND])).catch(undefinedIfMissing);
  return found !== undefined;
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Problem && error.code === "job_not_found") return undefined;
  throw error;
}

/** Where the rows and the pictures of stores are. */
interface Stored {
  database: Database;
  files: Files;
}

/** What the work needs. */
export interface ArrivalParts extends Stored {
  /** Opens the file; called for each attempt. */
  open: () => Promise<Readable>;
  onRows: OnRows;
  signal: AbortSignal;
  pause: (ms: number) => Promise<unknown>;
  /** Is told of what is no refusal. */
  onError: (error: unknown) => void;
}

/**
 * Does the job of a store that arrives. Returns it as it is then: `done`, and the store can be seen; `failed`, and nothing of the store is
 * left; else interrupted or put off, and the same again goes on.
 */
export async function arrive(arrival: Arrival, checked: CheckedStore, parts: ArrivalParts): Promise<JobRow> {
  const { database, signal, pause } = parts;
  const { tenant, jobId } = arrival;
  const find = () => database.transact(tenant, (db) => requireJob(db, jobId, [KIND]));
  await database.transact(now(tenant), async (db) => {
    const shapes = await shapesOf(db);
    if (!arrival.isGoingOn) await writeStore(db, arrival, shapes, renamed(arrival, checked, checked.site));
    db.later({ kind: KIND, arguments: {}, actor: "command", id: jobId });
  });
  const runner = new JobRunner(database, [storeImport(arrival, checked, parts)], { onError: parts.onError });
  const stop = () => void runner.stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    let job = await find();
    while (job.finished_at === null && !signal.aborted) {
      await runner.runOnly(tenant, jobId);
      job = await find();
      if (job.state === "waiting" && job.problem !== null) break;
      if (job.finished_at === null) await pause(LOOK_MS); // another process has it, or has had it until it was killed
    }
    if (job.state === "failed") await dropArrival(parts, tenant);
    return job;
  } finally {
    signal.removeEventListener("abort", stop);
    await runner.stop();
  }
}

/** A row whose addresses of pictures name the store by the id that it has here. */
const renamed = ({ tenant }: Arrival, { header }: CheckedStore, line: string): string =>
  line.replaceAll(header.store.id, tenant.siteId);

async function writeStore(db: SiteDb, { slug }: Arrival, shapes: Shapes, row: string): Promise<void> {
  const isFree = await writeSite(db, siteColumns(shapes), slug, row);
  if (!isFree) throw new BadArchive(`The store "${slug}" was made meanwhile. Choose another --slug.`);
  db.changed(PARTS);
}

const now = (tenant: Tenant): Tenant => ({ ...tenant, now: new Date().toISOString() });

const storeImport = (arrival: Arrival, checked: CheckedStore, parts: ArrivalParts): JobKind => ({
  name: KIND,
  atOnce: 1,
  isRepeatable: true,
  maxAttempts: MAX_ATTEMPTS,
  run: async (job) => {
    await writeAll(job, arrival, checked, parts);
    return undefined;
  },
});

async function writeAll(
  job: RunningJob,
  arrival: Arrival,
  checked: CheckedStore,
  { database, files, open, onRows }: ArrivalParts,
) {
  const { tenant } = arrival;
  const { total } = checked;
  const before = (job.soFar as SoFar | null) ?? { entries: 0, rows: 0 };
  const shapes = await database.report(tenant, shapesOf);
  const { entries, sha256 } = await openArchive<StoreHeader>(await open(), "store");
  let count = 0;
  let rows = before.rows;
  for await (const entry of entries) {
    job.signal.throwIfAborted();
    count++;
    if (count <= before.entries || (isRows(entry) && entry.rows === "sites")) continue;
    if (!isRows(entry)) await files.putBack(tenant.siteId, JSON.parse(entry.row ?? "{}") as FileRow, entry.content);
    const { table, lines } = rowsOf(entry);
    rows += lines.length;
    const soFar = { entries: count, rows };
    await job
      .portion(async (db) => {
        const here = lines.map((line) => renamed(arrival, checked, line));
        await writeRows(db, table, shapeIn(shapes, table.name), here);
        db.changed(PARTS);
        return { soFar, done: rows, total };
      })
      .catch(refuse(table.name));
    onRows(rows, total);
  }
  if (sha256() !== checked.sha256) throw changed();
  await job.once(async (db) => {
    await requireAll(db, checked);
    await showSite(db);
    db.changed(PARTS);
    return { rows: total };
  });
}

const changed = () => new Problem("invalid_value", "The file was changed while it was read.");

function rowsOf(entry: Entry): { table: StoreTable; lines: string[] } {
  const name = isRows(entry) ? entry.rows : "files";
  const table = STORE_TABLES.find((one) => one.name === name);
  if (!table) throw changed();
  return { table, lines: isRows(entry) ? entry.lines : [entry.row ?? ""] };
}

/** A row that the database refuses is the file's fault. */
const refuse =
  (table: string) =>
  (error: unknown): never => {
    const { code = "", message } = error as { code?: string; message: string };
    if (!/^(22|23)/.test(code)) throw error;
    throw new Problem("invalid_value", `The file has rows of ${table} that the database refuses: ${message}.`);
  };

/** Throws `invalid_value` when a table has other than the file's rows: two of them had one key. */
async function requireAll(db: SiteDb, { rows }: CheckedStore): Promise<void> {
  const counts = await countAll(db);
  const differing = STORE_TABLES.find(({ name }) => counts[name] !== (rows[name] ?? 0));
  if (differing) throw new Problem("invalid_value", `The file has rows of ${differing.name} twice.`);
}

/** Drops what has arrived of a store; returns whether there was something. Throws BadArchive for a store that has arrived whole. */
export async function dropUnfinished(parts: Stored, slug: string): Promise<boolean> {
  const owner = await ownerOfSlug(parts.database.directory, slug);
  if (!owner?.is_arriving) return false;
  await dropArrival(parts, tenantById(owner.id));
  return true;
}

/** The job goes first, so that a process that still runs it writes nothing more; the store last, so that what was cut off can be done again. */
async function dropArrival({ database, files }: Stored, tenant: Tenant): Promise<void> {
  await removeRows(database, now(tenant));
  await removeStore(database, files, now(tenant));
}
