import { LRUCache } from "lru-cache";

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

/** Keys that are remembered. With more, the least recently used are forgotten. */
const MAX_KEYS = 100_000;

/** Counts requests by key in fixed windows. The window of a key begins with its first request. */
export class WindowCounter {
  readonly #windowMs: number;
  readonly #windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  constructor(windowSeconds: number) {
    this.#windowMs = windowSeconds * 1000;
  }

  /** Adds `cost` to what the key has used. */
  add(key: string, cost: number): WindowUse {
    const now = Date.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { used: 0, endsAt: now + this.#windowMs };
      this.#windows.set(key, window);
    }
    window.used += cost;
    return { used: window.used, seconds: Math.ceil((window.endsAt - now) / 1000) };
  }
}
