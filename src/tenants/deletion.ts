import type { Database, Tenant } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import type { Files } from "../files/files.ts";
import type { JobKind } from "../jobs/jobs.ts";
import { deleteEmptyStore, deleteRows, findStoresToDelete } from "./queries.ts";
import { beginDeletion } from "./state.ts";

/** Rows that one transaction deletes, and stores that one run deletes. */
const ROWS_AT_ONCE = 5000;
const STORES_AT_ONCE = 10;

/** Deletes the stores whose time is over, in portions: a run that is cut off goes on with the next. */
export const deletingStores = (files: Pick<Files, "empty" | "removeStore">): JobKind => ({
  name: "deleting_stores",
  atOnce: 1,
  isRepeatable: true,
  maxAttempts: 1,
  repeats: { everyMs: 60_000, id: "00000000-0000-0000-0000-000000000004" },
  run: async ({ database, tenant: { now }, signal }) => {
    for (const store of await findStoresToDelete(database.keyDirectory, now, STORES_AT_ONCE)) {
      if (signal.aborted) break;
      await deleteStore(database, files, tenantOf(store, now), signal);
    }
    return {};
  },
});

async function deleteStore(
  database: Database,
  files: Pick<Files, "empty" | "removeStore">,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<void> {
  if (!(await database.transact(tenant, beginDeletion))) return; // it was taken back meanwhile
  while (!(await database.transact(tenant, (db) => files.empty(db)))) if (signal.aborted) return;
  await removeRows(database, tenant, signal);
  if (!signal.aborted) await removeStore(database, files, tenant);
}

/** Deletes the rows of a store whose deletion has begun, or that has not arrived whole, in portions, until it is aborted. */
export async function removeRows(database: Database, tenant: Tenant, signal?: AbortSignal): Promise<void> {
  while (!(await database.transact(tenant, (db) => deleteRows(db, ROWS_AT_ONCE)))) if (signal?.aborted) return;
}

/** Deletes a store that has no rows left after `removeRows`: its pictures before the store itself, which names their folder. */
export async function removeStore(
  database: Database,
  files: Pick<Files, "removeStore">,
  tenant: Tenant,
): Promise<void> {
  await files.removeStore(tenant.siteId);
  await database.transact(tenant, deleteEmptyStore);
}
