/** How often the use of this process is measured, in milliseconds. */
const WINDOW_MS = 50;
/** The part of a window in which the event loop must have worked for the process to count as busy. */
const BUSY = 0.75;
/** How much the part of each key grows in a window in which the process was not busy. */
const EASING = 1.1;
/** The time that a key may use at once, in milliseconds. */
const BUDGET_MS = 200;
/** The longest pause, so that no key starves. */
const MAX_PAUSE_MS = 250;
/** The part of a key gets no smaller with more keys than this. */
const MAX_KEYS = 25;

/** The time that the event loop has worked, in milliseconds. */
export type LoopTime = () => number;

const measuredLoopTime: LoopTime = () => performance.eventLoopUtilization().active;

interface Budget {
  /** What was left of the budget at a time; less than nothing is a pause. */
  ms: number;
  at: number;
  /** Whether it was used up, and is not whole again. */
  isSpent: boolean;
}

/**
 * Shares the time of this process among keys (stores), also with those whose requests pass no queue because they are
 * answered from memory. While the process is busy, the budget of each key grows by an equal part of the time; otherwise by
 * all of it. A key that has used up its budget runs one task at a time, when it has paid for the last.
 */
export class Pace {
  readonly #loopTime: LoopTime;
  #window: { startedAt: number; loopTime: number };
  /** The part of the time that belongs to each key. */
  #part = 1;
  /** The keys that were served in this window: no more than count. */
  #served = new Set<string>();
  /** Keys that have not their whole budget. */
  readonly #budgets = new Map<string, Budget>();

  constructor(loopTime = measuredLoopTime) {
    this.#loopTime = loopTime;
    this.#window = { startedAt: performance.now(), loopTime: loopTime() };
  }

  /** Notes that a key is served now. */
  note(key: string): void {
    if (this.#served.size < MAX_KEYS) this.#served.add(key);
  }

  /** Takes the time of a task, in milliseconds, from the budget of its key. */
  charge(key: string, ms: number): void {
    const now = performance.now();
    this.#measure(now);
    const budget = this.#budgets.get(key) ?? { ms: BUDGET_MS, at: now, isSpent: false };
    budget.ms = Math.max(this.#left(budget, now) - ms, -MAX_PAUSE_MS * this.#part);
    budget.at = now;
    if (budget.ms <= 0) budget.isSpent = true;
    this.#budgets.set(key, budget);
  }

  /** Whether a key must run one task at a time now. */
  isSpent(key: string): boolean {
    if (this.#budgets.size === 0) return false;
    this.#measure(performance.now());
    return this.#part < 1 && (this.#budgets.get(key)?.isSpent ?? false);
  }

  /** The milliseconds after which a key may start its next task. */
  pauseOf(key: string): number {
    const budget = this.#budgets.get(key);
    const left = budget ? this.#left(budget, performance.now()) : BUDGET_MS;
    return left < 0 ? Math.min(MAX_PAUSE_MS, -left / this.#part) : 0;
  }

  #left = ({ ms, at }: Budget, now: number): number => Math.min(BUDGET_MS, ms + (now - at) * this.#part);

  /** Ends the window when its time is over. */
  #measure(now: number): void {
    const ms = now - this.#window.startedAt;
    if (ms < WINDOW_MS) return;
    const loopTime = this.#loopTime();
    const isBusy = loopTime - this.#window.loopTime >= BUSY * ms;
    for (const [key, budget] of this.#budgets) {
      budget.ms = this.#left(budget, now);
      budget.at = now;
      if (budget.ms === BUDGET_MS) this.#budgets.delete(key);
    }
    const equal = 1 / Math.max(1, this.#served.size);
    this.#part = isBusy ? equal : Math.min(1, this.#part * EASING ** (ms / WINDOW_MS));
    this.#window = { startedAt: now, loopTime };
    this.#served.clear();
  }
}
