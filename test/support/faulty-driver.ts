import type { Driver } from "../../src/db/database.ts";

/** Hooks after statements and commits. A hook may throw an error, or wait until other work is done. */
export interface Hooks {
  /** Called after each statement, inside a transaction or not. */
  afterStatement?(text: string): void | Promise<void>;
  /** Called after each commit, before the transaction returns to the caller. */
  afterCommit?(): void;
}

/**
 * Returns the driver with hooks that are called after its statements and commits. The statements of a transaction that
 * are sent together run one after the other here, and none is sent with the commit, so that the hook of each runs before
 * the next. When a hook throws an error, the statement fails.
 */
export function withHooks(driver: Driver, hooks: Hooks): Driver {
  const statement =
    (send: Driver["query"]): Driver["query"] =>
    async (text, values, hasFixedText) => {
      const rows = await send(text, values, hasFixedText);
      await hooks.afterStatement?.(text);
      return rows;
    };
  const inTransaction =
    <T>(work: (driver: Driver) => Promise<T>) =>
    async (inner: Driver): Promise<T> => {
      let last: Promise<unknown> = Promise.resolve();
      const query: Driver["query"] = (...given) => {
        const rows = last.then(() => statement(inner.query)(...given));
        last = rows;
        rows.catch(() => {});
        return rows;
      };
      const result = await work({ ...inner, query, read: query });
      await last;
      return result;
    };
  return {
    ...driver,
    query: statement(driver.query),
    read: statement(driver.read),
    reads: (work, siteId) => driver.reads((read) => work(statement(read)), siteId),
    transaction: async (work, siteId) => {
      const result = await driver.transaction(inTransaction(work), siteId);
      hooks.afterCommit?.();
      return result;
    },
    readTransaction: (work, siteId) => driver.readTransaction(inTransaction(work), siteId),
  };
}
