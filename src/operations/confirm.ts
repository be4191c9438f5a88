import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Problem } from "../core/problem.ts";
import { canonicalJson } from "../core/text/canonical-json.ts";
import { inTimeSlices } from "../core/time-slices.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { findUse, insertUse, type TokenId } from "./confirm-queries.ts";
import { difference } from "./difference.ts";
import type { Change } from "./operation.ts";

/**
 * Fields that change without a call of the merchant's, by entity. `variants.inventory_quantity` is a field of each entry
 * of a list.
 */
export type VolatileFields = Readonly<Record<string, ReadonlySet<string>>>;

/** A call and its effects, as its dry run shows them. */
export interface ConfirmedWork {
  siteId: string;
  /** The id of who calls. */
  actorId: string;
  /** The operation's name. */
  operation: string;
  /** Without what only says how it is called: dry_run, idempotency_key, confirm_token, expected_updated_at. */
  args: object;
  /** All that the operation notes, also what stays the same. */
  noted: Change[];
  /** Further things that it changes, in order. */
  touched: string[];
}

/** More things than these at once are changed only with a token. */
export const CONFIRM_ABOVE = 20;
const LIFETIME_MS = 15 * 60_000;

/**
 * Issues and checks the tokens of dry runs. A token holds its time, a random part, and an HMAC over both and the digest of the
 * work: nothing is stored before it is used, and any server with the same keys can check it.
 */
export class ConfirmTokens {
  readonly #keys: Buffer[];
  readonly #volatileFields: VolatileFields;

  /** The first key signs, all are accepted. Changes of volatile fields leave a token valid. */
  constructor(keys: Buffer[], volatileFields: VolatileFields) {
    this.#keys = keys;
    this.#volatileFields = volatileFields;
  }

  /** SHA-256 of what a token is about. Other requests run in between when there are thousands of changes. */
  async digestOf({ siteId, actorId, operation, args, noted, touched }: ConfirmedWork): Promise<Buffer> {
    const hash = createHash("sha256").update(canonicalJson([siteId, actorId, operation, args, touched]));
    await inTimeSlices(noted, (change) => {
      const replaced = replacedValues(change, this.#volatileFields[change.entity] ?? NONE);
      hash.update(`\n${canonicalJson(replaced)}`); // no JSON holds a line break
    });
    return hash.digest();
  }

  /** The token of the work with this digest (see `digestOf`), issued at `now` (ISO 8601). */
  issue(digest: Buffer, now: string): string {
    const stamp = `${Date.parse(now).toString(36)}.${randomBytes(12).toString("base64url")}`;
    return `${stamp}.${macOf(this.#keys[0] as Buffer, stamp, digest).toString("base64url")}`;
  }

  /** Whether the token was issued for the work with this digest, at most 15 minutes before `now`. */
  check(token: string, digest: Buffer, now: string): "valid" | "mismatch" | "expired" {
    const [time = "", nonce, mac = ""] = token.split(".");
    const given = Buffer.from(mac, "base64url");
    const isOf = (key: Buffer) => isSame(given, macOf(key, `${time}.${nonce}`, digest));
    if (!this.#keys.some(isOf)) return "mismatch";
    return Date.parse(now) - Number.parseInt(time, 36) <= LIFETIME_MS ? "valid" : "expired";
  }
}

const macOf = (key: Buffer, stamp: string, digest: Buffer): Buffer =>
  createHmac("sha256", key).update(`${stamp}.`).update(digest).digest();

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/**
 * The thing that a change is about, and its values that the change replaces, without volatile fields. Unchanged things
 * are included: a sale in between can turn a no-op into a change.
 */
function replacedValues(change: Change, volatile: ReadonlySet<string>): object {
  const { entity, id, label } = change;
  const before = change.before && withoutVolatile(change.before, volatile);
  const after = change.after && withoutVolatile(change.after, volatile);
  if (before === null) return { entity, label }; // each run creates another id
  return { entity, id, before: difference({ ...change, before, after })?.before };
}

const NONE: ReadonlySet<string> = new Set();
const TIMESTAMPS = new Set(["created_at", "updated_at"]);

/** A thing without its timestamps and its volatile fields, and without those of the entries of its lists. */
function withoutVolatile(thing: object, volatile: ReadonlySet<string>): object {
  const kept = Object.entries(thing).filter(([name]) => !TIMESTAMPS.has(name) && !volatile.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const inEntries = fieldsWithin(name, volatile);
      const hasVolatile = inEntries.size > 0 && Array.isArray(value);
      return [name, hasVolatile ? value.map((entry) => withoutVolatile(entry, inEntries)) : value];
    }),
  );
}

const fieldsWithin = (list: string, fields: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...fields].filter((field) => field.startsWith(`${list}.`)).map((field) => field.slice(list.length + 1)));

/** By its random part, which its HMAC covers as it is written: other spellings of the HMAC are the same token. */
const idOf = (actorId: string, token: string): TokenId => ({ actor_id: actorId, nonce: token.split(".")[1] ?? "" });

/**
 * Throws `confirm_token_used` for a token that a call of this API key has used. Other calls with the token wait until the
 * transaction ends.
 */
export async function requireUnused(db: SiteDb, actorId: string, token: string): Promise<void> {
  const id = idOf(actorId, token);
  const [, use] = await Promise.all([lockForTransaction(db, `confirm_token ${id.nonce}`), findUse(db, id)]);
  if (!use) return;
  throw new Problem("confirm_token_used", `The confirm_token was used already, for the change ${use.change_id}.`, {
    errors: [{ path: "confirm_token", message: "was used already" }],
    extra: { change_id: use.change_id },
  });
}

/** Uses a token up for a change that the transaction has recorded, or has left to a job. */
export const useUp = (db: SiteDb, actorId: string, token: string, changeId: string): void =>
  insertUse(db, idOf(actorId, token), changeId);

/** The refusal of a call without a token where one is required. `touched`: how many things it would change. */
export const confirmationRequired = (operation: string, touched: number): Problem =>
  new Problem(
    "confirmation_required",
    touched > CONFIRM_ABOVE
      ? `${operation} would change ${touched} things; more than ${CONFIRM_ABOVE} need a confirm_token.`
      : `${operation} would delete something or do what is hard to reverse; it needs a confirm_token.`,
    { errors: [{ path: "confirm_token", message: "is required; a call with dry_run: true answers it" }] },
  );

const TOKEN_FAULTS = {
  expired: "is older than 15 minutes",
  mismatch: "is not of this call and API key, or the shop changed since",
};

/** The refusal of a call with an invalid token. It contains a new dry run of the call, with its own token. */
export function invalidToken(why: keyof typeof TOKEN_FAULTS, dryRun: Record<string, unknown>): Problem {
  const message = TOKEN_FAULTS[why];
  return new Problem("confirmation_required", `The confirm_token ${message}. Here is a fresh dry run.`, {
    errors: [{ path: "confirm_token", message }],
    extra: { dry_run: dryRun },
  });
}
