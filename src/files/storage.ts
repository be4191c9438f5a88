import type { Readable } from "node:stream";

/** First and last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where pictures are kept: a folder, or a bucket. Keys are `<store>/<two digits>/<name>`. */
export interface Storage {
  /** How many bytes it has; undefined when nothing is kept there. */
  size(key: string): Promise<number | undefined>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Where this machine has it as a file of its own; undefined: nowhere. */
  pathOf(key: string): string | undefined;
  /** Keeps a file of this machine; what the key had is replaced at once. The file may be gone then. */
  write(key: string, path: string, type: string): Promise<void>;
  /** What is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** What was written until then, page by page, each of one store; `siteId`: of that store alone. */
  list(until: Date, siteId?: string): AsyncIterable<string[]>;
}
