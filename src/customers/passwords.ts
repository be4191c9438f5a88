import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { Turns } from "./turns.ts";

/** OWASP's least for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Some seconds' worth of hashes; who would wait longer is told to come back. */
const MOST_WAITING = 200;

/** A hash by itself, for demo data and tests: it takes no turn. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Hashes and checks passwords for requests. Each takes some 50 ms of a core: without a bound, signing in would be a way
 * to stop the server. Never call it inside a transaction: it would hold a connection.
 */
export class Passwords {
  readonly #turns: Turns;
  /**
   * A hash that no password has, which costs as much to check as theirs do. It is written, not computed: hashing takes a
   * turn and may be refused.
   */
  readonly #nobody =
    `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${random(16)}$${random(32)}`;

  /** `atOnce`: how many are hashed at a time. */
  constructor(atOnce: number) {
    this.#turns = new Turns(atOnce, MOST_WAITING);
  }

  /** Argon2id, with its salt and cost, as it is stored. Throws `overloaded`. */
  hash(password: string): Promise<string> {
    return this.#turns.take(() => hashPassword(password));
  }

  /**
   * Whether this is the password of the hash. Without a hash the answer is no, after the same work: the time tells
   * nobody whether an e-mail has an account. Throws `overloaded`.
   */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const isRight = await this.#turns.take(() => verify(passwordHash ?? this.#nobody, password));
    return isRight && passwordHash !== undefined;
  }
}

/** As Argon2 writes bytes: base64 without padding. */
function random(bytes: number): string {
  return randomBytes(bytes).toString("base64").replaceAll("=", "");
}
