import { OperatorError } from "../core/operator-error.ts";

/**
 * A file that holds a store, or a whole embedded database: gzip of lines of JSON. The first line is the header. Then come entries, each
 * headed by a line: rows, one a line, or the bytes of a file and a line break. The last line has the number of entries and the SHA-256 of
 * all before it.
 */
export const FORMAT = 1;

/** The file is not what it should be, or not whole. */
export class BadArchive extends OperatorError {}

/** What a file holds. */
export type ArchiveKind = "store" | "backup";

/** The first line. */
export interface Header {
  /** What the file holds. */
  hanout: ArchiveKind;
  format: number;
  /** Of Hanout, which wrote it. */
  version: string;
  made_at: string;
}

/** Rows of a table as JSON, without line breaks. */
export interface RowsEntry {
  rows: string;
  lines: string[];
}

/** A file. Its content is read before the next entry. */
export interface FileEntry {
  file: string;
  bytes: number;
  /** Its row in the table `files`, of a picture. */
  row?: string;
  content: AsyncIterable<Buffer>;
}

export type Entry = RowsEntry | FileEntry;

export const isRows = (entry: Entry): entry is RowsEntry => "rows" in entry;

/** Heads rows: how many lines follow. */
export interface RowsHead {
  rows: string;
  count: number;
}

/** Heads a file: how many bytes follow. */
export type FileHead = Omit<FileEntry, "content">;

/** The last line. */
export interface End {
  end: number;
  sha256: string;
}
