import { setImmediate } from "node:timers/promises";

/** What the database can do at the moment. */
export interface Health {
  /** It answers, and has every table this server needs. */
  reads: boolean;
  /** It can store things: it is no standby, and its disk is not full. */
  writes: boolean;
}

export interface MonitorOptions {
  /** Asks the database; throws when it does not answer. */
  probe: () => Promise<Health>;
  /** Called once when the database has been silent for two probes. */
  onUnresponsive: () => void;
  /** Called when the watch ends. */
  onStop: () => void;
  /** Milliseconds between two probes, and the longest a probe may take. */
  intervalMs: number;
}

/** A probe that fails because the process was busy for a moment is followed by one that does not. */
const UNRESPONSIVE_AFTER = 2;

class ProbeTimeout extends Error {}

/** Asks the database all the time whether it is well, so that no request has to wait in order to find out. */
export class HealthMonitor {
  readonly #options: MonitorOptions;
  #health: Health = { reads: true, writes: true };
  #unanswered = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#plan();
  }

  /** What the last probe found. */
  get health(): Health {
    return this.#health;
  }

  /** Whether the database takes connections or keeps them, and says nothing on them. */
  get isUnresponsive(): boolean {
    return this.#unanswered >= UNRESPONSIVE_AFTER;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#options.onStop();
  }

  #plan(ms = this.#options.intervalMs): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#probe(), ms).unref();
  }

  async #probe(): Promise<void> {
    try {
      this.#health = await this.#answered();
      this.#unanswered = 0;
      this.#plan();
    } catch (error) {
      this.#health = { reads: false, writes: false };
      const isTimeout = error instanceof ProbeTimeout;
      this.#unanswered = isTimeout ? this.#unanswered + 1 : 0;
      if (this.#unanswered === UNRESPONSIVE_AFTER) this.#options.onUnresponsive();
      this.#plan(isTimeout ? 0 : undefined);
    }
  }

  /** Throws NoAnswer. An answer that arrived while the process was busy counts as in time. */
  #answered(): Promise<Health> {
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
