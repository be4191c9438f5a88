/** How much one key has used of its window. */
export interface WindowUse {
  /** What is counted since the window began, this request included. */
  used: number;
  /** Seconds until the window ends, rounded up. */
  seconds: number;
}

interface Window {
  used: number;
  endsAt: number;
}

/** Windows that are remembered. With more, the oldest is forgotten. */
const MAX_WINDOWS = 100_000;

/** Counts requests by key in fixed windows. The window of a key begins with its first request. */
export class WindowCounter {
  readonly #windowMs: number;
  /** In the order in which they began, and so in the order in which they end. */
  readonly #windows = new Map<string, Window>();

  constructor(windowSeconds: number) {
    this.#windowMs = windowSeconds * 1000;
  }

  /** Adds `cost` to what the key has used. */
  add(key: string, cost: number): WindowUse {
    const now = Date.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) window = this.#begin(key, now);
    window.used += cost;
    return { used: window.used, seconds: Math.ceil((window.endsAt - now) / 1000) };
  }

  /** What the key has used of its current window. */
  used(key: string): number {
    const window = this.#windows.get(key);
    return window && window.endsAt > Date.now() ? window.used : 0;
  }

  #begin(key: string, now: number): Window {
    this.#windows.delete(key);
    this.#forget(now);
    const window = { used: 0, endsAt: now + this.#windowMs };
    this.#windows.set(key, window);
    return window;
  }

  /** Makes room for a window: removes those that have ended, or else the oldest. */
  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < MAX_WINDOWS) return;
      this.#windows.delete(key);
    }
  }
}
