import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { FairQueue } from "../core/fair-queue.ts";

/** OWASP's least for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One hash takes 13 to 20 ms of a core, so this many keep one place busy for a second. */
const HASHES_PER_SECOND = 50;

/** Argon2id, with its salt and cost, as it is stored. It does not wait for a turn: see `Passwords`. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Hashes and checks passwords for requests. Each takes up to 20 ms of a core: without a bound, signing in would be a way
 * to stop the server.
 */
export class Passwords {
  /** Who may sign in now: they wait for the database here, and keep nobody from hashing. */
  readonly #admitted: FairQueue;
  readonly #hashing: FairQueue;
  /** A hash that no password has, which costs as much to check as theirs do. */
  readonly #nobody =
    `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${random(16)}$${random(32)}`;

  /** `atOnce`: how many are hashed at a time. At most one second of work waits for them, half of it of one store. */
  constructor(atOnce: number) {
    const maxWaiting = atOnce * HASHES_PER_SECOND;
    const refusal = "Too many people are signing in at once; try again in a moment.";
    this.#admitted = new FairQueue({
      maxRunning: atOnce + maxWaiting,
      maxRunningPerKey: atOnce + maxWaiting / 2,
      maxWaiting: 0,
      maxWaitingPerKey: 0,
      refusal,
    });
    this.#hashing = new FairQueue({
      maxRunning: atOnce,
      maxRunningPerKey: atOnce,
      maxWaiting,
      maxWaitingPerKey: maxWaiting,
      refusal,
    });
  }

  /**
   * Does the work of one sign-in, with what it reads of the database, so that a refused one costs no connection. Never
   * call it inside a transaction: it would hold one while it waits. Throws `overloaded`, at once, when too many sign in.
   */
  admit<T>(storeId: string, work: () => Promise<T>): Promise<T> {
    return this.#admitted.run(storeId, work);
  }

  /** Hashes a password when it is the store's turn; call it when admitted. */
  hash(storeId: string, password: string): Promise<string> {
    return this.#hashing.run(storeId, () => hashPassword(password));
  }

  /**
   * Whether this is the password of the hash, when it is the store's turn; call it when admitted. Without a hash the
   * answer is no, after the same work: the time tells nobody whether an e-mail has an account.
   */
  async matches(storeId: string, passwordHash: string | null, password: string): Promise<boolean> {
    const isRight = await this.#hashing.run(storeId, () => verify(passwordHash ?? this.#nobody, password));
    return isRight && passwordHash !== null;
  }
}

/** As Argon2 writes bytes: base64 without padding. */
function random(bytes: number): string {
  return randomBytes(bytes).toString("base64").replaceAll("=", "");
}
