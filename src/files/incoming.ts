import { createHash } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { HEAD_BYTES, kindOf, type UploadedKind } from "./kinds.ts";

/** What was left behind by a process that was killed is removed after so long. */
const LEFT_MS = 3_600_000;

/** A file on its way: it is whole, and nothing is known of it but its kind. */
export interface Received {
  path: string;
  /** SHA-256, hexadecimal. */
  hash: string;
  kind: UploadedKind;
}

/** A folder for what is on its way. Whatever takes a path from it removes the file. */
export class Incoming {
  readonly #folder: string;
  readonly #maxBytes: number;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** A path for a new file. */
  async newPath(): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    return join(this.#folder, newId());
  }

  /**
   * Writes what comes to disk, piece by piece. What breaks off, is too large or is no picture leaves nothing. Throws `body_too_large`,
   * `picture_refused`, `unavailable` and the errors of the source.
   */
  async receive(source: AsyncIterable<Buffer>): Promise<Received> {
    const path = await this.newPath();
    try {
      return { path, ...(await this.#write(source, path)) };
    } catch (error) {
      await rm(path, { force: true });
      throw problemOf(error);
    }
  }

  async #write(source: AsyncIterable<Buffer>, path: string): Promise<Omit<Received, "path">> {
    const hash = createHash("sha256");
    let head = Buffer.alloc(0);
    let bytes = 0;
    const file = await open(path, "wx");
    try {
      for await (const piece of source) {
        bytes += piece.length;
        if (bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
        if (head.length < HEAD_BYTES) {
          head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
          if (head.length === HEAD_BYTES && !kindOf(head)) throw notAPicture();
        }
        hash.update(piece);
        await file.writeFile(piece);
      }
    } finally {
      await file.close();
    }
    const kind = kindOf(head);
    if (!kind) throw notAPicture();
    return { hash: hash.digest("hex"), kind };
  }

  /** Removes what killed processes have left behind. */
  async clear(now: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && now - found.mtimeMs > LEFT_MS) await rm(path, { force: true });
    }
  }
}

const tooLarge = (bytes: number) =>
  new Problem("body_too_large", `A file may have at most ${Math.floor(bytes / 2 ** 20)} MiB.`);

const notAPicture = () =>
  new Problem("picture_refused", "The file is no picture that is kept: send JPEG, PNG, WebP, AVIF or GIF.");

/** A full disk is the operator's matter, and passes. */
export function problemOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return new Problem("unavailable", "The server has no space left for files. Try again later.", { cause: error });
}
