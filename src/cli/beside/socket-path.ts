import { mkdtemp, readlink, realpath, rm, rmdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const NAME = "hanout.sock";
/** On macOS; 107 on Linux. */
const MAX_PATH_BYTES = 103;

/** The path of the socket in a data folder, whether or not there is one. A name too long for a socket is a link to another. */
export async function socketPath(folder: string): Promise<string> {
  const path = join(await realpath(folder), NAME);
  return (await linkedFrom(path)) ?? path;
}

const linkedFrom = (path: string): Promise<string | undefined> => readlink(path).catch(() => undefined);

/** Makes place for a socket of the process that has locked the folder, and returns its path. */
export async function makeSocketPath(folder: string): Promise<string> {
  await removeSocket(folder);
  const path = join(await realpath(folder), NAME);
  if (fits(path)) return path;
  const elsewhere = join(await mkdtemp(join(tmpdir(), "hanout-")), NAME); // a folder for its owner only
  if (!fits(elsewhere)) throw new Error(`the path ${elsewhere} is too long for a socket`);
  await symlink(elsewhere, path);
  return elsewhere;
}

const fits = (path: string): boolean => Buffer.byteLength(path) <= MAX_PATH_BYTES;

/** Removes the socket of this process, or of one that was killed. */
export async function removeSocket(folder: string): Promise<void> {
  const path = join(await realpath(folder), NAME);
  const elsewhere = await linkedFrom(path);
  if (elsewhere !== undefined) {
    await rm(elsewhere, { force: true });
    await rmdir(dirname(elsewhere)).catch(() => {}); // the system may have cleared its temporary folder
  }
  await rm(path, { force: true });
}
