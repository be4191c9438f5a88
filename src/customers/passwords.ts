import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { FairQueue } from "../core/fair-queue.ts";
import type { Sentence } from "../core/messages/messages.ts";

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One hash takes 13 to 20 ms of a core, so this many take one core a second. */
const HASHES_PER_SECOND = 50;

/** The Argon2id hash, with its salt and cost, as it is stored. Runs at once: requests use `Passwords`, which queues. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Hashes and checks passwords for requests. Each takes up to 20 ms of a core. The work is limited, so that many sign-ins
 * cannot stop the server.
 */
export class Passwords {
  /** Limits the sign-ins in progress. They read the database here, before they take a place in `#hashing`. */
  readonly #admitted: FairQueue;
  readonly #hashing: FairQueue;
  /** A hash that no password matches. Checking it costs as much as checking a stored one. */
  readonly #dummyHash =
    `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${random(16)}$${random(32)}`;

  /** `concurrency`: how many hashes run at a time. At most one second of work waits, half of it of one store, unless `perStore` says how many sign-ins of one may be in progress. */
  constructor(concurrency: number, perStore = concurrency + (concurrency * HASHES_PER_SECOND) / 2) {
    const maxWaiting = concurrency * HASHES_PER_SECOND;
    const refusal: Sentence = (say) => say.server.busySignIns;
    this.#admitted = new FairQueue({
      maxRunning: concurrency + maxWaiting,
      maxRunningPerKey: perStore,
      maxWaiting: 0,
      maxWaitingPerKey: 0,
      refusal,
    });
    this.#hashing = new FairQueue({
      maxRunning: concurrency,
      maxRunningPerKey: concurrency,
      maxWaiting,
      maxWaitingPerKey: maxWaiting,
      refusal,
    });
  }

  /**
   * Runs the work of one sign-in, including its reads of the database, so that a refused sign-in uses no connection.
   * Never call it inside a transaction, which would hold its connection while it waits. Throws `overloaded`, without
   * waiting, when too many sign in.
   */
  admit<T>(storeId: string, work: () => Promise<T>): Promise<T> {
    return this.#admitted.run(storeId, work);
  }

  /** Hashes a password when it is the store's turn. Call it inside `admit`. */
  hash(storeId: string, password: string): Promise<string> {
    return this.#hashing.run(storeId, () => hashPassword(password));
  }

  /**
   * Whether this is the password of the hash, checked when it is the store's turn. Call it inside `admit`. Without a hash
   * the result is false after the same amount of work, so that the time does not show whether an e-mail has an account.
   */
  async matches(storeId: string, passwordHash: string | null, password: string): Promise<boolean> {
    const isRight = await this.#hashing.run(storeId, () => verify(passwordHash ?? this.#dummyHash, password));
    return isRight && passwordHash !== null;
  }
}

/** Random bytes in the form that Argon2 hashes use: base64 without padding. */
function random(bytes: number): string {
  return randomBytes(bytes).toString("base64").replaceAll("=", "");
}
