import type { Settings } from "../config.ts";
import type { Database, Tenant } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import { endDemo, makeDemoLink } from "../staff/staff.ts";
import { findStoreBySlug } from "../store/store.ts";
import type { DemoFile } from "./demo-file.ts";

/**
 * A new link by which the owner of the demo signs in; undefined where the database is not this machine's own, and in production, where what
 * opened the demo before ends.
 */
export async function demoLink(
  { NODE_ENV, DATABASE_URL, PUBLIC_URL }: Settings,
  database: Database,
  demo: DemoFile | undefined,
): Promise<string | undefined> {
  if (DATABASE_URL) return undefined;
  if (NODE_ENV === "production") await endDemo(database);
  if (NODE_ENV === "production" || !demo) return undefined;
  const tenants: Tenant[] = [];
  for (const { slug } of demo.stores) {
    const store = await findStoreBySlug(database.directory, slug);
    if (store) tenants.push(tenantOf({ ...store, site_id: store.id }));
  }
  const path = await makeDemoLink(database, tenants);
  return `${PUBLIC_URL || demo.url.replace("//127.0.0.1:", "//localhost:")}${path}`; // passkeys need a name
}
