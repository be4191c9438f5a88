import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { FairQueue } from "../core/fair-queue.ts";

/** OWASP's least for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One hash takes some 50 ms of a core, so this many keep one place busy for a second. */
const HASHES_PER_SECOND = 20;

/** Argon2id, with its salt and cost, as it is stored. It does not wait for a turn: see `Passwords.inTurn`. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Hashes and checks passwords for requests. Each takes some 50 ms of a core: without a bound, signing in would be a way
 * to stop the server.
 */
export class Passwords {
  readonly #queue: FairQueue;
  /** A hash that no password has, which costs as much to check as theirs do. */
  readonly #nobody =
    `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${random(16)}$${random(32)}`;

  /** `atOnce`: how many are hashed at a time. At most one second of work waits for them, half of it of one store. */
  constructor(atOnce: number) {
    const maxWaiting = atOnce * HASHES_PER_SECOND;
    this.#queue = new FairQueue({
      maxRunning: atOnce,
      maxRunningPerKey: atOnce,
      maxWaiting,
      maxWaitingPerKey: maxWaiting / 2,
      refusal: "Too many people are signing in at once; try again in a moment.",
    });
  }

  /**
   * Does work that hashes or checks a password when it is the store's turn; the stores take turns. What the work needs
   * of the database it reads inside, so that a refused sign-in costs no connection. Never call it inside a transaction:
   * it would hold one while it waits. Throws `overloaded`, at once, when too much waits.
   */
  inTurn<T>(storeId: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(storeId, work);
  }

  /**
   * Whether this is the password of the hash; call it in turn. Without a hash the answer is no, after the same work: the
   * time tells nobody whether an e-mail has an account.
   */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    const isRight = await verify(passwordHash ?? this.#nobody, password);
    return isRight && passwordHash !== null;
  }
}

/** As Argon2 writes bytes: base64 without padding. */
function random(bytes: number): string {
  return randomBytes(bytes).toString("base64").replaceAll("=", "");
}
