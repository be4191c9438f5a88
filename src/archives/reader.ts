import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  type ArchiveKind,
  BadArchive,
  type End,
  type Entry,
  type FileHead,
  FORMAT,
  type Header,
  type RowsHead,
} from "./format.ts";

const LINE_BREAK = 10;
/** The rows of an entry together; the writer stays far below both. */
const MAX_ROWS_BYTES = 64 * 2 ** 20;
const MAX_ROWS = 1000;

/** An archive whose header was read. */
export interface OpenArchive<H extends Header> {
  header: H;
  /** The entries in their order. Ends without an error only when the file is whole. */
  entries: AsyncGenerator<Entry>;
  /** SHA-256 of what was read; the file's own when `entries` has ended. */
  sha256(): string;
}

/** Reads the header of a file. Throws BadArchive for one that is no such archive, or of another format. */
export async function openArchive<H extends Header>(file: Readable, kind: ArchiveKind): Promise<OpenArchive<H>> {
  const bytes = new Bytes(file);
  const header = await bytes.json<H>().catch((error: unknown) => {
    throw error instanceof BadArchive ? foreign(kind) : error;
  });
  if (header.hanout !== kind) throw foreign(kind);
  if (header.format !== FORMAT) {
    throw new BadArchive(`The file has format ${header.format}; this version of Hanout reads format ${FORMAT}.`);
  }
  let sha256 = "";
  const entries = (async function* () {
    try {
      sha256 = yield* entriesOf(bytes);
    } finally {
      await bytes.close();
    }
  })();
  return { header, entries, sha256: () => sha256 };
}

const NAMES: Record<ArchiveKind, string> = { store: "a store", backup: "a backup" };

const foreign = (kind: ArchiveKind) => new BadArchive(`The file holds no ${NAMES[kind].slice(2)} of Hanout.`);

async function* entriesOf(bytes: Bytes): AsyncGenerator<Entry, string> {
  for (let count = 0; ; count++) {
    const sha256 = bytes.digest();
    const head = await bytes.json<RowsHead | FileHead | End>();
    if ("end" in head) {
      if (head.end !== count || head.sha256 !== sha256 || !(await bytes.isAtEnd())) throw damaged();
      return sha256;
    }
    if ("rows" in head) {
      if (!(head.count <= MAX_ROWS)) throw damaged();
      const lines: string[] = [];
      for (let room = MAX_ROWS_BYTES; lines.length < head.count; ) {
        const line = await bytes.line(room);
        room -= Buffer.byteLength(line);
        lines.push(line);
      }
      yield { rows: head.rows, lines };
      continue;
    }
    if (!("file" in head)) throw damaged();
    const content = bytes.take(head.bytes);
    yield { ...head, content };
    for await (const _ of content); // what nobody has read
    if ((await bytes.line()) !== "") throw damaged();
  }
}

const damaged = () => new BadArchive("The file is damaged or not whole.");

/** What a compressed file holds, piece by piece. */
class Bytes {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #hash = createHash("sha256");
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: Readable) {
    const gunzip = createGunzip();
    file.on("error", (error) => gunzip.destroy(error)).pipe(gunzip);
    gunzip.on("close", () => file.destroy());
    this.#pieces = gunzip[Symbol.asyncIterator]();
  }

  /** Reads no more, and closes the file. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  /** SHA-256 of what was taken until now. */
  digest(): string {
    return this.#hash.copy().digest("hex");
  }

  /** The next line, without its break. Throws BadArchive for one with more bytes. */
  async line(most = MAX_ROWS_BYTES): Promise<string> {
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const end = this.#rest.indexOf(LINE_BREAK);
      const part = end === -1 ? this.#rest : this.#rest.subarray(0, end + 1);
      size += part.length;
      if (size > most) throw damaged();
      parts.push(part);
      this.#hash.update(part);
      this.#rest = this.#rest.subarray(part.length);
      if (end !== -1) return Buffer.concat(parts).toString("utf8", 0, size - 1);
      if (!(await this.#more())) throw damaged();
    }
  }

  async json<T extends object>(): Promise<T> {
    const text = await this.line();
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === "object" && value !== null) return value as T;
    } catch {
      // said below
    }
    throw damaged();
  }

  /** The next bytes, so many. */
  async *take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw damaged();
      const part = this.#rest.subarray(0, left);
      this.#hash.update(part);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more());
  }

  async #more(): Promise<boolean> {
    try {
      const { done, value } = await this.#pieces.next();
      if (!done) this.#rest = value;
      return !done;
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code?.startsWith("Z_") ? damaged() : error;
    }
  }
}
