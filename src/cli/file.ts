import { close, open, read } from "node:fs";
import { link, open as openHandle, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { newId } from "../core/ids.ts";
import { CommandError, type InputFile, type OutputFile } from "./call.ts";

const CHUNK_BYTES = 65_536;
const openAsync = promisify(open);
const readAsync = promisify(read);
const closeAsync = promisify(close);

/** Reads the next bytes of a file; none at its end. */
export type NextBytes = () => Promise<Buffer>;

/** Opens a file for a command. Throws CommandError when it is missing, a folder, or cannot be read. */
export async function openFile(path: string, name?: string): Promise<InputFile> {
  const { size, next, close } = await openBytes(pathOf(path, name));
  return inputFile(size, next, close);
}

/** The path of a file, or of one directly in a folder. */
export function pathOf(path: string, name?: string): string {
  if (name === undefined) return path;
  if (basename(name) !== name) throw new Error(`${name} is no name of a file`);
  return join(path, name);
}

/** The names of the files directly in a folder; undefined when it is a file. Throws CommandError when there is nothing. */
export async function listFolder(path: string): Promise<string[] | undefined> {
  const found = await stat(path).catch(explaining(path));
  if (!found.isDirectory()) return undefined;
  const entries = await readdir(path, { withFileTypes: true }).catch(explaining(path));
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

const explaining =
  (path: string) =>
  ({ code, message }: NodeJS.ErrnoException): never => {
    throw new CommandError(code === "ENOENT" ? `There is no file "${path}".` : `"${path}" cannot be read: ${message}.`);
  };

/** A file of which `next` reads the bytes, wherever they are. */
export function inputFile(size: number, next: NextBytes, close = async () => {}): InputFile {
  let bytesRead = 0;
  async function* chunks() {
    try {
      for (let bytes = await next(); bytes.length > 0; bytes = await next()) {
        bytesRead += bytes.length;
        yield bytes;
      }
    } finally {
      await close();
    }
  }
  return { size, bytesRead: () => bytesRead, content: Readable.from(chunks(), { objectMode: false }) };
}

/** The size of a file and how to read it, until it is closed. Throws CommandError. */
export async function openBytes(path: string): Promise<{ size: number; next: NextBytes; close: () => Promise<void> }> {
  const explain = explaining(path);
  const found = await stat(path).catch(explain);
  if (!found.isFile()) {
    throw new CommandError(`"${path}" is ${found.isDirectory() ? "a folder" : "not a file"}.`);
  }
  const file = await openAsync(path, "r").catch(explain);
  const next = async () => {
    const { buffer, bytesRead } = await readAsync(file, { buffer: Buffer.alloc(CHUNK_BYTES) });
    return buffer.subarray(0, bytesRead);
  };
  return { size: found.size, next, close: () => closeAsync(file) };
}

/** Writes a file piece by piece, wherever it is. */
export interface FileWriter {
  write(bytes: Buffer): Promise<void>;
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** Begins a file for a command. Throws CommandError when there is one, or when it cannot be written. */
export const createFile = async (path: string): Promise<OutputFile> => outputFile(await createBytes(path));

export function outputFile(writer: FileWriter): OutputFile {
  const content = new Writable({
    write: (bytes: Buffer, _encoding, done) => void writer.write(bytes).then(() => done(), done),
  });
  return { content, keep: () => writer.keep(), discard: () => writer.discard() };
}

/** Begins a file beside its place, where it comes when it is whole; what came there meanwhile stays. Throws CommandError. */
export async function createBytes(path: string): Promise<FileWriter> {
  const explain = ({ code, message }: NodeJS.ErrnoException): never => {
    throw code === "EEXIST" ? taken(path) : new CommandError(`"${path}" cannot be written: ${message}.`);
  };
  if (await isThere(path)) throw taken(path);
  const part = `${path}.${newId()}.part`;
  const file = await openHandle(part, "wx", 0o600).catch(explain);
  return {
    write: (bytes) => file.writeFile(bytes).catch(explain),
    keep: async () => {
      await file.sync().catch(explain);
      await file.close();
      await link(part, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST" || (await isThere(path))) throw taken(path);
        await rename(part, path).catch(explain); // some file systems have no links
      });
      await rm(part, { force: true });
    },
    discard: async () => {
      await file.close();
      await rm(part, { force: true });
    },
  };
}

const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;
const taken = (path: string) => new CommandError(`"${path}" is there already. Choose another name.`);
