import { newId } from "../../core/ids.ts";
import { Problem } from "../../core/problem.ts";
import { readEmail } from "../../core/text/email.ts";
import { requireZone } from "../../core/time/zone.ts";
import type { SiteDb } from "../../db/database.ts";
import { createFirstKeys } from "../../keys/keys.ts";
import { inviteMember, makeLink, tellOfMember } from "../../staff/staff.ts";
import { allStores, createStore, type SiteRow, storeChecklist, zoneOfStore } from "../../store/store.ts";
import { type Call, CommandError } from "../call.ts";
import { tenantOf } from "../database.ts";
import { printChecklist, printJson, printTable } from "../screen/output.ts";
import { consoleUrl } from "./staff.ts";
import { stateOf } from "./tenants.ts";

interface NewStore {
  slug: string;
  name: string;
  currency: string;
  country: string;
  timeZone?: string;
  locale: string;
  owner?: string;
  json?: boolean;
}

export async function create(call: Call, { timeZone, owner, ...given }: NewStore): Promise<void> {
  const upper = { currency: given.currency.toUpperCase(), country: given.country.toUpperCase() };
  const store = { ...given, ...upper, time_zone: timeZone === undefined ? null : readTimeZone(timeZone) };
  validateStore(store);
  if (owner !== undefined && !readEmail(owner)) throw new CommandError(`--owner "${owner}" is not an e-mail address.`);
  await call.withDatabase(async (opened) => {
    const { database } = opened;
    const tenant = tenantOf({ ...store, id: newId() });
    const created = await database.transact(tenant, async (db) => {
      const site = await createStore(db, store);
      if (site) db.happened({ type: "store.changed", thing: { kind: "store", id: site.id }, actor: "command" });
      if (!site) return undefined;
      const keys = await createFirstKeys(db);
      const link = owner === undefined ? {} : { owner_link: await inviteOwner(db, owner, consoleUrl(call, opened)) };
      return { ...withTimeZone(site), ...keys, ...link, checklist: await storeChecklist(db) };
    });
    if (!created) throw new CommandError(`The store "${store.slug}" already exists. Choose another --slug.`);
    if (store.json) return printJson(call.screen, created);
    call.screen.print(
      `Created the store ${created.slug} (${created.id}). Save its keys now; they are not shown again.`,
    );
    call.screen.print(`  publishable key  ${created.publishable_key}\n  secret key       ${created.secret_key}`);
    if (created.owner_link !== undefined) {
      call.screen.print(`  owner's link     ${created.owner_link} (works once, for three days)`);
    }
    printChecklist(call.screen, created.checklist);
    call.screen.print(
      `\nImport a product export with: ${call.program} import products_export.csv --store ${created.slug}`,
    );
  });
}

async function inviteOwner(db: SiteDb, email: string, url: string): Promise<string> {
  const { member } = await inviteMember(db, email, "owner");
  tellOfMember(db, member);
  return url + (await makeLink(db, "invitation", member.account_id)).path;
}

/** Throws CommandError. */
export function validateSlug(slug: string): void {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return;
  throw new CommandError(`--slug "${slug}" is not lower case letters, digits and single hyphens, like my-shop.`);
}

function validateStore({ slug, name, currency, country, locale }: NewStore): void {
  validateSlug(slug);
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

/** The store with its effective time zone: its own, or its country's. */
const withTimeZone = (site: SiteRow): SiteRow => ({ ...site, time_zone: zoneOfStore(site).name });

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export async function list(call: Call, { json }: { json?: boolean }): Promise<void> {
  await call.withDatabase(async ({ database }) => {
    const stores: SiteRow[] = [];
    for await (const store of allStores(database.directory)) stores.push(withTimeZone(store));
    if (json) printJson(call.screen, stores);
    else {
      const rows = stores.map((store) => ({ ...store, state: stateOf(store) }));
      printTable(call.screen, rows, [
        "slug",
        "name",
        "state",
        "currency",
        "country",
        "time_zone",
        "locale",
        "created_at",
      ]);
    }
  });
}
