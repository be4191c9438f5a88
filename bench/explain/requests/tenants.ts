import { findArchiver, findRoles, findServer, findUnguarded } from "../../../src/cli/doctor/queries.ts";
import { newId } from "../../../src/core/ids.ts";
import { JobRunner } from "../../../src/jobs/jobs.ts";
import { findBacklog } from "../../../src/metrics/metrics.ts";
import { createStore } from "../../../src/store/store.ts";
import {
  deletingStores,
  orderDeletion,
  resumeStore,
  Suspensions,
  sizesOf,
  suspendStore,
  UseRecorder,
  useOf,
} from "../../../src/tenants/tenants.ts";
import type { Use } from "../scene.ts";

const DAY_MS = 86_400_000;

/** What those do who run the server. */
export const TENANTS: Record<string, Use> = {
  "tenants: suspended, resumed, deleted": async ({ database, store }) => {
    const tenant = { ...store.tenant, siteId: newId() };
    await database.transact(tenant, (db) =>
      createStore(db, { slug: `deleted-${tenant.siteId}`, name: "Deleted", locale: "fr" }),
    );
    await database.transact(tenant, suspendStore);
    await database.transact(tenant, resumeStore);
    await database.transact(tenant, orderDeletion);
    const files = { empty: async () => true, removeStore: async () => {} };
    const runner = new JobRunner(database, [deletingStores(files)], {
      clock: () => Date.now() + 8 * DAY_MS,
    });
    await runner.addRepeated();
    await runner.runDue();
  },
  "tenants: use": async ({ database, store: { tenant } }) => {
    const served = () => [
      [tenant.siteId, { requests: 1, bytes: 100 }] as [string, { requests: number; bytes: number }],
    ];
    await new UseRecorder(database, { served, onError: console.error }).record();
    await database.report(tenant, (db) => useOf(db, "2026-01-01", "2026-12-31"));
    await database.report(tenant, sizesOf);
    await new Suspensions(database).isSuspended(tenant.siteId);
  },
  "doctor: metrics": async ({ database }) => {
    await findBacklog(database.keyDirectory, new Date().toISOString());
    for (const look of [findServer, findRoles, findUnguarded, findArchiver]) await look(database.keyDirectory);
  },
};
