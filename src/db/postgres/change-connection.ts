import pg from "pg";
import type { RecordedChanges } from "../changes.ts";
import { isConnectionLost } from "../failures.ts";

/** What one poll found. */
export interface Poll {
  /** Which transactions it saw, as PostgreSQL writes a `pg_snapshot`: `xmin:xmax:` and those between them that were open. */
  snapshot: string;
  /** Tells servers apart: when PostgreSQL started, in seconds since 1970. */
  server: string;
  /** PostgreSQL's clock, milliseconds since 1970. */
  now: number;
  /** Whether the server is a standby, which may repeat rows. */
  isStandby: boolean;
  /** Rows that the last poll did not see, in no order; undefined when they are more than `MAX_CHANGES`. */
  rows: RecordedChanges[] | undefined;
}

export interface ChangeConnectionOptions {
  /** Whether the connection keeps a session, so that it can listen. */
  sessions: boolean;
  /** Another process says that it changed something. */
  onNotification: () => void;
  /** The connection was lost while nothing was asked. */
  onLost: () => void;
}

const CHANNEL = "hanout_changes";
/** Without an answer after this time, the connection is replaced. */
const TIMEOUT_MS = 1000;
const KEEP_ALIVE_MS = 5000;
/** Transactions and products that one poll returns: about a megabyte. */
const MAX_CHANGES = 20_000;

/**
 * The rows that the snapshot $1 did not see: their transactions were open then, or began later. A condition on its `xmin`
 * alone would read the same rows again and again while one transaction stays open. A standby does not know which
 * transactions are open (its snapshots list none), so its next poll starts from `xmin`, and repeats rows. Without $1, none.
 */
const POLL = `
  with unseen as (
    select site_id, id, parts, product_ids from changes
    where xid >= pg_snapshot_xmax($1::pg_snapshot) or xid = any(array(select pg_snapshot_xip($1::pg_snapshot)))
    limit ${MAX_CHANGES + 1}
  ), size as (
    select coalesce(sum(1 + cardinality(product_ids)), 0) <= ${MAX_CHANGES} as fits from unseen
  ), snapshot as (
    select pg_current_snapshot() as current, pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
      pg_is_in_recovery() as standby
  )
  select case when standby then xmin || ':' || xmin || ':' else current::text end as snapshot, standby,
    extract(epoch from pg_postmaster_start_time())::text as server,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now, fits, id, site_id, parts, product_ids
  from snapshot cross join size left join unseen on fits
`;

interface PollRow {
  snapshot: string;
  standby: boolean;
  server: string;
  now: number;
  fits: boolean;
  id: string | null;
  site_id: string;
  parts: RecordedChanges["parts"];
  product_ids: string[];
}

/** A connection that only reads what was changed. It connects when it is needed, and again after it was lost. */
export class ChangeConnection {
  readonly #address: pg.ClientConfig;
  readonly #options: ChangeConnectionOptions;
  #client: pg.Client | undefined;
  #isListening = false;
  #isNotifying = false;
  #notifiesAgain = false;

  constructor(address: pg.ClientConfig, options: ChangeConnectionOptions) {
    this.#address = address;
    this.#options = options;
  }

  /**
   * Reads the rows that the poll with this snapshot did not see; without one, none. One poll at a time. Throws errors of
   * the database unchanged; the next poll then uses a new connection.
   */
  async poll(snapshot: string | undefined): Promise<Poll> {
    try {
      const client = this.#client ?? (await this.#connect());
      const poll = pollOf((await client.query<PollRow>(POLL, [snapshot])).rows);
      if (this.#options.sessions && !this.#isListening && !poll.isStandby) await this.#listen(client);
      return poll;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Wakes the other processes. When it fails, they find the changes by their next poll. While a notification is on its way,
   * calls are gathered for one more: the one that is sent may arrive before their commits.
   */
  notify(): void {
    if (!this.#isListening || !this.#client) return;
    if (this.#isNotifying) {
      this.#notifiesAgain = true;
      return;
    }
    this.#isNotifying = true;
    const done = () => {
      const again = this.#notifiesAgain;
      this.#isNotifying = false;
      this.#notifiesAgain = false;
      if (again) this.notify();
    };
    this.#client.query(`select pg_notify('${CHANNEL}', '')`).then(done, done);
  }

  /** Ends the connection at once. */
  close(): void {
    this.#client?.connection.stream.destroy();
    this.#client = undefined;
    this.#isListening = false;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#address,
      application_name: "hanout changes",
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      ...(this.#options.sessions && { statement_timeout: TIMEOUT_MS }),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.#client = client; // before it is connected, so that `close` ends it also while it waits
    const lose = () => {
      if (this.#client !== client) return;
      this.close();
      this.#options.onLost();
    };
    client.on("error", lose);
    client.on("end", lose);
    client.on("notification", ({ processId }) => {
      if (processId !== processIdOf(client)) this.#options.onNotification();
    });
    await client.connect();
    return client;
  }

  /** A standby cannot listen, so this waits for its promotion. A full disk can refuse it, too; polls go on. */
  async #listen(client: pg.Client): Promise<void> {
    try {
      await client.query(`listen ${CHANNEL}`);
      this.#isListening = true;
    } catch (error) {
      if (isConnectionLost(error)) throw error;
    }
  }
}

/** Each row repeats what is true of the whole poll; a poll without changes has one row. */
function pollOf(rows: PollRow[]): Poll {
  const { snapshot, server, now, standby, fits } = rows[0] as PollRow;
  const found = rows.flatMap(({ id, site_id, parts, product_ids }) =>
    id === null ? [] : [{ id, siteId: site_id, parts, productIds: product_ids }],
  );
  return { snapshot, server, now, isStandby: standby, rows: fits ? found : undefined };
}

/** PostgreSQL's process of the connection, which `pg` does not declare. */
const processIdOf = (client: pg.Client): unknown => (client as pg.Client & { processID: unknown }).processID;
