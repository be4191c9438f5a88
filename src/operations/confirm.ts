import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { Problem } from "../core/problem.ts";
import { canonicalJson } from "../core/text/canonical-json.ts";
import { inTimeSlices } from "../core/time-slices.ts";
import { difference } from "./difference.ts";
import type { Change } from "./operation.ts";

/** A call as a merchant looks at it before it is made. */
export interface ConfirmedWork {
  siteId: string;
  /** The operation's name. */
  operation: string;
  /** Without what only says how it is called: dry_run, idempotency_key, confirm_token. */
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
 * Issues and checks the tokens of dry runs. A token holds its time and an HMAC over the digest of the deed: nothing is
 * kept, and any server with the same keys can check it.
 */
export class ConfirmTokens {
  readonly #keys: Buffer[];

  /** The first key signs, all are accepted. */
  constructor(keys: Buffer[]) {
    this.#keys = keys;
  }

  /** The token of a deed, by its `digestOf`, that is looked at `now` (ISO 8601). */
  issue(digest: Buffer, now: string): string {
    const time = Date.parse(now).toString(36);
    return `${time}.${macOf(this.#keys[0] as Buffer, time, digest).toString("base64url")}`;
  }

  /** Whether the token is of the deed with this digest, and younger than 15 minutes. */
  check(token: string, digest: Buffer, now: string): "fits" | "differs" | "expired" {
    const [time = "", mac = ""] = token.split(".");
    const given = Buffer.from(mac, "base64url");
    const isOf = (key: Buffer) => isSame(given, macOf(key, time, digest));
    if (!this.#keys.some(isOf)) return "differs";
    return Date.parse(now) - Number.parseInt(time, 36) <= LIFETIME_MS ? "fits" : "expired";
  }
}

/** SHA-256 of what a token is about. Thousands of changes are read in turns with other requests. */
export async function digestOf({ siteId, operation, args, noted, touched }: ConfirmedWork): Promise<Buffer> {
  const hash = createHash("sha256").update(canonicalJson([siteId, operation, args, touched]));
  await inTimeSlices(noted, (change) => {
    hash.update(`\n${canonicalJson(overwritten(change))}`); // no JSON holds a line break
  });
  return hash.digest();
}

const macOf = (key: Buffer, time: string, digest: Buffer): Buffer =>
  createHmac("sha256", key).update(`${time}.`).update(digest).digest();

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/**
 * Which thing a change is about, and what it would overwrite: before-values but stock and stamps. A thing that stays as
 * it is counts too: a sale makes that of one whose stock is set to what it was.
 */
function overwritten(change: Change): object {
  const { entity, id, label } = change;
  const [before, after] = [lasting(entity, change.before), lasting(entity, change.after)];
  if (before === null) return { entity, label }; // its id is another in each run
  return { entity, id, before: difference({ ...change, before, after })?.before };
}

/** What shoppers' orders and the clock change all the time; a token must outlive it. */
const PASSING = new Set(["inventory_quantity", "uses", "created_at", "updated_at"]);

const passes = (entity: string, name: string): boolean =>
  PASSING.has(name) || (entity === "promotion" && name === "state"); // uses and the clock make it

/** A thing without what passes, its variants too. */
const lasting = (entity: string, thing: object | null): object | null =>
  thing &&
  Object.fromEntries(
    Object.entries(thing).flatMap(([name, value]) => {
      if (passes(entity, name)) return [];
      const isList = name === "variants" && Array.isArray(value);
      return [[name, isList ? value.map((one) => lasting(entity, one)) : value]];
    }),
  );

/** A call without a token where one is required. `touched`: how many things it would change. */
export const unconfirmed = (operation: string, touched: number): Problem =>
  new Problem(
    "confirmation_required",
    touched > CONFIRM_ABOVE
      ? `${operation} would change ${touched} things; more than ${CONFIRM_ABOVE} need a confirm_token.`
      : `${operation} would do what is hard to undo; it needs a confirm_token.`,
    { errors: [{ path: "confirm_token", message: "is required; a call with dry_run: true answers it" }] },
  );

const MISFITS = {
  expired: "is older than 15 minutes",
  differs: "is not of this call, or the shop changed since",
};

/** A call whose token does not hold; the refusal is a dry run of the call as things are now, with a token of its own. */
export function outdated(why: keyof typeof MISFITS, dryRun: Record<string, unknown>): Problem {
  const message = MISFITS[why];
  return new Problem("confirmation_required", `The confirm_token ${message}. Here is a fresh dry run.`, {
    errors: [{ path: "confirm_token", message }],
    extra: { dry_run: dryRun },
  });
}
