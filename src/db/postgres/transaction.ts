import type pg from "pg";
import { isConnectionLost, isConsequence } from "../failures.ts";
import { valuesAsText } from "./value-text.ts";

/** Sends a statement on a connection on which `unanswered` earlier ones still run or wait. Throws at once when it does not. */
export type SendStatement = (
  client: pg.PoolClient,
  statement: { text: string; values: unknown[]; isFixed: boolean | undefined },
  unanswered: number,
) => Promise<pg.QueryResult>;

type Query = (text: string, values: unknown[], isFixed?: boolean) => Promise<unknown[]>;

/** The statements that begin a transaction. */
export interface Begin {
  text: string;
  /**
   * Whether it enters a store. Then nothing waits for its answer: if it failed, the statements that were sent with it
   * would run without a transaction, where row-level security neither shows nor accepts a row of any store.
   */
  entersStore: boolean;
}

/**
 * Runs `work` in a transaction on a connection of the pool. A statement is sent at once, even when earlier ones are not
 * answered yet; PostgreSQL runs them in the order in which they were sent. So `begin` goes out with the first statements,
 * and `commit` with those that `work` did not wait for. After a statement that failed, PostgreSQL refuses all others and
 * turns `commit` into a rollback; then the first error is thrown.
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  begin: Begin,
  send: SendStatement,
  work: (query: Query, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  setPipeline(client, true);
  let connectionError: Error | undefined;
  let firstError: unknown;
  let unanswered = 0;
  let isOpen = true;
  let unsent: { error: unknown } | undefined;
  const run = async (text: string, values: unknown[] = [], isFixed?: boolean): Promise<pg.QueryResult> => {
    try {
      return await sendOrNote({ text, values, isFixed });
    } catch (error) {
      firstError ??= error;
      if (isConnectionLost(error)) connectionError = error as Error;
      throw error;
    } finally {
      unanswered--;
    }
  };
  const together = writesTogether(client);
  const sendOrNote = (statement: Parameters<SendStatement>[1]): Promise<pg.QueryResult> => {
    try {
      together();
      return send(client, { ...statement, values: valuesAsText(statement.values) }, unanswered++);
    } catch (error) {
      unsent ??= { error };
      throw error;
    }
  };
  const query: Query = (...statement) => {
    if (!isOpen) return Promise.reject(new Error("the transaction has ended"));
    const rows = run(...statement).then((result) => result.rows);
    rows.catch(() => {}); // the transaction fails with this error, even when nobody waits for the statement
    return rows;
  };
  const begun = run(begin.text);
  begun.catch(() => {}); // it is awaited below
  try {
    if (!begin.entersStore) await begun;
    const result = await work(query, client);
    isOpen = false;
    if (unsent) throw unsent.error; // PostgreSQL does not know of it, and would commit
    const { command } = await run("commit");
    await begun;
    if (command !== "COMMIT") throw firstError ?? new Error("the transaction was rolled back");
    return result;
  } catch (error) {
    isOpen = false; // a statement behind the rollback would run without the transaction and its store
    if (!connectionError) await run("rollback").catch(() => {});
    await begun; // its error explains the others
    throw isConsequence(error) ? firstError : error;
  } finally {
    setPipeline(client, false); // all is answered
    client.release(connectionError);
  }
}

/** Whether `pg` sends a statement before the last one is answered. A `ReadSession` does that by itself, and needs it off. */
function setPipeline(client: pg.PoolClient, isOn: boolean): void {
  (client as pg.PoolClient & { pipeline: boolean }).pipeline = isOn;
}

/**
 * Returns what to call before a statement is sent: statements that are sent in the same turn of the event loop then go out by one write. A
 * write costs this process and PostgreSQL, which reads it, more than most statements do.
 */
function writesTogether({ connection: { stream } }: pg.PoolClient): () => void {
  let isHeld = false;
  return () => {
    if (isHeld) return;
    isHeld = true;
    stream.cork();
    process.nextTick(() => {
      isHeld = false;
      stream.uncork();
    });
  };
}
