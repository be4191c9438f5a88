import { hash as digest, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { SCOPES, type Scope } from "../core/scopes.ts";
import type { CursorPage } from "../core/shapes.ts";
import type { Database, SiteDb } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import {
  countKeys,
  findKeysByRef,
  findOwnerByHash,
  insertKey,
  isInForce,
  type KeyRow,
  keysAfter,
  keysOf,
  markRevoked,
  type OwnerRow,
  recordUse,
} from "./queries.ts";

/** A key of a store, without the secret. */
export type ShownKey = Omit<KeyRow, "scopes"> & { scopes: Scope[] };

/** The store of a key, and what the key may do. */
export type Owner = Omit<OwnerRow, "scopes"> & { scopes: Scope[] };

const withOrderedScopes = <R extends { scopes: string[] }>(row: R): Omit<R, "scopes"> & { scopes: Scope[] } => ({
  ...row,
  scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
});

/** `sk_` keys allow all APIs, `pk_` keys only the storefront API: they may be used in a browser. */
const PREFIXES = { secret: "sk_", publishable: "pk_" } as const;
const KEY = /^(sk|pk)_[A-Za-z0-9_-]{32,64}$/;
const PREFIX_LENGTH = 11; // `sk_` and eight characters: enough to recognise a key, too few to guess it

/** How long a process caches a key. Other processes notice a revocation within this time. */
const CACHE_MS = 900;

/** The precision of CACHE_MS: the time is read at most this often. */
const RESOLUTION_MS = 20;
const MAX_CACHED = 50_000;

/**
 * How often a process records that a key is used, unless another has done so within this time. So `last_used_at` is at most
 * twice as much behind.
 */
const LAST_USED_INTERVAL_MS = 30_000;

export interface KeyInput {
  kind: "secret" | "publishable";
  name: string;
  /** The scopes of a secret key; default all. */
  scopes?: Scope[];
  expires_at?: string | null;
}

/** Creates a key and returns it. Only its hash is stored, so the key cannot be shown again. */
export async function createKey(
  db: SiteDb,
  { kind, name, scopes = [...SCOPES], expires_at = null }: KeyInput,
): Promise<{ id: string; key: string; prefix: string; scopes: Scope[] }> {
  const id = newId();
  const key = PREFIXES[kind] + randomBytes(24).toString("base64url");
  const prefix = key.slice(0, PREFIX_LENGTH);
  const granted = kind === "secret" ? scopes : [];
  const stored = { id, kind, name, prefix, scopes: granted, hash: hashOf(key), expires_at };
  await insertKey(db, stored);
  return { id, key, prefix, scopes: granted };
}

/** The keys of a store, revoked ones included, oldest first; without the secrets. */
export const listKeys = async (db: SiteDb): Promise<ShownKey[]> => (await keysOf(db)).map(withOrderedScopes);

/** A page of a store's keys, newest first: up to `limit` + 1 rows, and the total. */
export async function pageOfKeys(
  db: SiteDb,
  withRevoked: boolean,
  { limit, after }: CursorPage,
): Promise<{ keys: ShownKey[]; total: number }> {
  const [keys, total] = await Promise.all([keysAfter(db, withRevoked, after, limit + 1), countKeys(db, withRevoked)]);
  return { keys: keys.map(withOrderedScopes), total };
}

/**
 * Revokes a key, by its id, prefix or name. Returns the key as it was before. Throws `key_not_found` when no key or several
 * keys match. A process that has cached the key accepts it until it calls `clearCache`, or for CACHE_MS.
 */
export async function revokeKey(db: SiteDb, ref: string): Promise<ShownKey> {
  const found = await findKeysByRef(db, ref);
  const exact = found.find(({ id }) => id === ref.toLowerCase());
  const withPrefix = found.filter(({ prefix }) => prefix === ref);
  const matches = withPrefix.length > 0 ? withPrefix : found;
  const active = matches.filter(({ revoked_at }) => revoked_at === null);
  const [key, another] = exact ? [exact] : active.length > 0 ? active : matches;
  if (!key) throw new Problem("key_not_found", `This store has no key "${ref}".`);
  if (another) {
    throw new Problem("key_not_found", `Several keys are named "${ref}"; use the prefix of one.`, {
      extra: { allowed: (active.length > 0 ? active : matches).map(({ prefix }) => prefix) },
    });
  }
  await markRevoked(db, key.id);
  return withOrderedScopes(key);
}

/** For work that goes on after its call. Throws `invalid_api_key` when the key was revoked or has expired. */
export async function requireKeyInForce(db: SiteDb, id: string): Promise<void> {
  if (!(await isInForce(db, id))) {
    throw new Problem(
      "invalid_api_key",
      "The key of this work was revoked or has expired. What was done before stays.",
    );
  }
}

/** Tells that a command created or revoked a key. */
export const tellOfKey = (db: SiteDb, { id, ...data }: { id: string } & Partial<ShownKey>): void =>
  db.happened({ type: "keys.changed", thing: { kind: "api_key", id }, actor: "command", data });

/** Creates the first two keys of a new store. */
export async function createFirstKeys(db: SiteDb): Promise<{ secret_key: string; publishable_key: string }> {
  const secret = await createKey(db, { kind: "secret", name: "First secret key" });
  const publishable = await createKey(db, { kind: "publishable", name: "First publishable key" });
  return { secret_key: secret.key, publishable_key: publishable.key };
}

/** Finds the store of a key, with a cache. */
export class Keyring {
  readonly #database: Database;
  /** By `nameInMemory`. */
  readonly #owners = new LRUCache<string, Owner>({ max: MAX_CACHED, ttl: CACHE_MS, ttlResolution: RESOLUTION_MS });
  /** Running look-ups by `nameInMemory`, so that concurrent requests with an uncached key share one statement. */
  readonly #loading = new Map<string, Promise<Owner | undefined>>();
  /** Keys whose `last_used_at` was updated recently, or could not be updated. */
  readonly #recentlyUsed = new LRUCache<string, true>({ max: MAX_CACHED, ttl: LAST_USED_INTERVAL_MS });
  /** Counts calls of `clearCache`, so that a row read before one is not cached after it. */
  #revocations = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The store of a key; undefined for a malformed, unknown, expired or revoked key. A cached key is found at once, so that
   * its request waits for nothing.
   */
  findOwner(key: string): Owner | undefined | Promise<Owner | undefined> {
    const name = nameInMemory(key);
    const owner = this.#owners.get(name);
    if (owner) return unlessExpired(owner);
    if (!KEY.test(key)) return undefined;
    return (this.#loading.get(name) ?? this.#load(key, name)).then(unlessExpired);
  }

  /** Clears the cache of keys in this process. Call it after a revocation is committed. */
  clearCache(): void {
    this.#revocations++;
    this.#owners.clear();
    this.#loading.clear();
  }

  #load(key: string, name: string): Promise<Owner | undefined> {
    const owner = this.#read(key, name).finally(() => {
      if (this.#loading.get(name) === owner) this.#loading.delete(name);
    });
    this.#loading.set(name, owner);
    return owner;
  }

  async #read(key: string, name: string): Promise<Owner | undefined> {
    const [startedAt, revocations] = [performance.now(), this.#revocations];
    const found = await findOwnerByHash(this.#database.keyDirectory, hashOf(key));
    if (!found) return undefined;
    const owner = withOrderedScopes(found);
    void this.#recordUse(owner);
    if (revocations === this.#revocations) this.#owners.set(name, owner, { start: startedAt });
    return owner;
  }

  /** No request waits for it or fails with it: reads must work on a database that cannot write (disk full, standby). */
  async #recordUse(owner: Owner): Promise<void> {
    const { caller_id } = owner;
    if (this.#recentlyUsed.has(caller_id)) return;
    this.#recentlyUsed.set(caller_id, true);
    const now = Date.now();
    const tenant = tenantOf(owner, new Date(now).toISOString());
    const since = new Date(now - LAST_USED_INTERVAL_MS).toISOString();
    await this.#database.transact(tenant, (db) => recordUse(db, caller_id, since)).catch(() => {});
  }
}

const unlessExpired = (owner: Owner | undefined): Owner | undefined =>
  owner?.expires_at && owner.expires_at <= new Date().toISOString() ? undefined : owner;

/** A publishable key is public, so it stands for itself: to hash it would take longer. A secret key is not remembered. */
const nameInMemory = (key: string): string =>
  key.startsWith(PREFIXES.publishable) ? key : digest("sha256", key, "base64");

/** The SHA-256 of a key. */
const hashOf = (key: string): Buffer => digest("sha256", key, "buffer");
