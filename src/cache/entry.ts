import type { Part } from "../db/changes.ts";

/** What something that is kept depends on, and until when it is true. */
export interface Dependencies {
  parts: ReadonlySet<Part>;
  productIds: ReadonlySet<string>;
  /** Milliseconds since 1970; Infinity: until something changes. */
  until: number;
}

export interface Entry extends Dependencies {
  value: unknown;
  bytes: number;
  /** The clients that see it so: those of one host, where answers contain the host. */
  view: string;
  /** The count of changes (`StoreCache`) when the request began that made this. */
  madeAt: number;
  /** The time of that request. A clock that is set back must not make the entry true for an earlier time. */
  from: number;
}

/** Whether the clock allows the entry to be used at this time (milliseconds since 1970). */
export const isTrueAt = ({ from, until }: Entry, now: number): boolean => now >= from && now < until;

/** What the structures around an entry take, beside its value, key and dependencies. */
const ENTRY_BYTES = 500;
const PRODUCT_BYTES = 120;

/** The memory of an entry with a value of `valueBytes`. */
export const bytesOfEntry = (key: string, valueBytes: number, { productIds }: Dependencies): number =>
  ENTRY_BYTES + 2 * key.length + valueBytes + productIds.size * PRODUCT_BYTES;

/** An upper bound of a value's memory: V8 keeps a character in one byte or in two. */
export const bytesOfValue = (value: unknown): number =>
  2 * (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).length;
