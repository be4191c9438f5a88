import { setTimeout } from "node:timers/promises";
import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";
import type { MediaUrl } from "../core/media.ts";
import { Problem } from "../core/problem.ts";
import { type ConnectionShares, connectionShares, type ReadLimits } from "./connection-shares.ts";
import { problemOfFailure } from "./failures.ts";
import type { Health } from "./health-monitor.ts";
import { hasFixedText, type Sql } from "./sql.ts";

/** The whole of what we ask of a database. `postgres.ts` and `pglite.ts` each implement it once. */
export interface Driver {
  /**
   * One statement, its values as `$1`, `$2`, …; rows as objects, int8 as a safe integer, timestamptz as ISO text.
   * `hasFixedText` says that the text is the same in every request, so that it may be prepared.
   */
  query(text: string, values: unknown[], hasFixedText?: boolean): Promise<unknown[]>;
  /** A statement that only reads, within the shorter time that reads have. */
  read(text: string, values: unknown[], hasFixedText?: boolean): Promise<unknown[]>;
  /** All of `work` or nothing of it, on one connection. */
  transaction<T>(work: (driver: Driver) => Promise<T>): Promise<T>;
  /** The same for work that only reads, within the shorter time that reads have. */
  readTransaction<T>(work: (driver: Driver) => Promise<T>): Promise<T>;
  /** Many statements at once, without values: migrations. */
  exec(script: string): Promise<void>;
  close(): Promise<void>;
  /** How many connections there are at the most for transactions and for reads; none where there is only one for all. */
  connections?: { writes: number; reads: number };
  /** What the database can do at the moment, where that is watched. */
  health?: () => Health;
}

/** Statements, each with the schema of its rows. */
export interface Db {
  many<S extends TSchema>(row: S, query: Sql): Promise<Static<S>[]>;
  first<S extends TSchema>(row: S, query: Sql): Promise<Static<S> | undefined>;
  run(query: Sql): Promise<void>;
}

/** One store's view of the database, for the length of one request. Every query function takes it first. */
export interface SiteDb extends Db {
  readonly siteId: string;
  /** ISO 4217 code of the store: the unit of every amount in its tables. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2: whose phone numbers and regions its customers write without saying so. */
  readonly country: string;
  /** BCP 47: the language of what the server itself says to its shoppers. */
  readonly locale: string;
  /** ISO 8601. Read once per request, so one request has one time and a test can fix it. */
  readonly now: string;
  /** How this server shows a stored media address. */
  readonly mediaUrl: MediaUrl;
}

/** Whose data, and seen how. */
export type Tenant = Pick<SiteDb, "siteId" | "currency" | "country" | "locale" | "now" | "mediaUrl">;

/** Thrown by work that lost a race it may win when its transaction is run again from the start. */
export class LostRace extends Error {}

/** Somebody was faster; the next try sees what they did, and refuses what it makes impossible. */
const CONFLICTS = new Set([
  "40001", // serialization_failure
  "40P01", // deadlock_detected
  "23505", // unique_violation: the slug was free a moment ago
  "23503", // foreign_key_violation: the category was there a moment ago
]);
const MAX_ATTEMPTS = 4;

/** What is violated every time was nobody else's doing: a fault of ours, which must be seen. */
const isViolation = (error: unknown): boolean => (error as { code?: string }).code?.startsWith("23") ?? false;

/** From here on the transaction sees one store's rows, whatever a statement asks for (row-level security). */
const ENTER_STORE = "select set_config('role', 'hanout_app', true), set_config('hanout.site_id', $1, true)";

/** How heavy a read is for the database. */
export interface ReadOptions {
  /** It looks at many rows (a search, facets, a report): only a few of these run at a time. */
  isExpensive?: boolean;
}

/** The only door to the data: `read` and `transact` for one store's, `directory` for what lies above the stores. */
export class Database {
  readonly #driver: Driver;
  readonly #checks: boolean;
  readonly #shares: ConnectionShares;

  /**
   * `checks`, for tests: every row is held against its schema, so that a row type cannot drift from its SELECT, and
   * every statement of a store must name that store, whatever row-level security would hide. `expensiveReads`: how many
   * may run at a time.
   */
  constructor(driver: Driver, options: { checks: boolean; expensiveReads?: ReadLimits }) {
    this.#driver = driver;
    this.#checks = options.checks;
    this.#shares = connectionShares(driver.connections, options.expensiveReads);
  }

  /** Stores and keys, before a store is known. Never tenant data. */
  get directory(): Db {
    return this.#over(this.#driver.query);
  }

  /** Statements of one store that only read, each on its own. Throws `overloaded`, `unavailable`. */
  read<T>(tenant: Tenant, work: (db: SiteDb) => Promise<T>, { isExpensive = false }: ReadOptions = {}): Promise<T> {
    const read = () => this.#shares.reads(tenant.siteId, () => work(this.#site(this.#driver.read, tenant)));
    return isExpensive ? this.#shares.expensiveReads(`${tenant.siteId} shoppers`, read) : read();
  }

  /**
   * Statements of one store that only read, in a transaction, because they see what only its merchants may. The whole
   * counts as one expensive read. Throws `overloaded`, `unavailable`.
   */
  report<T>(tenant: Tenant, work: (db: SiteDb) => Promise<T>): Promise<T> {
    return this.#shares.expensiveReads(`${tenant.siteId} merchants`, () =>
      this.#shares.reads(tenant.siteId, () => this.#attempt(this.#driver.readTransaction, tenant, work)),
    );
  }

  /**
   * Statements of one store, all of them or none. `work` is run again when the database gives it up for another's
   * sake; it must have no effect but its statements. Throws `overloaded` when it loses every time, `unavailable` when
   * the database cannot be reached; a constraint that is violated every time is thrown as it is.
   */
  async transact<T>(tenant: Tenant, work: (db: SiteDb) => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        return await this.#shares.writes(tenant.siteId, () => this.#attempt(this.#driver.transaction, tenant, work));
      } catch (error) {
        const isLast = attempt === MAX_ATTEMPTS;
        if (!isLostRace(error) || (isLast && isViolation(error))) throw error;
        await setTimeout(Math.random() * 20 * attempt);
      }
    }
    throw new Problem("overloaded", "Too many requests want the same things at once; try again.");
  }

  #attempt<T>(transaction: Driver["transaction"], tenant: Tenant, work: (db: SiteDb) => Promise<T>): Promise<T> {
    return transaction(async (driver) => {
      await driver.query(ENTER_STORE, [tenant.siteId], true);
      return work(this.#site(driver.query, tenant));
    }).catch((error: unknown) => {
      throw problemOfFailure(error);
    });
  }

  #site(query: Driver["query"], tenant: Tenant): SiteDb {
    return { ...this.#over(query, tenant.siteId), ...tenant };
  }

  #over(query: Driver["query"], siteId?: string): Db {
    const ask = async (statement: Sql): Promise<unknown[]> => {
      if (this.#checks && siteId !== undefined) requireSite(statement, siteId);
      try {
        return await query(statement.text, statement.values, hasFixedText(statement));
      } catch (error) {
        throw problemOfFailure(error);
      }
    };
    const many = async <S extends TSchema>(row: S, statement: Sql): Promise<Static<S>[]> => {
      const rows = await ask(statement);
      if (this.#checks) for (const found of rows) requireShape(row, found, statement.text);
      return rows as Static<S>[];
    };
    return {
      many,
      first: async (row, statement) => (await many(row, statement))[0],
      run: async (statement) => {
        await ask(statement);
      },
    };
  }
}

/** Whether work failed because somebody was faster; then the whole transaction is run again. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof LostRace || CONFLICTS.has((error as { code?: string }).code ?? "");

function requireSite({ text, values }: Sql, siteId: string): void {
  if (!values.includes(siteId)) throw new Error(`statement does not name its store:\n${text}`);
}

function requireShape(row: TSchema, found: unknown, statement: string): void {
  if (!Check(row, found)) throw new Error(`row does not match its schema: ${JSON.stringify(found)}\n${statement}`);
}
