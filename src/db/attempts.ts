import { Problem } from "../core/problem.ts";

/** Runs a statement of a transaction; rows as `Driver.query` returns them. */
type Query = (text: string, values: unknown[], hasFixedText?: boolean) => Promise<unknown[]>;

/** Parts of one transaction that may be refused while the rest of it goes on. */
export class Attempts {
  readonly #query: Query;
  #failure: { error: unknown } | undefined;

  constructor(query: Query) {
    this.#query = query;
  }

  /** Runs a statement, and notes whether any has failed. */
  readonly query: Query = (...statement) => {
    const rows = this.#query(...statement);
    rows.catch((error: unknown) => {
      this.#failure ??= { error };
    });
    return rows;
  };

  /**
   * Runs `work` between two savepoints. When it throws a Problem, what it wrote is rolled back, `onRollback` is called, and
   * the Problem is thrown. A statement that failed is no refusal: its error is thrown as the driver gave it, and the
   * transaction has to end. Waits for nothing when `work` succeeds.
   */
  async run<T>(work: () => Promise<T>, onRollback: () => void): Promise<T> {
    this.#post("savepoint attempt");
    try {
      const answer = await work();
      this.#post("release savepoint attempt");
      return answer;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Statements are answered in their order: once this one is, every failure before it is known.
      await this.query("rollback to savepoint attempt", []).catch(() => {});
      if (this.#failure) throw this.#failure.error;
      this.#post("release savepoint attempt");
      onRollback();
      throw error;
    }
  }

  /** Sends a statement of which nobody needs the answer; the transaction fails when it fails. */
  #post(statement: string): void {
    this.query(statement, []).catch(() => {});
  }
}
