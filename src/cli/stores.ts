import { Command } from "commander";
import { newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { requireZone } from "../core/time/zone.ts";
import { createFirstKeys } from "../keys/keys.ts";
import { allStores, createStore, type SiteRow, zoneOfStore } from "../store/store.ts";
import { tenantOf, withDatabase } from "./database.ts";
import { CommandError, printJson, printRows } from "./output.ts";

export const storesCommand = () => {
  const stores = new Command("stores").description("Make and list stores.");
  stores
    .command("create")
    .description("Make a store, with a secret and a publishable key. The keys are shown this once.")
    .requiredOption("--slug <slug>", "lower case letters, digits and hyphens; names the store in commands")
    .requiredOption("--name <name>", "what shoppers see")
    .option("--currency <code>", "ISO 4217", "DZD")
    .option("--country <code>", "ISO 3166-1 alpha-2", "DZ")
    .option("--time-zone <name>", "IANA name, like Europe/Paris (default: the country's)")
    .option("--locale <tag>", "BCP 47 tag of its first language", "fr")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      '\nExample:\n  hanout stores create --slug my-shop --name "My shop" --currency EUR --country FR',
    )
    .action(create);
  stores
    .command("list")
    .description("List all stores.")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  hanout stores list --json")
    .action(list);
  return stores;
};

interface NewStore {
  slug: string;
  name: string;
  currency: string;
  country: string;
  timeZone?: string;
  locale: string;
  json?: boolean;
}

async function create({ timeZone, ...given }: NewStore): Promise<void> {
  const upper = { currency: given.currency.toUpperCase(), country: given.country.toUpperCase() };
  const store = { ...given, ...upper, time_zone: timeZone === undefined ? null : readTimeZone(timeZone) };
  refuseBadStore(store);
  await withDatabase(async (database) => {
    const tenant = tenantOf({ ...store, id: newId() });
    const made = await database.transact(tenant, async (db) => {
      const site = await createStore(db, store);
      return site && { ...shown(site), ...(await createFirstKeys(db, site.id)) };
    });
    if (!made) throw new CommandError(`There is a store "${store.slug}" already. Choose another --slug.`);
    if (store.json) return printJson(made);
    console.log(`Made the store ${made.slug} (${made.id}). Keep its keys; they are not shown again.`);
    console.log(`  publishable key  ${made.publishable_key}\n  secret key       ${made.secret_key}`);
  });
}

function refuseBadStore({ slug, name, currency, country, locale }: NewStore): void {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    throw new CommandError(`--slug "${slug}" is not lower case letters, digits and single hyphens, like my-shop.`);
  }
  if (!name.trim()) throw new CommandError("--name must not be empty.");
  if (!Intl.supportedValuesOf("currency").includes(currency)) {
    throw new CommandError(`--currency "${currency}" is not a currency of ISO 4217, like DZD or EUR.`);
  }
  if (!/^[A-Z]{2}$/.test(country)) throw new CommandError(`--country "${country}" is not two letters, like DZ or FR.`);
  if (!isLocale(locale)) throw new CommandError(`--locale "${locale}" is not a language tag, like fr or ar-DZ.`);
}

function readTimeZone(name: string): string {
  try {
    return requireZone(name).name;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new CommandError(`--time-zone "${name}": ${error.detail}`);
  }
}

/** With the time zone that holds, its own or its country's. */
const shown = (site: SiteRow): SiteRow => ({ ...site, time_zone: zoneOfStore(site).name });

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

async function list({ json }: { json?: boolean }): Promise<void> {
  await withDatabase(async (database) => {
    const stores: SiteRow[] = [];
    for await (const store of allStores(database.directory)) stores.push(shown(store));
    printRows(stores, ["slug", "name", "currency", "country", "time_zone", "locale", "created_at"], {
      json: json ?? false,
    });
  });
}
