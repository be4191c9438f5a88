import type { Part } from "./changes.ts";

/** What a value depends on. It is kept until one of these changes, and no longer than it is true. */
export interface Uses<T> {
  parts: readonly Part[];
  /** Ids of the products whose own changes make the value wrong. */
  productIds?: (value: T) => readonly string[];
  /** The time (ISO 8601) until which the value is true; null: until something changes. */
  until?: (value: T) => string | null | Promise<string | null>;
}

/**
 * The memory that the read of one request may use. Values that are kept are shared by requests: nothing may change them.
 * The answer of the request depends on all that its values depend on.
 */
export interface Kept {
  /** The value under `key`, or else what `make` returns, which is then kept. Requests that want the same wait for one. */
  keep<T>(key: string, uses: Uses<T>, make: () => Promise<T>): Promise<T>;
  /**
   * Texts about products, by id. `make` returns those that are not kept, and leaves out products that do not exist. Each
   * text depends on its product and on `parts`, and is true until `until` (ISO 8601; null: until something changes).
   */
  keepEach(
    kind: string,
    productIds: readonly string[],
    uses: { parts: readonly Part[]; until: string | null },
    make: (missing: string[]) => Promise<Map<string, string>>,
  ): Promise<Map<string, string>>;
  /**
   * Says that the answer is true until the time (ISO 8601) that `find` returns, and returns that time. It is found, and kept
   * under `key`, only when the answer is kept; otherwise the result is null.
   */
  limit(key: string, parts: readonly Part[], find: () => Promise<string | null>): Promise<string | null>;
}

/** For reads whose answers are not kept. */
export const KEEP_NOTHING: Kept = {
  keep: (_key, _uses, make) => make(),
  keepEach: (_kind, productIds, _uses, make) => make([...productIds]),
  limit: async () => null,
};
