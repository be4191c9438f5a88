import { setImmediate } from "node:timers/promises";

/** The current health of the database. */
export interface Health {
  /** It answers, and has every migration that this server needs. */
  reads: boolean;
  /** It can store data: it is not a standby, and its disk is not full. */
  writes: boolean;
}

export interface MonitorOptions {
  /** Queries the database; throws when that fails. */
  probe: () => Promise<Health>;
  /** Called once when two probes in a row have timed out. */
  onUnresponsive: () => void;
  /** Called when the monitor stops. */
  onStop: () => void;
  /** Milliseconds between two probes; also the time-out of a probe. */
  intervalMs: number;
}

/** Two time-outs, because a busy process can cause a single one. */
const UNRESPONSIVE_AFTER = 2;

class ProbeTimeout extends Error {}

/** Probes the database regularly, so that requests need not wait for a time-out to learn that it is down. */
export class HealthMonitor {
  readonly #options: MonitorOptions;
  #health: Health = { reads: true, writes: true };
  #timeouts = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#schedule();
  }

  /** The result of the last probe. */
  get health(): Health {
    return this.#health;
  }

  /** Whether the database has stopped answering, although connections are open. */
  get isUnresponsive(): boolean {
    return this.#timeouts >= UNRESPONSIVE_AFTER;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#options.onStop();
  }

  #schedule(ms = this.#options.intervalMs): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#check(), ms).unref();
  }

  async #check(): Promise<void> {
    try {
      this.#health = await this.#probeWithTimeout();
      this.#timeouts = 0;
      this.#schedule();
    } catch (error) {
      this.#health = { reads: false, writes: false };
      const isTimeout = error instanceof ProbeTimeout;
      this.#timeouts = isTimeout ? this.#timeouts + 1 : 0;
      if (this.#timeouts === UNRESPONSIVE_AFTER) this.#options.onUnresponsive();
      this.#schedule(isTimeout ? 0 : undefined);
    }
  }

  /** Probes once. Throws ProbeTimeout. An answer that arrived while the process was busy counts as in time. */
  #probeWithTimeout(): Promise<Health> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        void setImmediate().then(() => reject(new ProbeTimeout("the database did not answer")));
      }, this.#options.intervalMs);
      this.#options
        .probe()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }
}
