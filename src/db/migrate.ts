import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import Postgrator from "postgrator";
import type { Driver } from "./database.ts";

/** The build copies the folder to `migrations/`; without a build it is that of the repository. */
const BUILT = new URL("../migrations/", import.meta.url);
const FOLDER = existsSync(BUILT) ? BUILT : new URL("../../migrations/", import.meta.url);
const MIGRATIONS = `${fileURLToPath(FOLDER)}*.sql`;
/** The id is arbitrary, and must stay the same: processes of other releases ask for this lock. */
const MIGRATION_LOCK = 7_216_046;

const postgratorOver = (driver: Driver, files = MIGRATIONS) =>
  new Postgrator({
    migrationPattern: files,
    driver: "pg",
    schemaTable: "schema_version",
    execQuery: async (query: string) => ({ rows: await driver.query(query, []) }),
    execSqlScript: (script: string) => runEach(driver, script),
  });

/** How long a migration waits for a table lock; other transactions queue behind it meanwhile. */
const LOCK_TIMEOUT_MS = 2000;
const MAX_TRIES = 30;
const MAX_PAUSE_MS = 1000;
/** SQLSTATE: deadlock with requests of running servers; lock time-out. */
const LOCK_CONFLICTS = new Set(["40P01", "55P03"]);
const WAIT_FOR_OTHERS_MS = 200;
const TELL_AFTER_MS = 5000;

/**
 * Applies all pending migrations and returns their names. Several processes may start at the same time: one migrates, the
 * others wait. The files between two concurrent ones run in one transaction, so that a failure leaves no trace of them.
 * Servers may keep running: on a lock conflict with them, the transaction is retried for about a minute. PostgreSQL needs
 * two connections; the embedded database has one, and no other process. Throws when an applied file has changed since.
 * `files`: their paths, as a glob pattern. `log` receives a sentence before anything is applied.
 */
export async function migrate(
  driver: Driver,
  { files = MIGRATIONS, log = () => {} }: { files?: string; log?: (line: string) => void } = {},
): Promise<string[]> {
  if (await isUpToDate(driver, files)) return [];
  log("Migrating the database …");
  if (!driver.connections) return applyPending(driver, files);
  const timer = setTimeout(
    () => process.emitWarning("This process waits for another one that migrates the database."),
    TELL_AFTER_MS,
  );
  try {
    // No statement or transaction waits for the lock: `create index concurrently` would wait for it.
    for (;;) {
      const applied = await driver.transaction((holder) => applyLocked(driver, holder, files, timer));
      if (applied) return applied;
      await pause(WAIT_FOR_OTHERS_MS);
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether every file is applied and unchanged. This is how most starts find the database, and it takes one statement;
 * Postgrator sends one for each file.
 */
async function isUpToDate(driver: Driver, files: string): Promise<boolean> {
  const wanted = await postgratorOver(driver, files).getMigrations();
  const rows = await driver.query("select version::integer, md5 from schema_version", []).catch(() => []); // the database is new; other errors come again from the next statement
  const applied = new Map((rows as { version: number; md5: string }[]).map(({ version, md5 }) => [version, md5]));
  return wanted.every(({ version, md5 }) => md5 !== undefined && applied.get(version) === md5);
}

/**
 * Returns undefined when another process migrates. `holder` holds the lock in a transaction of its own: one of the session
 * could stay behind in a pooler's connection.
 */
async function applyLocked(
  driver: Driver,
  holder: Driver,
  files: string,
  timer: NodeJS.Timeout,
): Promise<string[] | undefined> {
  if (!(await tryLock(holder))) return undefined;
  clearTimeout(timer);
  return applyPending(driver, files);
}

async function tryLock(holder: Driver): Promise<boolean> {
  const [row] = await holder.query("select pg_try_advisory_xact_lock($1) as locked", [MIGRATION_LOCK]);
  // The transaction is idle while others work. A statement without values also ends the snapshot of the one above, which
  // `create index concurrently` would wait for.
  await holder.exec("set local idle_in_transaction_session_timeout = 0");
  return (row as { locked: boolean }).locked;
}

async function applyPending(driver: Driver, files: string): Promise<string[]> {
  const applied: string[] = [];
  for (const step of await stepsOf(driver, files)) applied.push(...(await applyStep(driver, files, step)));
  return applied;
}

/** Migrations up to `version` that run together. */
interface Step {
  version: number;
  isConcurrent: boolean;
}

/** A file with this end of its name runs outside a transaction, one statement after another, by itself. */
const CONCURRENT = /-concurrently$/;

async function stepsOf(driver: Driver, files: string): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { version, name } of await postgratorOver(driver, files).getMigrations()) {
    const isConcurrent = CONCURRENT.test(name);
    const last = steps.at(-1);
    if (last && !last.isConcurrent && !isConcurrent) last.version = version;
    else steps.push({ version, isConcurrent });
  }
  return steps;
}

async function applyStep(driver: Driver, files: string, { version, isConcurrent }: Step): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return isConcurrent
        ? await applyUpTo(version, postgratorOver(driver, files))
        : await driver.transaction((transaction) => applyTogether(transaction, files, version));
    } catch (error) {
      if (attempt === MAX_TRIES || !LOCK_CONFLICTS.has((error as { code?: string }).code ?? "")) throw error;
      await pause(Math.random() * MAX_PAUSE_MS);
    }
  }
}

async function applyTogether(transaction: Driver, files: string, version: number): Promise<string[]> {
  await transaction.exec(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  return applyUpTo(version, postgratorOver(transaction, files));
}

/** A database beyond that version stays as it is: there are no files that undo. */
async function applyUpTo(version: number, postgrator: Postgrator): Promise<string[]> {
  const applied = await postgrator.migrate(version.toString());
  return applied.map((file) => `${String(file.version).padStart(4, "0")} ${file.name}`);
}

/**
 * Several statements in one message would be one transaction, in which no index can be made concurrently; and Citus passes
 * on the whole message of some statements to its workers, which refuse several.
 */
async function runEach(driver: Driver, script: string): Promise<void> {
  for (const statement of statementsOf(script)) await driver.exec(statement);
}

/** The statements of a file: a `;` at the end of a line ends one, but in a comment or between `$$`. */
function statementsOf(script: string): string[] {
  const statements = [""];
  let quote: string | undefined;
  for (const line of script.split("\n")) {
    if (quote === undefined && /^\s*(--|$)/.test(line)) continue;
    statements.push(`${statements.pop()}${line}\n`);
    for (const found of line.match(/\$\w*\$/g) ?? []) {
      if (quote === undefined) quote = found;
      else if (quote === found) quote = undefined;
    }
    if (quote === undefined && /;\s*$/.test(line)) statements.push("");
  }
  return statements.filter((statement) => statement.trim() !== "");
}

/** Whether the database has every migration of this version. */
export const isMigrated = async (driver: Driver): Promise<boolean> =>
  (await postgratorOver(driver).getDatabaseVersion()) >= (await latestMigration());

let latestNumber: Promise<number> | undefined;

/** The number of the newest migration of this version. */
export function latestMigration(): Promise<number> {
  latestNumber ??= new Postgrator({ migrationPattern: MIGRATIONS, driver: "pg" }).getMaxVersion();
  return latestNumber;
}
