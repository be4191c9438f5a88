import type { Driver } from "./database.ts";
import { ROLES } from "./roles.ts";

/** Milliseconds that a row of `changes` stays at least. A process that read none for half of it must not rely on them. */
export const RETENTION_MS = 10 * 60_000;
const INTERVAL_MS = 60_000;

/** All transactions before `xid` had ended at `time`, milliseconds since 1970 by the database's clock. */
interface Horizon {
  xid: string;
  time: number;
}

const CURRENT_HORIZON = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as xid, (extract(epoch from clock_timestamp()) * 1000)::float8 as time
`;

/**
 * Removes old rows of `changes`, of all stores. The rows have no time of their own, and their transactions' ids do not
 * show one. So this notes once a minute which transactions have ended, and removes their rows ten minutes later. All times
 * are of the database's clock, by which readers notice that they have missed rows.
 */
export class ChangeClearing {
  readonly #driver: Driver;
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

  /** Notes the present horizon, and removes the rows before that of ten minutes ago. Throws errors of the database. */
  async clear(): Promise<void> {
    const horizons = await this.#driver.transaction(async (inside) => {
      await inside.exec(`set local role ${ROLES.writes}`);
      const [current] = (await inside.query(CURRENT_HORIZON, [])) as Horizon[];
      const horizons = current ? keptHorizons(this.#horizons, current) : [];
      const [oldest] = horizons;
      if (oldest && isOver(oldest, current)) await inside.query("select delete_changes($1::xid8)", [oldest.xid]);
      return horizons;
    });
    this.#horizons = horizons;
  }
}

/** The horizons with the current one, without those that a later one replaces. A clock that was set back makes all useless. */
function keptHorizons(known: Horizon[], current: Horizon): Horizon[] {
  if (known.some(({ time }) => time > current.time)) return [current];
  const horizons = [...known, current];
  const newestOver = horizons.findLastIndex((horizon) => isOver(horizon, current));
  return horizons.slice(Math.max(0, newestOver));
}

const isOver = ({ time }: Horizon, current: Horizon | undefined): boolean =>
  current !== undefined && time <= current.time - RETENTION_MS;
