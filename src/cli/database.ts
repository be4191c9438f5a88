import { readSettings, type Settings } from "../config.ts";
import { asStored } from "../core/media.ts";
import { Database, type Tenant } from "../db/database.ts";
import { openDatabase } from "../db/open.ts";
import { findStoreBySlug, type SiteRow } from "../store/store.ts";
import { commandName } from "./command-name.ts";
import { CommandError } from "./output.ts";

/** Opens and migrates the database of the settings, runs `work`, and closes the database in any case. */
export async function withDatabase<T>(work: (database: Database, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings();
  const { driver } = await openDatabase(settings, { log: console.error });
  try {
    return await work(new Database(driver, { checks: false }), settings);
  } finally {
    await driver.close();
  }
}

/** Throws CommandError when no store has this slug. */
export async function requireStore(database: Database, slug: string): Promise<SiteRow> {
  const store = await findStoreBySlug(database.directory, slug);
  if (!store) throw new CommandError(`There is no store "${slug}". "${commandName()} stores list" shows all stores.`);
  return store;
}

/** The tenant of a store for a command; media addresses stay unchanged. */
export const tenantOf = ({
  id,
  currency,
  country,
  locale,
  time_zone: timeZone,
}: Pick<SiteRow, "id" | "currency" | "country" | "locale" | "time_zone">): Tenant => ({
  siteId: id,
  currency,
  country,
  locale,
  timeZone,
  now: new Date().toISOString(),
  mediaUrl: asStored,
});
