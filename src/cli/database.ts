import { Problem } from "../core/problem.ts";
import type { Database, Tenant } from "../db/database.ts";
import { tenantOf as tenantOfRow } from "../db/tenant.ts";
import { findStoreBySlug, type SiteRow } from "../store/store.ts";
import { CommandError } from "./call.ts";

/** Throws CommandError when no store has this slug. */
export async function requireStore(database: Database, slug: string, program: string): Promise<SiteRow> {
  const store = await findStoreBySlug(database.directory, slug);
  if (!store) throw new CommandError(`There is no store "${slug}". "${program} stores list" shows all stores.`);
  return store;
}

/** The tenant of a store for a command; media addresses stay unchanged. */
export const tenantOf = ({
  id,
  ...store
}: Pick<SiteRow, "id" | "currency" | "country" | "locale" | "time_zone">): Tenant =>
  tenantOfRow({ ...store, site_id: id });

/** A refusal of the work as one of the command. */
export async function orCommandError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem) throw new CommandError(error.detail);
    throw error;
  }
}
