import { Problem } from "../core/problem.ts";

/** Heavy work takes turns: a few at a time, the others in the order they came, and no endless row of them. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Does the work when its turn comes. Throws `overloaded`, at once, when too many wait already. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#begin();
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  async #begin(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= this.#mostWaiting) {
      throw new Problem("overloaded", "Too many people are signing in at once; try again in a moment.");
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the place on, so that nobody who comes just now gets in before who has waited. */
  #end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}
