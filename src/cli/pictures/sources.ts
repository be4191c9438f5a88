import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { type Files, problemOf } from "../../files/files.ts";
import { type Call, CommandError } from "../call.ts";

/** Pictures to put: their names, and the bytes of each. */
export interface Source {
  names: string[];
  /** Throws UnreadableEntry. */
  read(name: string): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** A file cannot be read, or in a ZIP file is broken, encrypted, or packed in a way that is not known. */
export class UnreadableEntry extends Error {}

const MAX_PICTURES = 50_000;

/** Files that are meant: of these kinds, with names that can be shown, and not what a system adds. */
const isPicture = (name: string): boolean => /^[^.\p{Cc}]\P{Cc}*\.(jpe?g|png|webp|avif|gif)$/iu.test(basename(name));

/** The pictures of a folder or a ZIP file. Throws CommandError, `unavailable`, and what breaks off when the signal is aborted. */
export async function openSource(call: Call, files: Files, path: string, signal: AbortSignal): Promise<Source> {
  const listed = await call.listFolder(path);
  if (!listed) return openZip(call, files, path, signal);
  const names = requireFew(listed.filter(isPicture), path);
  return { names, read: (name) => inFolder(call, path, name, signal), close: async () => {} };
}

/** When the client has gone, no file is at fault: what the signal breaks off goes on as it is. */
async function* inFolder(call: Call, path: string, name: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* (await call.openFile(path, name)).content;
  } catch (error) {
    throw error instanceof CommandError && !signal.aborted ? new UnreadableEntry(error.message) : error;
  }
}

async function* inZip(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw new UnreadableEntry((error as Error).message);
  }
}

/** The ZIP file is copied to disk first: its table is at its end, and a server gets it piece by piece. */
async function openZip(call: Call, files: Files, path: string, signal: AbortSignal): Promise<Source> {
  const copy = await files.incoming.newPath();
  try {
    const { content } = await call.openFile(path);
    await pipeline(content, whileZip(path), createWriteStream(copy, { flags: "wx" }), { signal });
    const zip = await openPromise(copy, { lazyEntries: true, autoClose: false }).catch(notAZip(path));
    try {
      const entries = await entriesOf(zip, path).catch(notAZip(path));
      return {
        names: requireFew([...entries.keys()], path),
        read: (name) => inZip(zip, entries.get(name) as Entry),
        close: async () => {
          zip.close();
          await rm(copy, { force: true });
        },
      };
    } catch (error) {
      zip.close();
      throw error;
    }
  } catch (error) {
    await rm(copy, { force: true });
    throw problemOf(error);
  }
}

/** Passes on what begins as a ZIP file does. */
const whileZip = (path: string) =>
  async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const piece of pieces) {
      if (isFirst && piece.toString("latin1", 0, 2) !== "PK") notAZip(path)(new Error("it does not begin as one"));
      isFirst = false;
      yield piece;
    }
  };

/** The pictures of a ZIP file by their names without folders. */
async function entriesOf(zip: ZipFile, path: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = basename(entry.fileName);
    if (!isPicture(name) || entry.fileName.startsWith("__MACOSX/")) continue;
    if (entries.has(name)) throw new CommandError(`"${path}" has two files ${name}. Give each another name.`);
    entries.set(name, entry);
    if (entries.size > MAX_PICTURES) break;
  }
  return entries;
}

const notAZip = (path: string) => (error: Error) => {
  throw error instanceof CommandError
    ? error
    : new CommandError(`"${path}" is neither a folder nor a ZIP file that can be read: ${error.message}.`);
};

function requireFew(names: string[], path: string): string[] {
  if (names.length === 0) throw new CommandError(`"${path}" has no pictures: JPEG, PNG, WebP, AVIF or GIF.`);
  if (names.length <= MAX_PICTURES) return names;
  throw new CommandError(`"${path}" has more than ${MAX_PICTURES.toLocaleString("en")} pictures. Put them in parts.`);
}
