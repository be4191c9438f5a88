import { createHash } from "node:crypto";
import { version } from "../core/version.ts";
import { type ArchiveKind, type Entry, FORMAT, type Header, isRows } from "./format.ts";

/** The bytes of an archive, before they are compressed. `more`: what the header says besides. */
export async function* archive(kind: ArchiveKind, more: object, entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  const line = (value: object): Buffer => hashed(Buffer.from(`${JSON.stringify(value)}\n`));
  const header: Header = { hanout: kind, format: FORMAT, version, made_at: new Date().toISOString() };
  yield line({ ...header, ...more });
  let count = 0;
  for await (const entry of entries) {
    count++;
    if (isRows(entry)) {
      yield line({ rows: entry.rows, count: entry.lines.length });
      yield hashed(Buffer.from(entry.lines.map((row) => `${row}\n`).join("")));
      continue;
    }
    const { content, ...head } = entry;
    yield line(head);
    let left = head.bytes;
    for await (const bytes of content) {
      left -= bytes.length;
      yield hashed(bytes);
    }
    if (left !== 0) throw new Error(`${head.file} has other than ${head.bytes} bytes`);
    yield hashed(LINE_BREAK);
  }
  yield Buffer.from(`${JSON.stringify({ end: count, sha256: hash.digest("hex") })}\n`);
}

const LINE_BREAK = Buffer.from("\n");
