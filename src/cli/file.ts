import { open, read } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { CommandError, type InputFile } from "./call.ts";

const CHUNK_BYTES = 65_536;
const openAsync = promisify(open);
const readAsync = promisify(read);

/** Reads the next bytes of a file; none at its end. */
export type NextBytes = () => Promise<Buffer>;

/** Opens a file for a command. Throws CommandError when it is missing, a folder, or cannot be read. */
export async function openFile(path: string): Promise<InputFile> {
  const { size, next } = await openBytes(path);
  return inputFile(size, next);
}

/** A file of which `next` reads the bytes, wherever they are. */
export function inputFile(size: number, next: NextBytes): InputFile {
  let bytesRead = 0;
  async function* chunks() {
    for (let bytes = await next(); bytes.length > 0; bytes = await next()) {
      bytesRead += bytes.length;
      yield bytes;
    }
  }
  return { size, bytesRead: () => bytesRead, content: Readable.from(chunks(), { objectMode: false }) };
}

/** The size of a file and how to read it. It stays open until the process ends. Throws CommandError. */
export async function openBytes(path: string): Promise<{ size: number; next: NextBytes }> {
  const explain = ({ code, message }: NodeJS.ErrnoException): never => {
    throw new CommandError(code === "ENOENT" ? `There is no file "${path}".` : `"${path}" cannot be read: ${message}.`);
  };
  const found = await stat(path).catch(explain);
  if (!found.isFile()) {
    throw new CommandError(`"${path}" is ${found.isDirectory() ? "a folder" : "not a file"}; name a CSV file.`);
  }
  const file = await openAsync(path, "r").catch(explain);
  const next = async () => {
    const { buffer, bytesRead } = await readAsync(file, { buffer: Buffer.alloc(CHUNK_BYTES) });
    return buffer.subarray(0, bytesRead);
  };
  return { size: found.size, next };
}
