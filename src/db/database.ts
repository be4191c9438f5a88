import { setTimeout } from "node:timers/promises";
import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";
import type { MediaUrl } from "../core/media.ts";
import { Problem } from "../core/problem.ts";
import type { Sql } from "./sql.ts";

/** The whole of what we ask of a database. `postgres.ts` and `pglite.ts` each implement it once. */
export interface Driver {
  /** One statement, its values as `$1`, `$2`, …; rows as objects, int8 as a safe integer, timestamptz as ISO text. */
  query(text: string, values: unknown[]): Promise<unknown[]>;
  /** All of `work` or nothing of it, on one connection. */
  transaction<T>(work: (driver: Driver) => Promise<T>): Promise<T>;
  /** Many statements at once, without values: migrations. */
  exec(script: string): Promise<void>;
  close(): Promise<void>;
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
  /** ISO 8601. Read once per request, so one request has one time and a test can fix it. */
  readonly now: string;
  /** How this server shows a stored media address. */
  readonly mediaUrl: MediaUrl;
}

/** Whose data, and seen how. */
export type Tenant = Pick<SiteDb, "siteId" | "currency" | "country" | "now" | "mediaUrl">;

/** Thrown by work that lost a race it may win when its transaction is run again from the start. */
export class LostRace extends Error {}

/** Somebody was faster; the next try sees what they did, and refuses what it makes impossible. */
const CONFLICTS = new Set([
  "40001", // serialization_failure
  "40P01", // deadlock_detected
  "23505", // unique_violation: the slug was free a moment ago
  "23503", // foreign_key_violation: the category was there a moment ago
]);
const GIVEN_UP = new Set(["57014", "55P03"]); // query_canceled by the statement's time-out, lock_not_available
const TRIES = 4;

/** What is violated every time was nobody else's doing: a fault of ours, which must be seen. */
const isViolation = (error: unknown): boolean => (error as { code?: string }).code?.startsWith("23") ?? false;

/** From here on the transaction sees one store's rows, whatever a statement asks for (row-level security). */
const ENTER_STORE = "select set_config('role', 'hanout_app', true), set_config('hanout.site_id', $1, true)";

/** The only door to the data: `read` and `transact` for one store's, `directory` for what lies above the stores. */
export class Database {
  readonly #driver: Driver;
  readonly #checks: boolean;

  /**
   * `checks`, for tests: every row is held against its schema, so that a row type cannot drift from its SELECT, and
   * every statement of a store must name that store, whatever row-level security would hide.
   */
  constructor(driver: Driver, options: { checks: boolean }) {
    this.#driver = driver;
    this.#checks = options.checks;
  }

  /** Stores and keys, before a store is known. Never tenant data. */
  get directory(): Db {
    return this.#over(this.#driver);
  }

  /** Statements of one store, each on its own. */
  read<T>(tenant: Tenant, work: (db: SiteDb) => Promise<T>): Promise<T> {
    return work(this.#site(this.#driver, tenant));
  }

  /**
   * Statements of one store, all of them or none. `work` is run again when the database gives it up for another's
   * sake; it must have no effect but its statements. Throws `overloaded` when it loses every time; a constraint that is
   * violated every time is thrown as it is.
   */
  async transact<T>(tenant: Tenant, work: (db: SiteDb) => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      try {
        return await this.#driver.transaction(async (driver) => {
          await driver.query(ENTER_STORE, [tenant.siteId]);
          return work(this.#site(driver, tenant));
        });
      } catch (error) {
        const isLast = attempt === TRIES;
        if (!isLostRace(error) || (isLast && isViolation(error))) throw error;
        await setTimeout(Math.random() * 20 * attempt);
      }
    }
    throw new Problem("overloaded", "Too many requests want the same things at once; try again.");
  }

  #site(driver: Driver, tenant: Tenant): SiteDb {
    return { ...this.#over(driver, tenant.siteId), ...tenant };
  }

  #over(driver: Driver, siteId?: string): Db {
    const ask = (query: Sql): Promise<unknown[]> => {
      if (this.#checks && siteId !== undefined) requireSite(query, siteId);
      return driver.query(query.text, query.values).catch(refuseWhenLate);
    };
    const many = async <S extends TSchema>(row: S, query: Sql): Promise<Static<S>[]> => {
      const rows = await ask(query);
      if (this.#checks) for (const found of rows) requireShape(row, found, query.text);
      return rows as Static<S>[];
    };
    return {
      many,
      first: async (row, query) => (await many(row, query))[0],
      run: async (query) => {
        await ask(query);
      },
    };
  }
}

/** A statement that was given up, most often after waiting for a lock, is the crowd's fault and not ours. */
function refuseWhenLate(error: unknown): never {
  if (!GIVEN_UP.has((error as { code?: string }).code ?? "")) throw error;
  throw new Problem("overloaded", "Too many requests want the same things at once; try again.", { cause: error });
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
