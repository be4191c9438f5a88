import type { Driver } from "../../src/db/database.ts";

/** Hooks after statements and commits. A hook may throw an error, or wait until other work is done. */
export interface Hooks {
  /** Called after each statement, inside a transaction or not. */
  afterStatement?(text: string): void | Promise<void>;
  /** Called after each commit, before the transaction returns to the caller. */
  afterCommit?(): void;
}

/** Returns the driver with hooks that are called after its statements and commits. */
export function withHooks(driver: Driver, hooks: Hooks): Driver {
  const statement =
    (send: Driver["query"]): Driver["query"] =>
    async (text, values, hasFixedText) => {
      const rows = await send(text, values, hasFixedText);
      await hooks.afterStatement?.(text);
      return rows;
    };
  return {
    ...driver,
    query: statement(driver.query),
    read: statement(driver.read),
    reads: (work) => driver.reads((read) => work(statement(read))),
    transaction: async (work, siteId) => {
      const result = await driver.transaction((inner) => work(withHooks(inner, hooks)), siteId);
      hooks.afterCommit?.();
      return result;
    },
    readTransaction: (work, siteId) => driver.readTransaction((inner) => work(withHooks(inner, hooks)), siteId),
  };
}
