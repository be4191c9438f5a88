import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isId, newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import type { CursorPage } from "../core/shapes.ts";
import { truncate } from "../core/text/truncate.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { Bucket } from "./bucket.ts";
import { type Fetch, publicFetch } from "./fetching.ts";
import { Folder, INCOMING } from "./folder.ts";
import { Incoming, problemOf, type Received } from "./incoming.ts";
import { addressOf, hashesIn, KINDS, type Kind, keyOf, keysOf, type PictureName } from "./kinds.ts";
import type { CleanPicture } from "./picture-tasks.ts";
import { Pictures } from "./pictures.ts";
import {
  deleteFiles,
  type FileRow,
  findFile,
  findFilesByHash,
  insertFile,
  listFiles,
  lockFile,
  sumFiles,
  touchFile,
  touchFiles,
  touchFilesById,
} from "./queries.ts";
import type { Storage } from "./storage.ts";
import { findUses, type UseRow } from "./use-queries.ts";

export { clearFiles } from "./clearing.ts";
export { type Fetch, publicFetch } from "./fetching.ts";
export { problemOf, type Received } from "./incoming.ts";
export { addressOf, hashesIn, KINDS, type PictureName, readName } from "./kinds.ts";
export type { FileRow } from "./queries.ts";
export { picturesIn } from "./shown-pictures.ts";
export type { ByteRange } from "./storage.ts";
export type { UseRow } from "./use-queries.ts";

export interface FileSettings {
  MEDIA_DIR: string;
  MEDIA_BUCKET_URL: string;
  MEDIA_BYTES_PER_STORE: number;
  UPLOAD_LIMIT_BYTES: number;
  UPLOAD_TIMEOUT_SECONDS: number;
  WEBHOOK_PORTS: string;
  WEBHOOKS_TO_THIS_MACHINE: boolean;
}

/** Access to a store, for work of which only parts are transactions. */
export interface Site {
  readonly id: string;
  transact<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
}

/** A file that is kept somewhere, and how large it is. */
export interface KeptFile {
  key: string;
  bytes: number;
}

/**
 * The pictures of all stores. A file is written and removed only in a transaction that holds the lock of its hash: it is written before its
 * row, and removed when there is none. So no row is without its file, and a file without a row is one to be removed.
 */
export class Files {
  readonly settings: FileSettings;
  readonly incoming: Incoming;
  readonly storage: Storage;
  readonly #fetch: Fetch;
  readonly #pictures = new Pictures();
  /** The widths that are being made. */
  readonly #making = new Map<string, Promise<KeptFile | undefined>>();

  /** `fetch`, for tests: what is at addresses elsewhere. */
  constructor(settings: FileSettings, fetch?: Fetch) {
    this.settings = settings;
    this.incoming = new Incoming(join(settings.MEDIA_DIR, INCOMING), settings.UPLOAD_LIMIT_BYTES);
    const ports = settings.WEBHOOK_PORTS.split(",").map(Number);
    this.#fetch = fetch ?? publicFetch({ rules: { ports, toThisMachine: settings.WEBHOOKS_TO_THIS_MACHINE } });
    this.storage = settings.MEDIA_BUCKET_URL ? new Bucket(settings.MEDIA_BUCKET_URL) : new Folder(settings.MEDIA_DIR);
  }

  /**
   * Keeps what was received, and takes its path. The same file twice is one. Throws `picture_refused`, `uploads_unavailable`, `files_full`,
   * `overloaded`, `unavailable`.
   */
  async keep(site: Site, received: Received, name: string): Promise<FileRow> {
    const target = await this.incoming.newPath();
    try {
      const known = await site.transact((db) => touchFile(db, received.hash));
      if (known) return known;
      const { path: source, kind } = received;
      const picture = await this.#pictures.clean(site.id, { source, target, kind });
      return await this.#write(site, { ...picture, hash: received.hash, name: shownName(name) }, target);
    } catch (error) {
      throw problemOf(error);
    } finally {
      await Promise.all([received.path, target].map((path) => rm(path, { force: true })));
    }
  }

  /** Keeps the picture at an address elsewhere. Throws `invalid_value`, `body_too_large`, the signal's reason, and what `keep` throws. */
  async fetch(site: Site, address: string, signal?: AbortSignal): Promise<FileRow> {
    const received = await this.#fetch(address, (body) => this.incoming.receive(body), signal);
    return this.keep(site, received, decodedName(new URL(address).pathname));
  }

  /** Bytes that a store may keep. */
  get quota(): number {
    return this.settings.MEDIA_BYTES_PER_STORE;
  }

  async #write(site: Site, picture: CleanPicture & { hash: string; name: string }, path: string): Promise<FileRow> {
    const key = keyOf({ siteId: site.id, ...picture, width: undefined });
    await this.storage.write(key, path, KINDS[picture.kind].type); // a slow bucket holds no transaction
    return site.transact(async (db) => {
      await lockHash(db, picture.hash);
      const known = await touchFile(db, picture.hash);
      if (known) return known;
      await lockForTransaction(db, "files");
      const { bytes } = await sumFiles(db);
      if (bytes + picture.bytes > this.quota) {
        await this.storage.remove([key]);
        throw full(this.quota);
      }
      if ((await this.storage.size(key)) === undefined) {
        throw new Problem("unavailable", "The same picture was deleted meanwhile. Try again.");
      }
      const row = { ...picture, id: newId(), created_at: db.now };
      await insertFile(db, row);
      return row;
    });
  }

  /** What is at an address; a width that was never asked for is made. Throws `overloaded`, `unavailable`, `uploads_unavailable`. */
  async find(name: PictureName): Promise<KeptFile | undefined> {
    const key = keyOf(name);
    const bytes = await this.storage.size(key);
    if (bytes !== undefined) return { key, bytes };
    if (name.width === undefined) return undefined;
    const making = this.#making.get(key) ?? this.#make(key, { ...name, width: name.width });
    this.#making.set(key, making);
    return making.finally(() => this.#making.delete(key));
  }

  async #make(key: string, name: PictureName & { width: number }): Promise<KeptFile | undefined> {
    const from = await this.#kindOf(name);
    if (from === undefined || (name.kind !== from && name.kind !== "webp")) return undefined;
    const whole = keyOf({ ...name, width: undefined, kind: from });
    const [copy, target] = await Promise.all([this.incoming.newPath(), this.incoming.newPath()]);
    try {
      const source = this.storage.pathOf(whole) ?? (await this.#download(whole, copy));
      const { kind, width } = name;
      await this.#pictures.resize(name.siteId, { source, from, target, kind, width });
      await this.storage.write(key, target, KINDS[kind].type);
    } catch (error) {
      throw problemOf(error);
    } finally {
      await Promise.all([copy, target].map((path) => rm(path, { force: true })));
    }
    // The whole picture is removed first: one that is gone by now would leave this width behind.
    if ((await this.storage.size(whole)) === undefined) await this.storage.remove([key]);
    const bytes = await this.storage.size(key);
    return bytes === undefined ? undefined : { key, bytes };
  }

  async #kindOf(name: PictureName): Promise<Kind | undefined> {
    for (const kind of Object.keys(KINDS) as Kind[]) {
      if ((await this.storage.size(keyOf({ ...name, width: undefined, kind }))) !== undefined) return kind;
    }
    return undefined;
  }

  async #download(key: string, path: string): Promise<string> {
    await pipeline(await this.storage.read(key), createWriteStream(path));
    return path;
  }

  /** Removes what is kept of a file that has no row. */
  async remove(db: SiteDb, hash: string): Promise<void> {
    await lockHash(db, hash);
    const rows = await findFilesByHash(db, [hash]);
    if (rows.length === 0) await this.storage.remove(keysOf({ siteId: db.siteId, hash }));
  }

  /** What is kept of a whole picture, and how large it is; undefined when it is gone. */
  async whole(
    siteId: string,
    { hash, kind }: Pick<FileRow, "hash" | "kind">,
  ): Promise<{ bytes: number; content: Readable } | undefined> {
    const key = keyOf({ siteId, hash, kind });
    const bytes = await this.storage.size(key);
    return bytes === undefined ? undefined : { bytes, content: await this.storage.read(key) };
  }

  /** Keeps a whole picture that comes from another server, as it is. Its row is written after it. Throws `unavailable`. */
  async putBack(
    siteId: string,
    { hash, kind }: Pick<FileRow, "hash" | "kind">,
    content: AsyncIterable<Buffer>,
  ): Promise<void> {
    const path = await this.incoming.newPath();
    try {
      await pipeline(content, createWriteStream(path, { flags: "wx" }));
      await this.storage.write(keyOf({ siteId, hash, kind }), path, KINDS[kind].type);
    } catch (error) {
      throw problemOf(error);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Deletes some files of a store that is deleted, used or not; returns whether none are left. A row whose file stays is tried again. */
  async empty(db: SiteDb): Promise<boolean> {
    const rows = await listFiles(db, null, EMPTIED_AT_ONCE);
    const siteId = db.siteId;
    await this.storage.remove(rows.flatMap(({ hash }) => keysOf({ siteId, hash })));
    await deleteFiles(
      db,
      rows.map(({ id }) => id),
    );
    return rows.length < EMPTIED_AT_ONCE;
  }

  /** Whether something is kept of a store. */
  async hasStore(siteId: string): Promise<boolean> {
    for await (const keys of this.storage.list(EVER, siteId)) if (keys.length > 0) return true;
    return false;
  }

  /** Removes all that is kept of a store, also what has no row. */
  async removeStore(siteId: string): Promise<void> {
    for await (const keys of this.storage.list(EVER, siteId)) await this.storage.remove(keys);
  }

  /** Ends what works on pictures. */
  stop(): void {
    this.#pictures.stop();
  }
}

const EMPTIED_AT_ONCE = 50;
/** The last moment that a date can say. */
const EVER = new Date(8.64e15);

const lockHash = (db: SiteDb, hash: string): Promise<void> => lockForTransaction(db, `file ${hash}`);

const full = (quota: number) =>
  new Problem(
    "files_full",
    `The store's pictures may have ${Math.floor(quota / 2 ** 20)} MiB together. Delete some that nothing uses (files_list, files_delete), or ask the server's operator for more (MEDIA_BYTES_PER_STORE).`,
  );

function decodedName(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const MAX_NAME = 200;

/** The last part of a path, without what cannot be shown. */
function shownName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? "").replace(/\p{C}/gu, "").trim();
  return name === "" ? "picture" : truncate(name, MAX_NAME);
}

const noFile = (what: string) => new Problem("file_not_found", `This store has no file ${what}.`);

/** A file of the store. Throws `file_not_found`. */
export async function requireFile(db: SiteDb, id: string): Promise<FileRow> {
  const file = isId(id) ? await findFile(db, id) : undefined;
  if (!file) throw noFile(id);
  return file;
}

/** Up to `limit` + 1 files, the newest first, and how many there are. */
export async function filesAfter(db: SiteDb, { limit, after }: CursorPage) {
  const [rows, sum] = await Promise.all([listFiles(db, after, limit + 1), sumFiles(db)]);
  return { rows, ...sum };
}

/** At most so many uses of a file are shown. */
const MAX_USES = 20;

/** What names these files. */
export const usesOf = (db: SiteDb, files: readonly FileRow[]): Promise<UseRow[]> =>
  findUses(
    db,
    files.map(({ hash }) => hash),
    MAX_USES,
  );

/** Deletes a file that nothing names; what is kept of it goes after the commit. Throws `file_not_found`, `file_in_use`. */
export async function removeFile(db: SiteDb, id: string): Promise<FileRow> {
  const file = isId(id) ? await lockFile(db, id) : undefined;
  if (!file) throw noFile(id);
  const [use] = await findUses(db, [file.hash], 1);
  if (use) {
    throw new Problem(
      "file_in_use",
      `${file.name} is used by ${USERS[use.thing] ?? use.thing} ${use.label}; files_get names all that use it.`,
    );
  }
  await deleteFiles(db, [file.id]);
  db.later({ kind: FILES_REMOVAL, arguments: { hash: file.hash }, actor: "server" });
  return file;
}

const USERS: Record<string, string> = {
  order: "the order",
  change: "a change that can be undone,",
};

/** The kind of the job that removes what was kept of a deleted file. */
export const FILES_REMOVAL = "files_removal";

/** The addresses of these files, by id; none of them is cleared meanwhile. Throws `file_not_found`. */
export async function holdFiles(db: SiteDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const files = await touchFilesById(db, ids.filter(isId));
  const addresses = new Map(
    files.map(({ id, ...file }) => [id, addressOf({ siteId: db.siteId, ...file, width: undefined })]),
  );
  const given = new Map(ids.map((id) => [id, addresses.get(id.toLowerCase())]));
  for (const [id, address] of given) if (address === undefined) throw noFile(id);
  return given as Map<string, string>;
}

/**
 * Sees to it that the files that a value names by their addresses are there, and not cleared meanwhile. Throws `file_not_found`, also for
 * the address of another store's file.
 */
export async function holdNamedFiles(db: SiteDb, value: object): Promise<void> {
  const text = JSON.stringify(value);
  const [, foreign] =
    [...text.matchAll(/"(\/media\/[0-9a-f-]{36}\/[0-9a-f]{64}[^"]*)"/g)].find(
      ([, address]) => !address?.startsWith(`/media/${db.siteId}/`),
    ) ?? [];
  if (foreign) throw noFile(foreign);
  const hashes = [...new Set(hashesIn(db.siteId, text))];
  if (hashes.length === 0) return;
  const found = new Set((await touchFiles(db, hashes)).map(({ hash }) => hash));
  const missing = hashes.find((hash) => !found.has(hash));
  if (missing) throw noFile(`/media/${db.siteId}/${missing}`);
}
