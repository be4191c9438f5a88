import type { FairQueue } from "../core/fair-queue.ts";

/** How often the use of this process is measured, in milliseconds. */
const WINDOW_MS = 50;
/** The part of a window in which the event loop must have worked for the process to count as busy. */
const BUSY = 0.75;
/** How many times as long as its read a store pauses at most. */
const MAX_FACTOR = 24;
/** What remains of the factor after a window in which the process was not busy. */
const EASING = 0.9;
/** Below this there are no pauses. */
const MIN_FACTOR = 0.1;
/** A store whose reads take longer than `BUDGET_MS` in `BUDGET_PERIOD_MS` is flooded. */
const BUDGET_MS = 200;
const BUDGET_PERIOD_MS = 10_000;
/** The longest pause after a read, so that no store starves. */
const MAX_PAUSE_MS = 250;

/** The time that the event loop has worked, in milliseconds. */
export type LoopTime = () => number;

const measuredLoopTime: LoopTime = () => performance.eventLoopUtilization().active;

/** The queues in which paced reads wait. They run one task of a store at a time, and any number of stores. */
export interface PacedQueues {
  plain: FairQueue;
  expensive: FairQueue;
}

/**
 * Keeps the reads of flooded stores from taking the time of stores that are served without reads (from memory, or by
 * transactions). While the process is busy and another store is served so, a store that has used up its budget of reading time
 * runs one plain and one expensive read at a time, and pauses after each for a multiple of the time that it took. The multiple
 * grows while the process is busy, up to `MAX_FACTOR` for each flooded store, and shrinks while it is not.
 */
export class ReadPacing {
  readonly #queues: PacedQueues;
  readonly #loopTime: LoopTime;
  #window: { startedAt: number; loopTime: number };
  /** A pause is so many times as long as its read; 0: there are no pauses. */
  #factor = 0;
  /** Stores that were served without reads in this window and in the one before: at most two, which is enough. */
  #served = new Set<string>();
  #servedBefore = new Set<string>();
  /** Reads of all stores that run now. */
  #running = 0;
  /** The time at which each store has its whole budget again. A store that has it is not in the map. */
  readonly #wholeAt = new Map<string, number>();
  /** How many stores had used up their budget at the end of the last window. */
  #flooded = 0;

  constructor(queues: PacedQueues, loopTime = measuredLoopTime) {
    this.#queues = queues;
    this.#loopTime = loopTime;
    this.#window = { startedAt: performance.now(), loopTime: loopTime() };
  }

  /** Notes that a store is served without reads. */
  served(store: string): void {
    if (this.#served.size < 2) this.#served.add(store);
  }

  /** Runs a read of a store when its pace allows. Throws `overloaded` when it waited too long, or too many wait. */
  run<T>(store: string, isExpensive: boolean, read: () => Promise<T>): Promise<T> {
    this.#measure();
    const run = () => this.#count(store, read);
    if (!this.#isPaced(store)) return run().result;
    const queue = isExpensive ? this.#queues.expensive : this.#queues.plain;
    return new Promise((resolve, reject) => {
      const readAndPause = async () => {
        const { result, taken } = run();
        result.then(resolve, reject);
        await this.#pauseAfter(store, await taken);
      };
      queue.run(store, readAndPause).catch(reject);
    });
  }

  /** Runs a read and takes its time from the budget of its store. */
  #count<T>(store: string, read: () => Promise<T>): { result: Promise<T>; taken: Promise<number> } {
    const startedAt = performance.now();
    this.#running++;
    const result = read();
    const end = () => {
      const now = performance.now();
      const ms = (now - startedAt) / this.#running--; // reads that run together share the time
      const wholeAt = Math.max(this.#wholeAt.get(store) ?? now, now) + (ms / BUDGET_MS) * BUDGET_PERIOD_MS;
      this.#wholeAt.set(store, Math.min(wholeAt, now + 2 * BUDGET_PERIOD_MS));
      return ms;
    };
    return { result, taken: result.then(end, end) };
  }

  /** Whether the process is busy, another store was served in the last window, and this one is flooded. */
  #isPaced(store: string): boolean {
    if (this.#factor === 0) return false;
    const others = this.#servedBefore.size - (this.#servedBefore.has(store) ? 1 : 0);
    return others > 0 && this.#isFlooded(this.#wholeAt.get(store), performance.now());
  }

  #isFlooded = (wholeAt: number | undefined, now: number): boolean =>
    wholeAt !== undefined && wholeAt > now + BUDGET_PERIOD_MS;

  async #pauseAfter(store: string, readMs: number): Promise<void> {
    this.#measure();
    if (!this.#isPaced(store)) return;
    const ms = Math.min(this.#factor * Math.max(1, this.#flooded) * readMs, MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, ms).unref());
  }

  /** Ends the window when its time is over. Only reads call it, so a process without reads measures nothing. */
  #measure(): void {
    const now = performance.now();
    const ms = now - this.#window.startedAt;
    if (ms < WINDOW_MS) return;
    const loopTime = this.#loopTime();
    const isBusy = loopTime - this.#window.loopTime >= BUSY * ms;
    this.#factor = isBusy ? Math.min(MAX_FACTOR, 2 * this.#factor + 1) : this.#factor * EASING ** (ms / WINDOW_MS);
    if (this.#factor < MIN_FACTOR) this.#factor = 0;
    this.#window = { startedAt: now, loopTime };
    [this.#servedBefore, this.#served] = [this.#served, this.#servedBefore];
    this.#served.clear();
    this.#flooded = 0;
    for (const [store, wholeAt] of this.#wholeAt) {
      if (wholeAt <= now) this.#wholeAt.delete(store);
      else if (this.#isFlooded(wholeAt, now)) this.#flooded++;
    }
  }
}
