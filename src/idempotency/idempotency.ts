import { createHash } from "node:crypto";
import { Problem } from "../core/problem.ts";
import { canonicalJson } from "../core/text/canonical-json.ts";
import type { SiteDb } from "../db/database.ts";
import { findKey, reserveKey, storeResponse } from "./queries.ts";

/** A request that may come twice and must count once. */
export interface IdempotentRequest {
  /** What the key is for: the same key may be used on another route. */
  route: string;
  /** The client's, 1 to 255 characters; undefined: the request counts as often as it comes. */
  key: string | undefined;
  /** Who asks, where answers hold what only they may see: the id of a signed-in customer. */
  caller?: string | undefined;
  body: unknown;
}

/** An answer, and whether it is the one that was given to the first such request. */
export interface IdempotentAnswer<T> {
  answer: T;
  isReplay: boolean;
}

/**
 * Does the work of a request once (draft-ietf-httpapi-idempotency-key-header): the same key and body within 24 hours
 * get the first answer again. The key is kept in the transaction of the work itself, so a failure frees it and a crash
 * cannot part them. Throws `idempotency_key_reused` for another body or caller, `idempotency_in_progress` while the first
 * runs.
 */
export async function runIdempotent<T>(
  db: SiteDb,
  { route, key, caller = "", body }: IdempotentRequest,
  work: () => Promise<T>,
): Promise<IdempotentAnswer<T>> {
  if (key === undefined) return { answer: await work(), isReplay: false };
  const requestKey = {
    route,
    key,
    body_hash: createHash("sha256")
      .update(canonicalJson(body) + caller)
      .digest(),
  };
  if (await reserveKey(db, requestKey)) {
    const answer = await work();
    await storeResponse(db, requestKey, answer);
    return { answer, isReplay: false };
  }
  const used = await findKey(db, requestKey);
  if (!used || used.response === null) {
    throw new Problem("idempotency_in_progress", "The first request with this key is still running; ask again.");
  }
  if (!requestKey.body_hash.equals(used.body_hash)) {
    throw new Problem("idempotency_key_reused", "This key was used for another request; use a new one.");
  }
  return { answer: used.response as T, isReplay: true };
}

export {
  /** Clears a few keys away that are older than 24 hours. Call it now and then. */
  deleteExpiredKeys,
  /** Clears away every answer that holds one of these ids: what is erased must not come back in a replay. */
  deleteResponsesWith,
} from "./queries.ts";
