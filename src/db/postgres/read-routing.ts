import type pg from "pg";
import type { Driver } from "../database.ts";
import { isConnectionLost } from "../failures.ts";
import { type PositionRow, REPLAYED_POSITION } from "./position-connection.ts";
import { ReadSession, type ReadSettings } from "./read-session.ts";
import type { Replica } from "./replica.ts";

export interface ReadServers {
  primary: pg.Pool;
  /** Undefined: all reads go to the primary. */
  standby: { pool: pg.Pool; replica: Replica } | undefined;
  settings: ReadSettings;
  /** Whether a connection keeps its session, so that it stays with one standby. */
  sessions: boolean;
  /** Throws ConnectionLost while the primary does not answer. */
  requireResponsive: () => void;
}

type Read = Driver["read"];

/**
 * What a standby cannot do now, and the primary can: SQLSTATE of a conflict with its recovery, full disk, what it has not
 * replayed; a wait for a lock that it has replayed.
 */
const STANDBY_FAULT = /^(40...|42...|53...|55P03|58...)$/;

/** The standby has not replayed what the read must see. */
class NotReplayed extends Error {}

const isFaultOfStandby = (error: unknown): boolean =>
  error instanceof NotReplayed ||
  isConnectionLost(error) ||
  STANDBY_FAULT.test(String((error as { code?: unknown }).code));

interface Reads {
  /** Throws errors of the database unchanged. */
  read: Read;
  /** Gives the connections back. */
  end(): void;
}

/** Runs the reads of a request on the primary or on the standby. What fails on the standby is sent to the primary once more. */
export function routeReads(servers: ReadServers): Driver["reads"] {
  return async (work, siteId) => {
    servers.requireResponsive();
    const reads = await openReads(servers, siteId);
    const read: Read = async (...statement) => {
      servers.requireResponsive();
      return reads.read(...statement);
    };
    try {
      return await work((...statement) => {
        const rows = read(...statement);
        rows.catch(() => {}); // a read that nobody waits for must not end the process
        return rows;
      });
    } finally {
      reads.end();
    }
  };
}

async function openReads(servers: ReadServers, siteId: string | undefined): Promise<Reads> {
  const { standby } = servers;
  const openPrimary = () => PoolReads.open(servers.primary, servers.settings);
  const required = siteId === undefined ? undefined : standby?.replica.requiredFor(siteId);
  if (!standby || required === undefined) return openPrimary();
  try {
    const onStandby = await PoolReads.open(standby.pool, servers.settings);
    return new StandbyReads(onStandby, { ...standby, required, sessions: servers.sessions, openPrimary });
  } catch {
    standby.replica.suspect();
    return openPrimary();
  }
}

/** Reads on one connection of a pool. */
class PoolReads implements Reads {
  readonly client: pg.PoolClient;
  readonly #session: ReadSession;
  #connectionError: Error | undefined;

  private constructor(client: pg.PoolClient, settings: ReadSettings) {
    this.client = client;
    this.#session = new ReadSession(client, settings);
  }

  /** Throws errors of the database unchanged. */
  static async open(pool: pg.Pool, settings: ReadSettings): Promise<PoolReads> {
    return new PoolReads(await pool.connect(), settings);
  }

  async read(text: string, values: unknown[], isFixed = false): Promise<unknown[]> {
    try {
      return await this.#session.query(text, values, isFixed);
    } catch (error) {
      if (isConnectionLost(error)) this.#connectionError = error as Error;
      throw error;
    }
  }

  end(): void {
    this.#session.end();
    this.client.release(this.#connectionError);
  }
}

/** Until where the standby of a connection is known to have replayed. */
const replayedOf = new WeakMap<pg.PoolClient, number>();

interface StandbyOptions {
  replica: Replica;
  /** The position that the standby must have replayed. */
  required: number;
  sessions: boolean;
  openPrimary: () => Promise<PoolReads>;
}

/** Reads on a standby, and from its first failure on the primary. */
class StandbyReads implements Reads {
  readonly #standby: PoolReads;
  readonly #options: StandbyOptions;
  #primary: Promise<PoolReads> | undefined;
  /** The question for the standby's position, which leaves with the next statements. */
  #position: Promise<number> | undefined;
  #hasEnded = false;

  constructor(standby: PoolReads, options: StandbyOptions) {
    this.#standby = standby;
    this.#options = options;
  }

  async read(...statement: Parameters<Read>): Promise<unknown[]> {
    try {
      if (!this.#primary) return await this.#readReplayed(statement);
    } catch (error) {
      if (!isFaultOfStandby(error)) throw error;
      if (isConnectionLost(error)) this.#options.replica.suspect();
    }
    if (this.#hasEnded) throw new Error("the read has ended");
    this.#primary ??= this.#options.openPrimary();
    return (await this.#primary).read(...statement);
  }

  end(): void {
    this.#hasEnded = true;
    this.#standby.end();
    this.#primary?.then(
      (primary) => primary.end(),
      () => {}, // the reads have failed with it
    );
  }

  /** A statement that is sent behind the question sees at least what its answer says. Throws NotReplayed. */
  async #readReplayed(statement: Parameters<Read>): Promise<unknown[]> {
    const { required } = this.#options;
    if ((replayedOf.get(this.#standby.client) ?? 0) >= required) return this.#standby.read(...statement);
    this.#position ??= this.#askPosition();
    const [position, rows] = await Promise.all([this.#position, this.#standby.read(...statement)]);
    if (position < required) throw new NotReplayed();
    return rows;
  }

  /** Without sessions, the next statements may go to another standby, and need a question of their own. */
  async #askPosition(): Promise<number> {
    if (!this.#options.sessions)
      process.nextTick(() => {
        this.#position = undefined;
      });
    const [row] = (await this.#standby.read(REPLAYED_POSITION, [], true)) as PositionRow[];
    const position = row?.bytes ?? 0; // no standby any more
    if (this.#options.sessions) replayedOf.set(this.#standby.client, position);
    return position;
  }
}
