import { createHash } from "node:crypto";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import type { Pool } from "../connection-shares.ts";
import type { Driver } from "../database.ts";
import { ConnectionLost } from "../failures.ts";
import { enterStore, ROLES } from "../roles.ts";
import { arrayParser, parseInt8, parseTimestamp } from "../values.ts";
import { PostgresChanges } from "./change-feed.ts";
import { watchGrownTables } from "./grown-tables.ts";
import { monitorPostgres } from "./probe.ts";
import { routeReads } from "./read-routing.ts";
import { isWireKnown, type ReadSettings } from "./read-session.ts";
import { Replica } from "./replica.ts";
import { type Begin, runTransaction, type SendStatement } from "./transaction.ts";

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, parseInt8);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);
const [TEXT_ARRAY, UUID_ARRAY] = [1009, 2951];
const parseTexts = arrayParser(pg.types.getTypeParser(TEXT_ARRAY));
types.setTypeParser(TEXT_ARRAY, parseTexts);
types.setTypeParser(UUID_ARRAY, parseTexts);

/** All times in milliseconds; 0 turns a time-out off. */
export interface PostgresOptions {
  /** Maximum connections for transactions and look-ups of API keys. */
  poolSize: number;
  /** A statement that takes longer is cancelled. */
  statementTimeout: number;
  /** Maximum connections for reads; default `poolSize`. */
  readPoolSize?: number;
  /** The `statementTimeout` of reads; default `statementTimeout`. */
  readTimeout?: number;
  /** A transaction that waits longer for a lock is cancelled; default 0. */
  lockTimeout?: number;
  /**
   * PostgreSQL ends a transaction that receives no statement for so long, and releases its locks: TCP alone would take two
   * hours to notice a dead connection. Default 10,000.
   */
  idleInTransactionTimeout?: number;
  /**
   * Whether to prepare statements and set time-outs for the session; default true. A pooler such as PgBouncer in
   * transaction mode supports neither.
   */
  sessions?: boolean;
  /** Whether to check the health of the database every second, and whether tables have grown; default false. */
  monitored?: boolean;
  /** Whether to learn what other processes change, over a connection for it; default false. */
  followsChanges?: boolean;
  /** The address for reads, where another login has their role; default the same address. */
  readConnectionString?: string;
  /** A standby for the reads of stores; needs `followsChanges`. */
  replica?: ReplicaSettings;
  /**
   * `working` (default): the connections take the roles of `ROLES` when they start; without `sessions`, the logins must
   * have them. `login`: the connections keep the role of their login, as migrations need it.
   */
  role?: "working" | "login";
}

export interface ReplicaSettings {
  /** The address of a streaming standby of the same database, or of several behind one address. */
  connectionString: string;
  /** A standby that is behind by more milliseconds is not used. */
  maxLag: number;
  /** Receives one sentence whenever reads move from one server to the other. */
  log: (line: string) => void;
}

/** PostgreSQL cancels a slow statement first. Without an answer after this time, the client drops the connection. */
const RESPONSE_GRACE_MS = 1000;
const CONNECT_TIMEOUT_MS = 3000;
/** A read that has no connection to the standby after this time, new or of the pool, goes to the primary. */
const STANDBY_CONNECT_TIMEOUT_MS = 500;
/** A connection is replaced after this time, which frees its prepared plans and caches; not in the middle of migrations. */
const MAX_CONNECTION_AGE_SECONDS = 1800;
const KEEP_ALIVE_MS = 5000;
const IDLE_IN_TRANSACTION_MS = 10_000;
/** Each prepared statement uses about 100 kB of PostgreSQL memory per connection. */
const MAX_PREPARED_STATEMENTS = 200;

/**
 * Opens PostgreSQL 15 or later with two pools of connections, one for transactions and one for reads, so that neither
 * waits for the other. Connects on first use. Throws errors of the database unchanged; see `problemOfFailure`.
 */
export function openPostgres(connectionString: string, options: PostgresOptions): Driver {
  const { poolSize, statementTimeout, lockTimeout = 0, sessions = true } = options;
  const { idleInTransactionTimeout = IDLE_IN_TRANSACTION_MS } = options;
  const { readPoolSize = poolSize, readTimeout = statementTimeout, readConnectionString = connectionString } = options;
  const takesRoles = sessions && options.role !== "login";
  const nameOf = statementNames();
  const openClients = new Set<pg.PoolClient>();
  const openPool = (
    address: pg.ClientConfig,
    max: number,
    timeout: number,
    { clients = openClients, connectTimeout = CONNECT_TIMEOUT_MS } = {},
  ) => {
    const pool = new pg.Pool({
      ...address,
      types,
      max,
      connectionTimeoutMillis: connectTimeout,
      maxLifetimeSeconds: options.role === "login" ? 0 : MAX_CONNECTION_AGE_SECONDS,
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
    // A dead connection emits an error, idle or in use. The pool replaces it, and its user gets the error.
    pool.on("error", () => {});
    pool.on("connect", (client) => {
      clients.add(client);
      client.on("error", () => {});
    });
    pool.on("remove", (client) => clients.delete(client));
    return pool;
  };
  const addresses = {
    writes: configOf(connectionString, takesRoles ? ROLES.writes : undefined),
    reads: configOf(readConnectionString, takesRoles ? ROLES.reads : undefined),
  };
  const writePool = openPool(addresses.writes, poolSize, statementTimeout);
  const readPool = openPool(addresses.reads, readPoolSize, readTimeout);

  const monitor = options.monitored
    ? monitorPostgres(addresses.writes, () => openClients.forEach(destroyConnection))
    : undefined;
  const changes = options.followsChanges ? new PostgresChanges(addresses.reads, { sessions }) : undefined;
  const openStandby = ({ connectionString, maxLag, log }: ReplicaSettings, feed: PostgresChanges) => {
    const clients = new Set<pg.PoolClient>();
    const address = configOf(connectionString, takesRoles ? ROLES.reads : undefined);
    const pool = openPool(address, readPoolSize, readTimeout, { clients, connectTimeout: STANDBY_CONNECT_TIMEOUT_MS });
    const onLost = () => clients.forEach(destroyConnection);
    const replica = new Replica({ primary: addresses.writes, standby: address, feed, maxLagMs: maxLag, log, onLost });
    return { pool, replica };
  };
  const standby = options.replica && changes && openStandby(options.replica, changes);
  const requireResponsive = () => {
    if (monitor?.isUnresponsive) throw new ConnectionLost("the database does not answer");
  };

  const queryOf = (text: string, values: unknown[], isFixed: boolean | undefined) => {
    requireResponsive();
    const name = isFixed && sessions ? nameOf(text) : undefined;
    return { text, values, ...(name && { name }) };
  };
  const runQuery = async (pool: pg.Pool, text: string, values: unknown[], isFixed?: boolean) =>
    (await pool.query(queryOf(text, values, isFixed))).rows;
  /** A statement that waits for earlier ones has their time, too. */
  const sendWithin =
    (timeout: number): SendStatement =>
    (client, { text, values, isFixed }, unanswered) =>
      client.query({
        ...queryOf(text, values, isFixed),
        ...(timeout > 0 && unanswered > 0 && { query_timeout: (unanswered + 1) * timeout + RESPONSE_GRACE_MS }),
      });
  const limitsOf = (timeout: number): string[] =>
    sessions
      ? []
      : [
          `set local statement_timeout = ${timeout}`,
          `set local lock_timeout = ${lockTimeout}`,
          `set local idle_in_transaction_session_timeout = ${idleInTransactionTimeout}`,
        ];
  const [writeLimits, readLimits] = [limitsOf(statementTimeout), limitsOf(readTimeout)];
  /** One message to the server. */
  const begin = (mode: string, limits: string[], siteId: string | undefined): Begin => ({
    text: [`begin ${mode}`, ...limits, ...(siteId === undefined ? [] : [enterStore(siteId)])].join("; "),
    entersStore: siteId !== undefined,
  });

  const transaction = async <T>(
    pool: pg.Pool,
    timeout: number,
    begin: Begin,
    work: (driver: Driver) => Promise<T>,
  ): Promise<T> => {
    requireResponsive();
    return runTransaction(pool, begin, sendWithin(timeout), (query, client) => {
      const exec = async (script: string) => void (await client.query(script));
      return work({ ...driver, query, read: query, exec });
    });
  };

  const readSettings: ReadSettings = {
    nameOf: (text) => (sessions ? nameOf(text) : undefined),
    parserOf: (type) => types.getTypeParser(type, "text") as unknown as (text: string) => unknown,
    timeoutOf: (statements) => (readTimeout > 0 ? statements * readTimeout + RESPONSE_GRACE_MS : 0),
    together: isWireKnown(),
  };
  const reads = routeReads({ primary: readPool, standby, settings: readSettings, sessions, requireResponsive });

  const endWatch = options.monitored ? watchGrownTables((statement) => runQuery(writePool, statement, [])) : undefined;
  const driver: Driver = {
    query: (text, values, isFixed) => runQuery(writePool, text, values, isFixed),
    read: (text, values, isFixed) => runQuery(readPool, text, values, isFixed),
    reads,
    exec: async (script) => {
      await writePool.query(script);
    },
    transaction: async (work, siteId) => transaction(writePool, statementTimeout, begin("", writeLimits, siteId), work),
    readTransaction: async (work, siteId) =>
      transaction(readPool, readTimeout, begin("isolation level repeatable read read only", readLimits, siteId), work),
    close: async () => {
      endWatch?.();
      monitor?.stop();
      changes?.stop();
      standby?.replica.stop();
      await Promise.all([writePool.end(), readPool.end(), standby?.pool.end()]);
    },
    connections: { writes: poolSize, reads: readPoolSize },
    pools: () => [
      poolOf("writes", writePool),
      poolOf("reads", readPool),
      ...(standby ? [poolOf("standby", standby.pool)] : []),
    ],
    ...(standby && { standby: () => standby.replica.state }),
    ...(monitor && { health: () => monitor.health }),
    ...(changes && { changes }),
  };
  return driver;
}

const poolOf = (name: Pool["name"], { totalCount, idleCount, waitingCount }: pg.Pool): Pool => ({
  name,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

/**
 * The settings of an address; with `role`, its connections take that role when they start. PostgreSQL must not compile
 * their plans (`jit`): it does so when it expects many rows, and that takes longer than the statements, which stop early.
 */
function configOf(address: string, role: string | undefined): pg.ClientConfig {
  const config = parseIntoClientConfig(address);
  return role
    ? { ...config, options: [config.options, `-c role=${role} -c jit=off`].filter(Boolean).join(" ") }
    : config;
}

/** Ends the connection at once; its user gets an error. */
const destroyConnection = (client: pg.PoolClient): void => {
  client.connection.stream.destroy(new ConnectionLost("the database does not answer"));
};

/**
 * Names statements. A named statement is prepared: PostgreSQL caches its plan, which makes it 1.4 to 1.7 times as fast.
 * Only the first MAX_PREPARED_STATEMENTS texts get names, because a connection keeps each plan until it ends.
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
