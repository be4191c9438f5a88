import { createHash } from "node:crypto";
import { Problem } from "../core/problem.ts";
import { canonicalJson } from "../core/text/canonical-json.ts";
import type { SiteDb } from "../db/database.ts";
import { tryLockForTransaction } from "../db/locks.ts";
import { deleteKey, findKey, insertKey, type RequestKey, type UsedKey } from "./queries.ts";

/** A request that may arrive several times and must take effect once. */
export interface IdempotentRequest {
  /** The scope of the key: another route may use the same key. */
  route: string;
  /** The client's key, 1 to 255 characters; undefined: the request is not idempotent. */
  key: string | undefined;
  /** The id of the customer or API key who alone may see the answer; undefined: it is for everybody. */
  caller?: string | undefined;
  body: unknown;
}

/** An answer, and whether it repeats the answer of an earlier request. */
export interface IdempotentAnswer<T> {
  answer: T;
  isReplay: boolean;
}

/**
 * Runs the work of a request once (draft-ietf-httpapi-idempotency-key-header): the same key and body within 24 hours get
 * the first answer again. Key and work share one transaction, so that a failure releases the key. Throws
 * `idempotency_key_reused` for another body or caller, `idempotency_in_progress` while the first request runs.
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
  const [isLocked, used] = await Promise.all([tryLockForTransaction(db, `${route} ${key}`), findKey(db, requestKey)]);
  if (used && !used.is_expired) return { answer: storedAnswer(requestKey, used) as T, isReplay: true };
  if (!isLocked) {
    throw new Problem("idempotency_in_progress", (say) => say.request.inProgress);
  }
  const answer = await work();
  if (used) deleteKey(db, requestKey);
  insertKey(db, requestKey, answer); // without the lock, its primary key would still let one of two requests win
  return { answer, isReplay: false };
}

function storedAnswer({ body_hash }: RequestKey, used: UsedKey): unknown {
  if (!body_hash.equals(used.body_hash)) {
    throw new Problem("idempotency_key_reused", (say) => say.request.keyReused);
  }
  return used.response;
}

export {
  /** Deletes every stored answer that contains one of these ids, so that a replay cannot return erased data. */
  deleteResponsesWith,
} from "./queries.ts";
