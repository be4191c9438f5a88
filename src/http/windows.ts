/** What a key has used until the window ends. */
export interface Window {
  used: number;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Windows that are remembered. With more, the oldest is forgotten. */
const MAX_WINDOWS = 100_000;

/** Finds the windows in which the requests of keys are counted. The window of a key begins with its first request. */
export class Windows {
  readonly #windowMs: number;
  /** In the order in which they began, and so in the order in which they end. */
  readonly #windows = new Map<string, Window>();

  constructor(windowSeconds: number) {
    this.#windowMs = windowSeconds * 1000;
  }

  /** The window of a key at `now` (milliseconds since 1970). It begins when there is none. */
  windowOf(key: string, now: number): Window {
    const window = this.#windows.get(key);
    return window && window.endsAt > now ? window : this.#begin(key, now);
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

/** Seconds from `now` to `end` (milliseconds since 1970), rounded up. */
export const secondsUntil = (end: number, now: number): number => Math.ceil((end - now) / 1000);
