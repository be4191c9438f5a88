import { createHash } from "node:crypto";
import { uuidv7 } from "uuidv7";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUIDv7 (RFC 9562), lower case: ordered by time, so new rows go to the end of the index. */
export const newId = (): string => uuidv7();

/** The id of what these parts name: the same for the same parts. UUIDv8 (RFC 9562) of their SHA-256. */
export function idOf(parts: readonly (string | number)[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether PostgreSQL accepts this text as a `uuid`. */
export const isId = (text: string): boolean => UUID.test(text);

/** Stands for the store of what is of no store: the server's own jobs, and the accounts of people who work in stores. */
export const NO_STORE = "00000000-0000-0000-0000-000000000000";
