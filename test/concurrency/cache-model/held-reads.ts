import type { Driver } from "../../../src/db/database.ts";
import { withHooks } from "../../support/faulty-driver.ts";

/** Makes reads wait in the middle, between two of their statements, while something else happens. */
export class HeldReads {
  #free = Number.POSITIVE_INFINITY;
  #release = () => {};
  #gate: Promise<void> = Promise.resolve();
  /** How many statements are waiting. */
  waiting = 0;

  /** The driver, each of whose statements may wait after PostgreSQL has answered it. */
  over(driver: Driver): Driver {
    return withHooks(driver, { afterStatement: () => this.#pass() });
  }

  /** From now on, statements wait, but the first few. */
  begin(free: number): void {
    this.#free = free;
    this.#gate = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** From now on, statements do not wait; those that wait go on waiting. */
  letNewPass(): void {
    this.#free = Number.POSITIVE_INFINITY;
  }

  end(): void {
    this.letNewPass();
    this.#release();
  }

  async #pass(): Promise<void> {
    if (this.#free-- > 0) return;
    this.waiting++;
    await this.#gate;
    this.waiting--;
  }
}
