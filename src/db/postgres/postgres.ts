import { createHash } from "node:crypto";
import pg from "pg";
import type { Driver } from "../database.ts";
import { ConnectionLost, isConnectionLost } from "../failures.ts";
import { parseInt8, parseTimestamp } from "../values.ts";
import { monitorPostgres } from "./probe.ts";

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, parseInt8);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);

/** All times in milliseconds; 0 turns a time-out off. */
export interface PostgresOptions {
  /** Most connections for transactions and look-ups of keys. */
  poolSize: number;
  /** A statement that takes longer is given up. */
  statementTimeout: number;
  /** Most connections for plain reads; as many as `poolSize` unless said. */
  readPoolSize?: number;
  /** The same for plain reads; `statementTimeout` unless said. */
  readTimeout?: number;
  /** A transaction that waits longer for a lock is given up; 0 unless said. */
  lockTimeout?: number;
  /**
   * PostgreSQL gives up a transaction that hears nothing from this process for so long, with its locks: TCP alone would
   * take two hours to notice that a connection is dead. 10,000 unless said.
   */
  idleInTransactionTimeout?: number;
  /**
   * Whether statements are prepared and time-outs are set for the session; true unless said. A pooler such as PgBouncer
   * in transaction mode can do neither.
   */
  sessions?: boolean;
  /** Whether to ask the database every second whether it is well; false unless said. */
  monitored?: boolean;
}

/** The server gives up a statement first; a client that hears nothing then gives up the connection. */
const RESPONSE_GRACE_MS = 1000;
const CONNECT_TIMEOUT_MS = 3000;
/** The plans of prepared statements and what the session cached are given back by then. */
const MAX_CONNECTION_AGE_SECONDS = 1800;
const KEEP_ALIVE_MS = 5000;
const IDLE_IN_TRANSACTION_MS = 10_000;
/** Each prepared statement costs PostgreSQL some 100 kB in every connection. */
const MAX_PREPARED_STATEMENTS = 200;

/**
 * PostgreSQL 15 or later over two pools of connections: one for transactions, one for reads, so that neither waits for
 * the other. Connects when it is first used. Errors of the database are thrown as they come; see `asRefusal`.
 */
export function openPostgres(connectionString: string, options: PostgresOptions): Driver {
  const { poolSize, statementTimeout, lockTimeout = 0, sessions = true } = options;
  const { idleInTransactionTimeout = IDLE_IN_TRANSACTION_MS } = options;
  const { readPoolSize = poolSize, readTimeout = statementTimeout } = options;
  const nameOf = statementNames();
  const openClients = new Set<pg.PoolClient>();
  const openPool = (max: number, timeout: number) => {
    const pool = new pg.Pool({
      connectionString,
      types,
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      maxLifetimeSeconds: MAX_CONNECTION_AGE_SECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...(timeout > 0 && { query_timeout: timeout + RESPONSE_GRACE_MS }),
      ...(sessions && {
        statement_timeout: timeout,
        lock_timeout: lockTimeout,
        idle_in_transaction_session_timeout: idleInTransactionTimeout,
      }),
      application_name: "hanout",
    });
    // A connection that dies says so itself, idle or in use: the pool opens another, and its user gets an error.
    pool.on("error", () => {});
    pool.on("connect", (client) => {
      openClients.add(client);
      client.on("error", () => {});
    });
    pool.on("remove", (client) => openClients.delete(client));
    return pool;
  };
  const writePool = openPool(poolSize, statementTimeout);
  const readPool = openPool(readPoolSize, readTimeout);

  const monitor = options.monitored
    ? monitorPostgres(connectionString, () => openClients.forEach(destroyConnection))
    : undefined;
  const requireResponsive = () => {
    if (monitor?.isUnresponsive) throw new ConnectionLost("the database does not answer");
  };

  const runQuery = async (connection: pg.Pool | pg.PoolClient, text: string, values: unknown[], isFixed?: boolean) => {
    requireResponsive();
    const name = isFixed && sessions ? nameOf(text) : undefined;
    return (await connection.query({ text, values, ...(name && { name }) })).rows;
  };
  const begin = (timeout: number, mode: string) => {
    if (sessions) return `begin ${mode}`;
    const limits = {
      statement_timeout: timeout,
      lock_timeout: lockTimeout,
      idle_in_transaction_session_timeout: idleInTransactionTimeout,
    };
    return [`begin ${mode}`, ...Object.entries(limits).map(([name, ms]) => `set local ${name} = ${ms}`)].join("; ");
  };

  const transaction = async <T>(
    pool: pg.Pool,
    beginStatement: string,
    work: (driver: Driver) => Promise<T>,
  ): Promise<T> => {
    requireResponsive();
    const client = await pool.connect();
    let connectionError: Error | undefined;
    const query: Driver["query"] = (text, values, isFixed) =>
      runQuery(client, text, values, isFixed).catch((error: Error) => {
        if (isConnectionLost(error)) connectionError = error;
        throw error;
      });
    try {
      await query(beginStatement, []);
      const exec = async (script: string) => void (await client.query(script));
      const result = await work({ ...driver, query, read: query, exec });
      await query("commit", []);
      return result;
    } catch (error) {
      if (!connectionError) await query("rollback", []).catch(() => {});
      throw error;
    } finally {
      client.release(connectionError);
    }
  };

  const driver: Driver = {
    query: (text, values, isFixed) => runQuery(writePool, text, values, isFixed),
    read: (text, values, isFixed) => runQuery(readPool, text, values, isFixed),
    exec: async (script) => {
      await writePool.query(script);
    },
    transaction: (work) => transaction(writePool, begin(statementTimeout, ""), work),
    readTransaction: (work) => transaction(readPool, begin(readTimeout, "read only"), work),
    close: async () => {
      monitor?.stop();
      await Promise.all([writePool.end(), readPool.end()]);
    },
    connections: { writes: poolSize, reads: readPoolSize },
    ...(monitor && { health: () => monitor.health }),
  };
  return driver;
}

/** Ends the connection at once; whoever uses it gets an error. */
const destroyConnection = (client: pg.PoolClient): void => {
  client.connection.stream.destroy(new ConnectionLost("the database does not answer"));
};

/**
 * Names for statements. A named one is prepared: PostgreSQL keeps its plan, which makes it 1.4 to 1.7 times as fast. The
 * first texts get the names; there are no more when these are used up, because a connection keeps each until it ends.
 */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= MAX_PREPARED_STATEMENTS) return known;
    const name = createHash("sha1").update(text).digest("base64url");
    names.set(text, name);
    return name;
  };
}
