import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { SCOPES, type Scope } from "../core/scopes.ts";
import type { CursorPage } from "../core/shapes.ts";
import type { Database, Db } from "../db/database.ts";
import {
  countKeys,
  findKeysByRef,
  findOwnerByHash,
  insertKey,
  type KeyRow,
  keysAfter,
  keysOf,
  markRevoked,
  noteUse,
  type OwnerRow,
} from "./queries.ts";

export type { KeyRow } from "./queries.ts";

/** `sk_` opens everything, `pk_` only the storefront API: it may sit in a browser. */
const PREFIXES = { secret: "sk_", publishable: "pk_" } as const;
const KEY = /^(sk|pk)_[A-Za-z0-9_-]{32,64}$/;
const VISIBLE = 11; // `sk_` and eight characters, enough to tell keys apart and no more

/** Revocation and expiry are felt within this time in processes that did not do it. */
const FRESH_MS = 900;

/** `last_used_at` is this exact, so that a busy key is not a busy row. */
const USE_NOTED_MS = 60_000;

export interface KeyInput {
  kind: "secret" | "publishable";
  name: string;
  /** Of a secret key; all, unless said. */
  scopes?: Scope[];
  expires_at?: string | null;
}

/** Makes a key and returns it; it is stored as a hash, so this is the only time anybody sees it. */
export async function createKey(
  db: Db,
  siteId: string,
  { kind, name, scopes = [...SCOPES], expires_at = null }: KeyInput,
): Promise<{ id: string; key: string; prefix: string; scopes: Scope[] }> {
  const id = newId();
  const key = PREFIXES[kind] + randomBytes(24).toString("base64url");
  const prefix = key.slice(0, VISIBLE);
  const granted = kind === "secret" ? scopes : [];
  const stored = { id, kind, name, prefix, scopes: granted, hash: Buffer.from(hashOf(key), "base64"), expires_at };
  await insertKey(db, siteId, stored, new Date().toISOString());
  return { id, key, prefix, scopes: granted };
}

/** A store's keys, revoked ones too, oldest first; never the keys themselves. */
export const listKeys = (db: Db, siteId: string): Promise<KeyRow[]> => keysOf(db, siteId);

/** A store's keys, newest first: at most one more than `limit`, and how many there are in all. */
export async function pageOfKeys(
  db: Db,
  siteId: string,
  withRevoked: boolean,
  { limit, after }: CursorPage,
): Promise<{ keys: KeyRow[]; total: number }> {
  const keys = await keysAfter(db, siteId, withRevoked, after, limit + 1);
  return { keys, total: await countKeys(db, siteId, withRevoked) };
}

/**
 * Revokes the key of this id, visible prefix or name for good. Returns it as it was. Throws `key_not_found` when no
 * single key of the store is meant. Processes that know the key take it until they `forget`, or for FRESH_MS.
 */
export async function revokeKey(db: Db, siteId: string, ref: string, now: string): Promise<KeyRow> {
  const meant = await findKeysByRef(db, siteId, ref);
  const exact = meant.find(({ id }) => id === ref.toLowerCase());
  const prefixed = meant.filter(({ prefix }) => prefix === ref);
  const alike = prefixed.length > 0 ? prefixed : meant;
  const working = alike.filter(({ revoked_at }) => revoked_at === null);
  const [key, another] = exact ? [exact] : working.length > 0 ? working : alike;
  if (!key) throw new Problem("key_not_found", `This store has no key "${ref}".`);
  if (another) {
    throw new Problem("key_not_found", `Several keys are called "${ref}"; name one by its prefix.`, {
      extra: { allowed: (working.length > 0 ? working : alike).map(({ prefix }) => prefix) },
    });
  }
  await markRevoked(db, siteId, key.id, now);
  return key;
}

/** The two keys that a new store starts with. */
export async function createFirstKeys(
  db: Db,
  siteId: string,
): Promise<{ secret_key: string; publishable_key: string }> {
  const secret = await createKey(db, siteId, { kind: "secret", name: "First secret key" });
  const publishable = await createKey(db, siteId, { kind: "publishable", name: "First publishable key" });
  return { secret_key: secret.key, publishable_key: publishable.key };
}

/** Finds the store of a key, without a database read while the key is warm, and revokes keys. */
export class Keyring {
  readonly #database: Database;
  readonly #owners = new LRUCache<string, OwnerRow>({ max: 50_000, ttl: FRESH_MS });
  /** Look-ups under way: many requests with a key that is not warm are one statement. */
  readonly #loading = new Map<string, Promise<OwnerRow | undefined>>();
  /** Keys whose use was noted a moment ago, or could not be. */
  readonly #noted = new LRUCache<string, true>({ max: 50_000, ttl: USE_NOTED_MS });
  /** Counts revocations, so that an answer read before one is not remembered after it. */
  #revocations = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Undefined for a key that is malformed, unknown, expired or revoked. */
  async findOwner(key: string): Promise<OwnerRow | undefined> {
    if (!KEY.test(key)) return undefined;
    const hash = hashOf(key);
    const owner = this.#owners.get(hash) ?? (await (this.#loading.get(hash) ?? this.#load(hash)));
    const expired = owner?.expires_at && owner.expires_at <= new Date().toISOString();
    return expired ? undefined : owner;
  }

  /** Revokes a key as `revokeKey` does; in this process it stops working at once. */
  async revoke(siteId: string, ref: string): Promise<KeyRow> {
    const key = await revokeKey(this.#database.directory, siteId, ref, new Date().toISOString());
    this.forget();
    return key;
  }

  /** What this process knows of keys is read again; call it when a revocation is committed. */
  forget(): void {
    this.#revocations++;
    this.#owners.clear();
    this.#loading.clear();
  }

  #load(hash: string): Promise<OwnerRow | undefined> {
    const owner = this.#read(hash).finally(() => {
      if (this.#loading.get(hash) === owner) this.#loading.delete(hash);
    });
    this.#loading.set(hash, owner);
    return owner;
  }

  async #read(hash: string): Promise<OwnerRow | undefined> {
    const [asked, revocations] = [performance.now(), this.#revocations];
    const owner = await findOwnerByHash(this.#database.directory, Buffer.from(hash, "base64"));
    if (!owner) return undefined;
    await this.#noteUse(owner);
    if (revocations === this.#revocations) this.#owners.set(hash, owner, { start: asked });
    return owner;
  }

  /** A database that stores nothing, because its disk is full or it is a standby, must not stop what only reads. */
  async #noteUse({ site_id, key_id, last_used_at }: OwnerRow): Promise<void> {
    const now = new Date();
    const isRecent = last_used_at !== null && now.getTime() - Date.parse(last_used_at) <= USE_NOTED_MS;
    if (isRecent || this.#noted.has(key_id)) return;
    this.#noted.set(key_id, true);
    await noteUse(this.#database.directory, site_id, key_id, now.toISOString()).catch(() => {});
  }
}

/** In base64. */
const hashOf = (key: string): string => createHash("sha256").update(key).digest("base64");
