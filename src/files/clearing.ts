import { NO_STORE } from "../core/ids.ts";
import { asStored } from "../core/media.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import type { Incoming } from "./incoming.ts";
import { fileAt } from "./kinds.ts";
import { deleteFiles, findRowless, findStoresWithFiles, lockUnnamedFiles, touchFiles } from "./queries.ts";
import type { Storage } from "./storage.ts";
import { findUses, namingReads } from "./use-queries.ts";

const DAY_MS = 86_400_000;
/** What nothing has named for so long is deleted. */
const UNNAMED_MS = 30 * DAY_MS;
/** A file without a row was given up by an upload, which ends sooner. */
const ROWLESS_MS = DAY_MS;
const STORES_AT_ONCE = 100;
const FILES_AT_ONCE = 50;

interface Parts {
  database: Database;
  files: { storage: Storage; incoming: Incoming; remove(db: SiteDb, hash: string): Promise<void> };
  /** ISO 8601. */
  now: string;
  signal: AbortSignal;
}

/** Deletes the files of all stores that nothing has named for 30 days, and what is kept without a row. Stops when the signal is aborted. */
export async function clearFiles(parts: Parts): Promise<void> {
  const { database, files, now, signal } = parts;
  for (let after = NO_STORE; ; ) {
    const stores = await findStoresWithFiles(database.keyDirectory, after, STORES_AT_ONCE);
    for (const store of stores) {
      await clearStore(parts, tenantOf(store, now));
      if (signal.aborted) return;
    }
    const last = stores.at(-1);
    if (!last || stores.length < STORES_AT_ONCE) break;
    after = last.site_id;
  }
  await clearRowless(parts);
  await files.incoming.clear(Date.parse(now));
}

/** Notes what is named, and deletes what has not been for long. */
async function clearStore({ database, signal }: Parts, tenant: Tenant): Promise<void> {
  for (const read of namingReads) {
    if (signal.aborted) return;
    await database.transact(tenant, async (db) => touchFiles(db, await read(db)));
  }
  const since = new Date(Date.parse(tenant.now) - UNNAMED_MS).toISOString();
  while (!signal.aborted) {
    const found = await database.transact(tenant, async (db) => {
      const old = await lockUnnamedFiles(db, since, FILES_AT_ONCE);
      if (old.length === 0) return 0;
      // Under the lock nobody begins to name them. Orders and changes that can be undone name them, too.
      const named = new Set(
        (
          await findUses(
            db,
            old.map(({ hash }) => hash),
            1,
          )
        ).map(({ hash }) => hash),
      );
      await touchFiles(db, [...named]);
      await deleteFiles(
        db,
        old.filter(({ hash }) => !named.has(hash)).map(({ id }) => id),
      );
      return old.length;
    });
    if (found < FILES_AT_ONCE) return;
  }
}

/**
 * Removes what is kept without a row: of files that were just deleted, and of uploads whose process was killed. A store that this
 * database does not know may be another's, which shares the folder: what it has stays.
 */
async function clearRowless({ database, files, now, signal }: Parts): Promise<void> {
  for await (const keys of files.storage.list(new Date(Date.parse(now) - ROWLESS_MS))) {
    const kept = keys.flatMap((key) => fileAt(key) ?? []);
    const hashes = [...new Set(kept.map(({ hash }) => hash))];
    const [first] = kept; // a page is of one store
    if (!first) continue;
    const tenant = { ...NOBODY, siteId: first.siteId, now };
    const rowless = await database.transact(tenant, (db) => findRowless(db, hashes));
    for (const { hash } of rowless) {
      if (signal.aborted) return;
      await database.transact(tenant, (db) => files.remove(db, hash));
    }
  }
}

/** A store of which nothing but the id is known. */
const NOBODY = { currency: "", country: "", locale: "", timeZone: null, mediaUrl: asStored };
