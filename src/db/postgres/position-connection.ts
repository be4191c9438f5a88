import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { ConnectionLost } from "../failures.ts";

/**
 * The position of the primary: a commit that was answered is in it. With `synchronous_commit` off, a commit is answered
 * before it is flushed. Fails on a standby.
 */
export const PRIMARY_POSITION = `
  select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end - '0/0')::float8 as bytes
`;

/** Until where a standby has replayed the primary's log; null on a server that is no standby. */
export const REPLAYED_POSITION = `
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as bytes
`;

/** A row of either statement. */
export interface PositionRow {
  bytes: number | null;
}

/** Without an answer after this time, the connection is replaced. */
const TIMEOUT_MS = 500;
const KEEP_ALIVE_MS = 5000;

/** A connection that asks where a server is. It connects when it is needed, and again after it was lost. */
export class PositionConnection {
  readonly #address: pg.ClientConfig;
  #client: pg.Client | undefined;

  constructor(address: pg.ClientConfig) {
    this.#address = address;
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /**
   * Runs one statement. Throws errors of the database unchanged, and ConnectionLost when there is no answer in time; the
   * next statement then uses a new connection.
   */
  async query(text: string): Promise<unknown[]> {
    try {
      return await inTime(this.#query(text));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #query(text: string): Promise<unknown[]> {
    const client = this.#client ?? (await this.#connect());
    return (await client.query(text)).rows;
  }

  /** Ends the connection at once. */
  close(): void {
    this.#client?.connection.stream.destroy();
    this.#client = undefined;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#address,
      application_name: "hanout position",
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.#client = client; // before it is connected, so that `close` ends it also while it waits
    const lose = () => {
      if (this.#client === client) this.close();
    };
    client.on("error", lose);
    client.on("end", lose);
    await client.connect();
    return client;
  }
}

/** Throws ConnectionLost after `TIMEOUT_MS`. An answer that arrived while the process was busy counts as in time. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new ConnectionLost("it does not answer"));
    timer = setTimeout(() => void setImmediate().then(fail), TIMEOUT_MS).unref();
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
