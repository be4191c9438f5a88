import { hash, verify } from "@node-rs/argon2";
import { Problem } from "../core/problem.ts";

/** OWASP's least for Argon2id, the package's default: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes some 50 ms of a core: without a bound, signing in would be a way to stop the server. */
const AT_ONCE = 2;
const MOST_WAITING = 200;

/** Hashing takes turns: a few at a time, the others in the order they came. */
class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) {
        throw new Problem("overloaded", "Too many people are signing in at once; try again in a moment.");
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

const turns = new Turns();

/** Throws `overloaded` when too many wait already. Never call it inside a transaction: it would hold a connection. */
export const hashPassword = (password: string): Promise<string> => turns.take(() => hash(password, COST));

/** A hash that no password has, made at the first need. */
let nobody: Promise<string> | undefined;

/**
 * Whether this is the password of the hash. Without a hash the answer is no, after the same work: the time tells
 * nobody whether an e-mail has an account.
 */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID());
  const against = passwordHash ?? (await nobody);
  const matches = await turns.take(() => verify(against, password));
  return matches && passwordHash !== undefined;
}
