import type { FairQueue } from "../core/fair-queue.ts";

/** How often the use of this process is measured, in milliseconds. */
const WINDOW_MS = 50;
/** The part of a window in which the event loop must have worked for the process to count as busy. */
const BUSY = 0.9;
/** How many times as long as its read a store pauses at most. All paced stores together read for 1/4 of the time or less. */
const MAX_PAUSE = 4;
/** What remains of the pause after a window in which the process was not busy. */
const EASING = 0.9;
/** Below this there are no pauses. */
const MIN_PAUSE = 0.1;
/** A read counts for its pause as if it took so many milliseconds at most: a long one waits for PostgreSQL. */
const MAX_COUNTED_MS = 50;

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
 * transactions). While the process is busy and another store is served so, a store runs one plain and one expensive read at
 * a time, and pauses after each for a multiple of the time that it took. The multiple grows up to `MAX_PAUSE` while the process
 * is busy and shrinks while it is not; it counts once for each queue of a store in which reads wait, so flooded stores together
 * get no more than one.
 */
export class ReadPacing {
  readonly #queues: PacedQueues;
  readonly #loopTime: LoopTime;
  /** Pauses are so many times as long as their reads. */
  #pause = 0;
  #window: { startedAt: number; loopTime: number };
  /** Stores that were served without reads in this window and in the one before: at most two, which is enough. */
  #served = new Set<string>();
  #servedBefore = new Set<string>();

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
    if (!this.#isPaced(store)) return read();
    const queue = isExpensive ? this.#queues.expensive : this.#queues.plain;
    return new Promise((resolve, reject) => {
      const readAndPause = async () => {
        const startedAt = performance.now();
        await read().then(resolve, reject);
        await this.#pauseAfter(store, performance.now() - startedAt);
      };
      queue.run(store, readAndPause).catch(reject);
    });
  }

  async #pauseAfter(store: string, readMs: number): Promise<void> {
    this.#measure();
    if (!this.#isPaced(store)) return;
    const waiting = this.#queues.plain.waitingKeys + this.#queues.expensive.waitingKeys;
    const ms = this.#pause * Math.max(1, waiting) * Math.min(readMs, MAX_COUNTED_MS);
    await new Promise((resolve) => setTimeout(resolve, ms).unref());
  }

  #isPaced(store: string): boolean {
    const others = this.#servedBefore.size - (this.#servedBefore.has(store) ? 1 : 0);
    return this.#pause > 0 && others > 0;
  }

  /** Ends the window when its time is over. Only reads call it, so a process without reads measures nothing. */
  #measure(): void {
    const now = performance.now();
    const ms = now - this.#window.startedAt;
    if (ms < WINDOW_MS) return;
    const loopTime = this.#loopTime();
    const isBusy = loopTime - this.#window.loopTime >= BUSY * ms;
    this.#pause = isBusy ? Math.min(MAX_PAUSE, 2 * this.#pause + 1) : this.#pause * EASING ** (ms / WINDOW_MS);
    if (this.#pause < MIN_PAUSE) this.#pause = 0;
    this.#window = { startedAt: now, loopTime };
    [this.#servedBefore, this.#served] = [this.#served, this.#servedBefore];
    this.#served.clear();
  }
}
