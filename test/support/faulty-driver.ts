import type { Driver } from "../../src/db/database.ts";

/** Hooks around what goes to a database. Each may throw, or let others go before. */
export interface Hooks {
  /** After a statement was done, inside a transaction or not. */
  afterStatement?(text: string): void | Promise<void>;
  /** After a transaction was committed, before anybody hears of it. */
  afterCommit?(): void;
}

/** The database behind `driver`, with something between it and the server. */
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
    transaction: async (work) => {
      const result = await driver.transaction((inner) => work(withHooks(inner, hooks)));
      hooks.afterCommit?.();
      return result;
    },
    readTransaction: (work) => driver.readTransaction((inner) => work(withHooks(inner, hooks))),
  };
}
