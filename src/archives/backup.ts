import { constants, createReadStream } from "node:fs";
import { copyFile, link, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { OperatorError } from "../core/operator-error.ts";
import { Database } from "../db/database.ts";
import { openEmbedded } from "../db/open.ts";
import { readName } from "../files/files.ts";
import { withCopyIn } from "./copies.ts";
import type { Entry, Header } from "./format.ts";
import { archive } from "./writer.ts";

export interface BackupSettings {
  DATA_DIR: string;
  MEDIA_DIR: string;
  MEDIA_BUCKET_URL: string;
}

/** What the header of a backup says besides. */
export interface BackupHeader extends Header {
  /** The folders of the database, also those that are empty. */
  folders: string[];
  /** How many pictures there are; null: they are in a bucket, which is backed up by itself. */
  pictures: number | null;
  /** Of all files. */
  bytes: number;
}

/** The folder of the embedded database, and that of pictures, in the data folder and in a backup. */
export const DATABASE = "pglite";
export const PICTURES = "media";

/** Files of the data folder without which the database is worth less: the key of customers' tokens, and the demo's keys. */
export const SINGLE_FILES = ["customer-token.key", "demo.json"] as const;

/** The file of the data folder that says of which moment the last backup is. No backup has it, so a restore does not change it. */
const LAST_BACKUP = "last-backup";

/** Notes of which moment the last backup is, once its file is whole. */
export const noteBackup = (folder: string, at: string): Promise<void> =>
  writeFile(join(folder, LAST_BACKUP), at, { mode: 0o600 });

/** Of which moment the last backup of a data folder is; undefined: none was made. */
export const lastBackup = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, LAST_BACKUP), "utf8").then((at) => at || undefined, undefinedIfMissing);

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

/** How many bytes were written or read, of how many. */
export type OnBytes = (done: number, total: number) => void;

/**
 * Writes the embedded database and its pictures to a file, as they are at one moment. Requests wait while the database is copied on the
 * disk, and not while the copy is written. Throws OperatorError without an embedded database.
 */
export function writeBackup(
  database: Database,
  settings: BackupSettings,
  { out, onBytes, signal }: { out: Writable; onBytes: OnBytes; signal: AbortSignal },
): Promise<BackupHeader["pictures"]> {
  const { DATA_DIR, MEDIA_DIR, MEDIA_BUCKET_URL } = settings;
  const { atRest } = database;
  if (!atRest) throw new OperatorError("This is no embedded database.");
  return withCopyIn(DATA_DIR, (copy) =>
    withCopyIn(MEDIA_DIR, async (pictures) => {
      await atRest(async (folder) => {
        await copyDatabase(folder, join(copy, DATABASE));
        if (!MEDIA_BUCKET_URL) await linkPictures(MEDIA_DIR, pictures);
      });
      const found = [
        ...(await filesBelow(copy, DATABASE)),
        ...(await filesBelow(pictures, "")).map((file) => ({ ...file, name: `${PICTURES}/${file.name}` })),
        ...(await singleFiles(DATA_DIR)),
      ];
      const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
      const counted = found.filter(({ name }) => name.startsWith(`${PICTURES}/`)).length;
      const more: Omit<BackupHeader, keyof Header> = {
        folders: await foldersBelow(copy, DATABASE),
        pictures: MEDIA_BUCKET_URL ? null : counted,
        bytes,
      };
      const entries = archive(
        "backup",
        more,
        entriesOf(found, (done) => onBytes(done, bytes)),
      );
      await pipeline(Readable.from(entries, { objectMode: false }), createGzip(), out, { signal });
      return more.pictures;
    }),
  );
}

/** Runs `work` on the database as it is now: on a copy of an embedded one, so that requests do not wait until the work is done. */
export async function onCopy<T>(database: Database, folder: string, work: (copy: Database) => Promise<T>): Promise<T> {
  const { atRest } = database;
  if (!atRest) return work(database);
  return withCopyIn(folder, async (copy) => {
    const path = join(copy, DATABASE);
    await atRest((from) => copyDatabase(from, path));
    const { driver } = await openEmbedded(path);
    try {
      return await work(new Database(driver, { checks: false }));
    } finally {
      await driver.close();
    }
  });
}

/** Files that are copied at the same time. */
const COPIES_AT_ONCE = 32;

/** Copies a folder. Where the file system can, no byte is copied. */
async function copyDatabase(from: string, to: string): Promise<void> {
  for (const folder of await foldersBelow(from, "")) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  const files = await filesBelow(from, "");
  while (files.length > 0) {
    const some = files.splice(-COPIES_AT_ONCE);
    await Promise.all(some.map(({ path, name }) => copyFile(path, join(to, name), constants.COPYFILE_FICLONE)));
  }
}

/** A second name for each whole picture: it is never written again, and stays when the first name goes. Widths are made anew. */
async function linkPictures(from: string, to: string): Promise<void> {
  for (const store of await names(from)) {
    for (const part of store.startsWith(".") ? [] : await names(join(from, store))) {
      const whole = (await names(join(from, store, part))).filter((name) => isWhole(store, name));
      if (whole.length > 0) await mkdir(join(to, store, part), { recursive: true });
      for (const name of whole) {
        const [path, copy] = [join(from, store, part, name), join(to, store, part, name)];
        await link(path, copy).catch(() => copyFile(path, copy)); // some file systems have no links
      }
    }
  }
}

const isWhole = (store: string, name: string): boolean => {
  const picture = readName(store, name);
  return picture !== undefined && picture.width === undefined;
};

const names = async (folder: string): Promise<string[]> => (await readdir(folder).catch(undefinedIfMissing)) ?? [];

interface Found {
  name: string;
  path: string;
  bytes: number;
}

/** The files of a folder and of those in it, by their names from `root` on. */
async function filesBelow(root: string, name: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const entry of await readdir(join(root, name), { withFileTypes: true })) {
    const inner = nameIn(name, entry.name);
    const path = join(root, inner);
    if (entry.isDirectory()) found.push(...(await filesBelow(root, inner)));
    else if (entry.isFile()) found.push({ name: inner, path, bytes: (await stat(path)).size });
  }
  return found;
}

const nameIn = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

async function foldersBelow(root: string, name: string): Promise<string[]> {
  const found = [name];
  for (const entry of await readdir(join(root, name), { withFileTypes: true })) {
    if (entry.isDirectory()) found.push(...(await foldersBelow(root, nameIn(name, entry.name))));
  }
  return found;
}

async function singleFiles(folder: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of SINGLE_FILES) {
    const path = join(folder, name);
    const there = await stat(path).catch(() => undefined);
    if (there) found.push({ name, path, bytes: there.size });
  }
  return found;
}

/** A database has a thousand files, most of them small: each is read at once. */
const SMALL_BYTES = 1_048_576;

async function* whole(path: string): AsyncGenerator<Buffer> {
  const bytes = await readFile(path);
  if (bytes.length > 0) yield bytes;
}

async function* entriesOf(files: Found[], onDone: (bytes: number) => void): AsyncGenerator<Entry> {
  let done = 0;
  for (const { name, path, bytes } of files) {
    yield { file: name, bytes, content: bytes > SMALL_BYTES ? createReadStream(path) : whole(path) };
    done += bytes;
    onDone(done);
  }
}
