import { PassThrough } from "node:stream";

const KEEP_ALIVE_MS = 15_000;

/**
 * The event streams that clients keep open to hear from us. Nothing is sent over them but signs of life: this server
 * keeps no sessions. They are bounded by key, and end when the server stops.
 */
export class Streams {
  readonly #maxPerKey: number;
  readonly #open = new Map<string, number>();
  readonly #ends = new Set<() => void>();

  constructor(maxPerKey: number) {
    this.#maxPerKey = maxPerKey;
  }

  /** Takes a place; undefined when the key has as many streams as it may. The answer gives the place back. */
  take(keyId: string): (() => void) | undefined {
    const open = this.#open.get(keyId) ?? 0;
    if (open >= this.#maxPerKey) return undefined;
    this.#open.set(keyId, open + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#open.get(keyId) ?? 1) - 1;
      if (left === 0) this.#open.delete(keyId);
      else this.#open.set(keyId, left);
    };
  }

  /** A stream with a comment every 15 seconds, so that proxies do not close it as idle. */
  openIdle(giveBack: () => void): PassThrough {
    const stream = new PassThrough();
    const end = () => stream.end();
    const timer = setInterval(() => stream.write(": keep-alive\n\n"), KEEP_ALIVE_MS);
    stream.write(": open\n\n");
    this.#ends.add(end);
    stream.once("close", () => {
      clearInterval(timer);
      this.#ends.delete(end);
      giveBack();
    });
    return stream;
  }

  endAll(): void {
    for (const end of this.#ends) end();
  }
}
