import { createWriteStream } from "node:fs";
import { mkdir, open, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "../core/operator-error.ts";
import { Database } from "../db/database.ts";
import { openEmbedded } from "../db/open.ts";
import { OtherPostgres } from "../db/pglite/own-files.ts";
import { readName } from "../files/files.ts";
import { allStores } from "../store/store.ts";
import { type BackupHeader, type BackupSettings, DATABASE, type OnBytes, PICTURES, SINGLE_FILES } from "./backup.ts";
import { withCopyIn } from "./copies.ts";
import { BadArchive, type FileEntry, isRows } from "./format.ts";
import { openArchive } from "./reader.ts";

/** What a backup holds. */
export interface Restored {
  made_at: string;
  version: string;
  stores: number;
  pictures: number | null;
  /** Where the database is that was replaced; null: there was none, or nothing was replaced. */
  replaced: string | null;
}

/**
 * Reads a backup to its end, opens its database, and puts it in the place of the one that is there, which is kept under another name.
 * Pictures that are not there yet are added. `isCheck`: replaces nothing. No process may use the data folder. Throws BadArchive for a file
 * that is no whole backup, or whose database cannot be opened, and the reason of the signal when it is aborted in
 * time; then nothing was replaced.
 */
export function readBackup(
  file: Readable,
  { DATA_DIR, MEDIA_DIR }: BackupSettings,
  { isCheck, onBytes, signal }: { isCheck: boolean; onBytes: OnBytes; signal: AbortSignal },
): Promise<Restored> {
  return withCopyIn(DATA_DIR, (copy) =>
    withCopyIn(MEDIA_DIR, async (pictures) => {
      const { header, entries } = await openArchive<BackupHeader>(file, "backup");
      for (const folder of header.folders)
        await mkdir(placeOf(copy, folder, isOfDatabase), { recursive: true, mode: 0o700 });
      const found: string[] = [];
      const single: string[] = [];
      let done = 0;
      for await (const entry of entries) {
        signal.throwIfAborted();
        if (isRows(entry)) throw wrong(entry.rows);
        if (isPicture(entry.file)) found.push(entry.file.slice(PICTURES.length + 1));
        else if (isSingle(entry.file)) single.push(entry.file);
        await write(
          entry,
          isPicture(entry.file)
            ? join(pictures, entry.file.slice(PICTURES.length + 1))
            : placeOf(copy, entry.file, isExpected),
        );
        done += entry.bytes;
        onBytes(done, header.bytes);
      }
      const stores = await countStores(join(copy, DATABASE), header.version);
      signal.throwIfAborted(); // from here on it goes to its end
      const about = { made_at: header.made_at, version: header.version, stores, pictures: header.pictures };
      if (isCheck) return { ...about, replaced: null };
      for (const name of found) await put(join(pictures, name), join(MEDIA_DIR, name));
      const before = `.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
      const replaced = await replace(join(copy, DATABASE), join(DATA_DIR, DATABASE), before);
      for (const name of single) await replace(join(copy, name), join(DATA_DIR, name), before);
      return { ...about, replaced };
    }),
  );
}

const wrong = (name: string) => new BadArchive(`The backup has "${name}", which is no part of one.`);

const isOfDatabase = (name: string): boolean => new RegExp(`^${DATABASE}(/[\\w-][\\w.-]*)*$`).test(name);
const isSingle = (name: string): boolean => (SINGLE_FILES as readonly string[]).includes(name);
const isExpected = (name: string): boolean => isOfDatabase(name) || isSingle(name);

function isPicture(name: string): boolean {
  const [folder, store = "", part, picture = "", ...rest] = name.split("/");
  return (
    folder === PICTURES && rest.length === 0 && part === picture.slice(0, 2) && readName(store, picture) !== undefined
  );
}

/** Throws BadArchive for a name that could lead out of the folder. */
function placeOf(folder: string, name: string, isAllowed: (name: string) => boolean): string {
  if (!isAllowed(name)) throw wrong(name);
  return join(folder, name);
}

async function write({ content }: FileEntry, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
}

/**
 * Opens the database, migrates it to this version, reads its stores, and closes it. Throws BadArchive when the backup is at fault, and
 * OperatorError when this installation is.
 */
async function countStores(folder: string, version: string): Promise<number> {
  const { driver } = await openEmbedded(folder).catch((error: Error) => {
    if (error instanceof OtherPostgres) throw new BadArchive(`${error.message} Hanout ${version} wrote the backup.`);
    if (error instanceof OperatorError) throw error;
    throw new BadArchive(`The database of the backup cannot be opened: ${error.message}.`);
  });
  try {
    let count = 0;
    for await (const _ of allStores(new Database(driver, { checks: false }).directory)) count++;
    return count;
  } finally {
    await driver.close();
  }
}

/** Moves a picture to its place, unless it is there. */
async function put(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => undefined)) return;
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

/** Puts something in its place, and returns the new name of what was there. */
async function replace(from: string, to: string, before: string): Promise<string | null> {
  const old = `${to}${before}`;
  const wasThere = (await stat(to).catch(() => undefined)) !== undefined;
  if (wasThere) await rename(to, old);
  await rename(from, to);
  await synced(dirname(to));
  return wasThere ? old : null;
}

async function synced(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
