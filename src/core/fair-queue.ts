import { Problem } from "./problem.ts";

export interface FairQueueLimits {
  /** Tasks that run at the same time, over all keys. */
  maxRunning: number;
  /** Tasks of one key that run at the same time. */
  maxRunningPerKey: number;
  /** Tasks that wait, over all keys. */
  maxWaiting: number;
  /** Tasks of one key that wait. */
  maxWaitingPerKey: number;
  /** Milliseconds after which a waiting task is refused; undefined: no limit. */
  maxWaitMs?: number;
  /** The detail of the refusal. */
  refusal: string;
}

interface WaitingTask {
  start: () => void;
  timer: NodeJS.Timeout | undefined;
}

interface KeyQueue {
  running: number;
  waiting: WaitingTask[];
}

/**
 * Limits how many tasks run at the same time. Scheduling is round-robin over the keys (stores), and first in, first out
 * within a key.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** One queue for each key with running or waiting tasks, in the order in which keys are served next. */
  readonly #queues = new Map<string, KeyQueue>();
  #running = 0;
  #waiting = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Runs `work` when its key may run a task. Throws `overloaded` when too many tasks wait, or this one waited too long. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.#start(key);
    if (waiting) await waiting;
    try {
      return await work();
    } finally {
      this.#release(key);
    }
  }

  /** Starts a task, or returns a promise of its start. Throws `overloaded` when too many tasks wait. */
  #start(key: string): Promise<void> | undefined {
    const keyQueue = this.#queues.get(key) ?? this.#addQueue(key);
    if (this.#running < this.#limits.maxRunning && this.#mayRun(keyQueue)) {
      this.#noteStart(key, keyQueue);
      return undefined;
    }
    if (this.#waiting >= this.#limits.maxWaiting || keyQueue.waiting.length >= this.#limits.maxWaitingPerKey) {
      this.#removeIfIdle(key, keyQueue);
      throw this.#refusal();
    }
    return this.#wait(key, keyQueue);
  }

  #addQueue(key: string): KeyQueue {
    const keyQueue: KeyQueue = { running: 0, waiting: [] };
    this.#queues.set(key, keyQueue);
    return keyQueue;
  }

  #wait(key: string, keyQueue: KeyQueue): Promise<void> {
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const waiting: WaitingTask = { start: resolve, timer: undefined };
      if (this.#limits.maxWaitMs !== undefined) {
        waiting.timer = setTimeout(() => {
          keyQueue.waiting.splice(keyQueue.waiting.indexOf(waiting), 1);
          this.#waiting--;
          this.#removeIfIdle(key, keyQueue);
          reject(this.#refusal());
        }, this.#limits.maxWaitMs);
      }
      keyQueue.waiting.push(waiting);
    });
  }

  /** Starts the next waiting task in the same tick, so that a new task cannot overtake it. */
  #release(key: string): void {
    this.#running--;
    const keyQueue = this.#queues.get(key);
    if (keyQueue) {
      keyQueue.running--;
      this.#moveToEnd(key, keyQueue);
      this.#removeIfIdle(key, keyQueue);
    }
    if (this.#waiting === 0) return;
    for (const [next, candidate] of this.#queues) {
      const waiting = this.#mayRun(candidate) ? candidate.waiting.shift() : undefined;
      if (!waiting) continue;
      clearTimeout(waiting.timer);
      this.#waiting--;
      this.#noteStart(next, candidate);
      waiting.start();
      return;
    }
  }

  #noteStart(key: string, keyQueue: KeyQueue): void {
    this.#running++;
    keyQueue.running++;
    this.#moveToEnd(key, keyQueue);
  }

  /** The order of the keys matters only when there are others. */
  #moveToEnd(key: string, keyQueue: KeyQueue): void {
    if (this.#queues.size === 1) return;
    this.#queues.delete(key);
    this.#queues.set(key, keyQueue);
  }

  #mayRun = (keyQueue: KeyQueue): boolean => keyQueue.running < this.#limits.maxRunningPerKey;

  #removeIfIdle(key: string, keyQueue: KeyQueue): void {
    if (keyQueue.running === 0 && keyQueue.waiting.length === 0) this.#queues.delete(key);
  }

  #refusal = (): Problem => new Problem("overloaded", this.#limits.refusal);
}
