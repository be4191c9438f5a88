import { Problem } from "./problem.ts";

export interface FairQueueLimits {
  /** Work that runs at the same time, over all keys. */
  maxRunning: number;
  /** Work of one key that runs at the same time. */
  maxRunningPerKey: number;
  /** Work that waits for a place, over all keys. */
  maxWaiting: number;
  /** Work of one key that waits for a place. */
  maxWaitingPerKey: number;
  /** Milliseconds after which waiting work is refused; undefined: it waits until its turn. */
  maxWaitMs?: number;
  /** The sentence of the refusal. */
  refusal: string;
}

interface Waiting {
  start: () => void;
  timer: NodeJS.Timeout | undefined;
}

interface Line {
  running: number;
  waiting: Waiting[];
}

/**
 * Runs a bounded amount of work at once and shares the places fairly: the keys (stores) take turns, and within a key
 * the first to come is the first to run.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** One line for each key that runs or waits; the key that was served last stands at the end. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Runs the work when a place is free for its key. Throws `overloaded` when too much waits, or when it waited too long. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(key);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  async #enter(key: string): Promise<void> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (this.#running < this.#limits.maxRunning && this.#mayRun(line)) {
      this.#begin(key, line);
      return;
    }
    if (this.#waiting >= this.#limits.maxWaiting || line.waiting.length >= this.#limits.maxWaitingPerKey) {
      this.#forgetIfIdle(key, line);
      throw this.#refusal();
    }
    await this.#wait(key, line);
  }

  #wait(key: string, line: Line): Promise<void> {
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { start: resolve, timer: undefined };
      if (this.#limits.maxWaitMs !== undefined) {
        waiting.timer = setTimeout(() => {
          line.waiting.splice(line.waiting.indexOf(waiting), 1);
          this.#waiting--;
          this.#forgetIfIdle(key, line);
          reject(this.#refusal());
        }, this.#limits.maxWaitMs);
      }
      line.waiting.push(waiting);
    });
  }

  /** Starts the next work in the same tick, so that work that comes just now cannot overtake it. */
  #leave(key: string): void {
    this.#running--;
    const line = this.#lines.get(key);
    if (line) {
      line.running--;
      this.#moveToEnd(key, line);
      this.#forgetIfIdle(key, line);
    }
    if (this.#waiting === 0) return;
    for (const [next, candidate] of this.#lines) {
      const waiting = this.#mayRun(candidate) ? candidate.waiting.shift() : undefined;
      if (!waiting) continue;
      clearTimeout(waiting.timer);
      this.#waiting--;
      this.#begin(next, candidate);
      waiting.start();
      return;
    }
  }

  #begin(key: string, line: Line): void {
    this.#running++;
    line.running++;
    this.#moveToEnd(key, line);
  }

  #moveToEnd(key: string, line: Line): void {
    this.#lines.delete(key);
    this.#lines.set(key, line);
  }

  #mayRun = (line: Line): boolean => line.running < this.#limits.maxRunningPerKey;

  #forgetIfIdle(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(key);
  }

  #refusal = (): Problem => new Problem("overloaded", this.#limits.refusal);
}
