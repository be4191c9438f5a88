import type { Driver } from "./database.ts";
import { ROLES } from "./roles.ts";

/** Milliseconds that a row of `changes` stays at least. A process that read none for half of it must not rely on them. */
export const RETENTION_MS = 10 * 60_000;
const INTERVAL_MS = 60_000;

/** All transactions before `xid` had ended at `time`, by the clock of this process. */
interface Horizon {
  xid: string;
  time: number;
}

const CURRENT_HORIZON = "select pg_snapshot_xmin(pg_current_snapshot())::text as xid";

/**
 * Removes old rows of `changes`, of all stores. They have no time, and a transaction that stays open for long commits rows with an old
 * id. So this notes once a minute which transactions have ended, and removes their rows ten minutes later, by a clock that nobody sets:
 * each process for itself. What has a time is removed by a job (src/jobs/clearing.ts).
 */
export class ChangeClearing {
  readonly #driver: Driver;
  /** Oldest first. Only the first may be ten minutes old. */
  #horizons: Horizon[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Clears once a minute. What fails, for example on a standby, is tried again a minute later. */
  start(): void {
    this.#timer = setInterval(() => void this.clear().catch(() => {}), INTERVAL_MS).unref();
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
}
