import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Storage } from "./storage.ts";

/** The folder of what is on its way: it begins with a point, as no store's id does. */
export const INCOMING = ".incoming";

/** Keeps pictures in a folder, which several servers may share. */
export class Folder implements Storage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async size(key: string): Promise<number | undefined> {
    return (await stat(join(this.#root, key)).catch(undefinedIfMissing))?.size;
  }

  async read(key: string, range?: { start: number; end: number }) {
    return createReadStream(join(this.#root, key), range);
  }

  pathOf(key: string): string {
    return join(this.#root, key);
  }

  async write(key: string, path: string): Promise<void> {
    const target = join(this.#root, key);
    await mkdir(dirname(target), { recursive: true });
    await synced(path);
    await rename(path, target);
    await synced(dirname(target)); // the row is committed after this: a loss of power leaves no row without its file
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(join(this.#root, key), { force: true });
  }

  async *list(until: Date, siteId?: string): AsyncIterable<string[]> {
    for (const store of siteId === undefined ? await names(this.#root) : [siteId]) {
      if (store.startsWith(".")) continue;
      for (const part of await names(join(this.#root, store))) {
        const keys: string[] = [];
        for (const name of await names(join(this.#root, store, part))) {
          const key = `${store}/${part}/${name}`;
          const found = await stat(join(this.#root, key)).catch(undefinedIfMissing);
          if (found && found.mtime <= until) keys.push(key);
        }
        yield keys;
      }
    }
  }
}

const names = async (folder: string): Promise<string[]> => (await readdir(folder).catch(undefinedIfMissing)) ?? [];

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}

async function synced(path: string): Promise<void> {
  const opened = await open(path);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
