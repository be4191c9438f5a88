import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../core/ids.ts";

/** A folder of this name holds copies while they are read. It begins with a point, as no store's id does. */
const COPIES = ".copies";

/** The copies that this process has, by id. No other process uses the folder of an embedded database. */
const own = new Set<string>();

/** Runs `work` with a new folder inside `folder`, and removes it, with those that killed processes have left. */
export async function withCopyIn<T>(folder: string, work: (copy: string) => Promise<T>): Promise<T> {
  const id = newId();
  own.add(id);
  const copies = join(folder, COPIES);
  try {
    await mkdir(join(copies, id), { recursive: true, mode: 0o700 });
    for (const left of (await readdir(copies)).filter((name) => !own.has(name))) await remove(join(copies, left));
    return await work(join(copies, id));
  } finally {
    await remove(join(copies, id));
    own.delete(id);
  }
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
