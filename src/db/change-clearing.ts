import type { Driver } from "./database.ts";
import { ROLES } from "./roles.ts";

/** Milliseconds that a row of `changes` stays at least. A process that read none for half of it must not rely on them. */
export const RETENTION_MS = 10 * 60_000;
const INTERVAL_MS = 60_000;
const DAY_MS = 86_400_000;
/** Rows of `row_images` that one run removes, about. */
const ROWS_AT_ONCE = 20_000;

/** All transactions before `xid` had ended at `time`, by the clock of this process. */
interface Horizon {
  xid: string;
  time: number;
}

const CURRENT_HORIZON = "select pg_snapshot_xmin(pg_current_snapshot())::text as xid";

/**
 * Removes old rows of `changes`, `row_images` and `events`, of all stores. The rows of `changes` have no time, and a transaction that stays
 * open for long commits rows with an old id. So this notes once a minute which transactions have ended, and removes their rows
 * ten minutes later.
 */
export class ChangeClearing {
  readonly #driver: Driver;
  readonly #undoMs: number;
  readonly #eventsMs: number;
  /** Oldest first. Only the first may be ten minutes old. */
  #horizons: Horizon[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `UNDO_DAYS`, `EVENTS_DAYS`: how long the rows are kept that a merchant's call changed, and events. */
  constructor(driver: Driver, { UNDO_DAYS, EVENTS_DAYS }: { UNDO_DAYS: number; EVENTS_DAYS: number }) {
    this.#driver = driver;
    this.#undoMs = UNDO_DAYS * DAY_MS;
    this.#eventsMs = EVENTS_DAYS * DAY_MS;
  }

  /** Clears once a minute. What fails, for example on a standby, is tried again a minute later. */
  start(): void {
    this.#timer = setInterval(() => {
      void this.clear().catch(() => {});
      void this.clearRowImages().catch(() => {});
      void this.clearEvents().catch(() => {});
    }, INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Removes the rows of transactions that had ended ten minutes ago. Throws errors of the database unchanged. */
  async clear(): Promise<void> {
    const latest = performance.now() - RETENTION_MS;
    const old = this.#horizons.findLastIndex(({ time }) => time <= latest);
    this.#horizons.splice(0, old);
    const before = old < 0 ? undefined : this.#horizons[0];
    const xid = await this.#driver.transaction(async (inside) => {
      await inside.exec(`set local role ${ROLES.writes}`);
      if (before) await inside.query("select delete_changes($1::xid8)", [before.xid]);
      const [current] = (await inside.query(CURRENT_HORIZON, [])) as Pick<Horizon, "xid">[];
      return current?.xid;
    });
    if (xid !== undefined) this.#horizons.push({ xid, time: performance.now() });
  }

  /**
   * Removes rows that are too old to be undone, the oldest first and not too many at once: a run is short even after the
   * setting was lowered. Throws errors of the database unchanged.
   */
  clearRowImages(): Promise<void> {
    return this.#delete("select delete_row_images($1::timestamptz, $2::integer)", this.#undoMs);
  }

  /** Removes events that are too old, the oldest first and not too many at once. Throws errors of the database unchanged. */
  clearEvents(): Promise<void> {
    return this.#delete("select delete_events($1::timestamptz, $2::integer)", this.#eventsMs);
  }

  async #delete(statement: string, age: number): Promise<void> {
    const latest = new Date(Date.now() - age).toISOString();
    await this.#driver.transaction(async (inside) => {
      await inside.exec(`set local role ${ROLES.writes}`);
      await inside.query(statement, [latest, ROWS_AT_ONCE]);
    });
  }
}
