import { Command, Option } from "commander";
import { Problem } from "../core/problem.ts";
import { SCOPES, type Scope } from "../core/scopes.ts";
import { readEnd } from "../core/time/dates.ts";
import type { Zone } from "../core/time/zone.ts";
import { createKey, listKeys, revokeKey } from "../keys/keys.ts";
import { zoneOfStore } from "../store/store.ts";
import { requireStore, tenantOf, withDatabase } from "./database.ts";
import { CommandError, printJson, printRows } from "./output.ts";

export const keysCommand = () => {
  const keys = new Command("keys").description("Create, list and revoke the API keys of a store.");
  keys
    .command("create")
    .description("Create a key and show it once.")
    .requiredOption("--store <slug>", "the store of the key")
    .addOption(
      new Option("--kind <kind>", "a publishable key may be used in a browser")
        .choices(["secret", "publishable"])
        .default("publishable"),
    )
    .option("--name <name>", "what it is for", "Made on the command line")
    .option(
      "--scopes <list>",
      `what a secret key allows at the tool endpoint and over HTTP: ${SCOPES.join(", ")} (default: all)`,
    )
    .option(
      "--expires <date>",
      "when it expires: a time, or a date such as 2027-01-31, which includes that day in the store's time zone",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      '\nExample:\n  hanout keys create --store my-shop --kind secret --name "Reports" --scopes read,orders',
    )
    .action(create);
  keys
    .command("list")
    .description("List the keys of a store, without their secrets.")
    .requiredOption("--store <slug>", "the store of the keys")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  hanout keys list --store my-shop")
    .action(list);
  keys
    .command("revoke")
    .description("Revoke a key permanently.")
    .argument("<key>", "its id, prefix or name")
    .requiredOption("--store <slug>", "the store of the key")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  hanout keys revoke pk_Xy12AbCd --store my-shop")
    .action(revoke);
  return keys;
};

interface NewKey {
  store: string;
  kind: "secret" | "publishable";
  name: string;
  scopes?: string;
  expires?: string;
  json?: boolean;
}

async function create({ store: slug, kind, name, scopes: list, expires, json }: NewKey): Promise<void> {
  const requested = list === undefined ? {} : { scopes: readScopes(list, kind) };
  await withDatabase(async (database) => {
    const store = await requireStore(database, slug);
    const expires_at = expires === undefined ? null : futureEnd(expires, zoneOfStore(store));
    const { id, key, scopes } = await database.transact(tenantOf(store), (db) =>
      createKey(db, { kind, name, expires_at, ...requested }),
    );
    if (json) return printJson({ id, kind, name, scopes, expires_at, key });
    console.log(`Created a ${kind} key for ${slug}. Save it now; it is not shown again.\n  ${key}`);
  });
}

function readScopes(list: string, kind: NewKey["kind"]): Scope[] {
  if (kind !== "secret") throw new CommandError("--scopes is for secret keys; a publishable key has no scopes.");
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !SCOPES.some((scope) => scope === name));
  if (unknown !== undefined) {
    throw new CommandError(`--scopes "${unknown}" is unknown; the scopes are: ${SCOPES.join(", ")}.`);
  }
  return [...new Set(names as Scope[])];
}

function futureEnd(text: string, zone: Zone): string {
  const end = endOf(text, zone);
  if (Date.parse(end) <= Date.now()) throw new CommandError(`--expires "${text}" is in the past.`);
  return end;
}

function endOf(text: string, zone: Zone): string {
  try {
    return readEnd("--expires", text, zone);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new CommandError(`--expires "${text}" is not a date, like 2027-01-31.`);
  }
}

async function list({ store: slug, json }: { store: string; json?: boolean }): Promise<void> {
  await withDatabase(async (database) => {
    const store = await requireStore(database, slug);
    const keys = await database.transact(tenantOf(store), listKeys);
    printRows(
      keys,
      ["prefix", "kind", "name", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at", "id"],
      {
        json: json ?? false,
      },
    );
  });
}

async function revoke(key: string, { store: slug, json }: { store: string; json?: boolean }): Promise<void> {
  await withDatabase(async (database) => {
    const store = await requireStore(database, slug);
    const revoked = await database
      .transact(tenantOf(store), (db) => revokeKey(db, key))
      .catch((error) => {
        if (!(error instanceof Problem)) throw error;
        throw new CommandError(`${error.detail} "hanout keys list --store ${slug}" shows the keys.`);
      });
    if (json) return printJson({ id: revoked.id, revoked: true });
    console.log(`Revoked ${revoked.prefix}… (${revoked.name}). Running servers refuse it within a second.`);
  });
}
