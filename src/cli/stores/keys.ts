import { Problem } from "../../core/problem.ts";
import { RESERVED_SCOPES, SCOPES, type Scope } from "../../core/scopes.ts";
import { readEnd } from "../../core/time/dates.ts";
import type { Zone } from "../../core/time/zone.ts";
import { createKey, listKeys, revokeKey, type ShownKey, tellOfKey } from "../../keys/keys.ts";
import { zoneOfStore } from "../../store/store.ts";
import { type Call, CommandError } from "../call.ts";
import { requireStore, tenantOf } from "../database.ts";
import { printJson, printTable } from "../screen/output.ts";

interface NewKey {
  store: string;
  kind: "secret" | "publishable";
  name: string;
  scopes?: string;
  expires?: string;
  json?: boolean;
}

interface OfStore {
  store: string;
  json?: boolean;
}

export async function create(
  call: Call,
  { store: slug, kind, name, scopes: list, expires, json }: NewKey,
): Promise<void> {
  const requested = list === undefined ? {} : { scopes: readScopes(list, kind) };
  await call.withDatabase(async ({ database }) => {
    const store = await requireStore(database, slug, call.program);
    const expires_at = expires === undefined ? null : futureEnd(expires, zoneOfStore(store));
    const { id, key, scopes } = await database.transact(tenantOf(store), async (db) => {
      const created = await createKey(db, { kind, name, expires_at, ...requested });
      const { id, prefix, scopes } = created;
      tellOfKey(db, { id, kind, name, prefix, scopes, expires_at, revoked_at: null });
      return created;
    });
    if (json) return printJson(call.screen, { id, kind, name, scopes, expires_at, key });
    call.screen.print(`Created a ${kind} key for ${slug}. Save it now; it is not shown again.\n  ${key}`);
  });
}

function readScopes(list: string, kind: NewKey["kind"]): Scope[] {
  if (kind !== "secret") throw new CommandError("--scopes is for secret keys; a publishable key has no scopes.");
  const names = list.split(",").map((name) => name.trim());
  const reserved = names.find((name) => RESERVED_SCOPES.has(name));
  if (reserved !== undefined) throw new CommandError(`--scopes "${reserved}" ${RESERVED_SCOPES.get(reserved)}.`);
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

export async function list(call: Call, { store: slug, json }: OfStore): Promise<void> {
  await call.withDatabase(async ({ database }) => {
    const store = await requireStore(database, slug, call.program);
    const keys = await database.transact(tenantOf(store), listKeys);
    if (json) printJson(call.screen, keys);
    else
      printTable(
        call.screen,
        keys.map(inTable),
        ["prefix", "name", "scopes", "created", "last_used", "state"],
        TABLE_WIDTHS,
      );
  });
}

/** Together 100 characters, with the lines between the columns. */
const TABLE_WIDTHS = [13, 17, 27, 12, 12, 12];

const inTable = ({ prefix, kind, name, scopes, created_at, last_used_at, expires_at, revoked_at }: ShownKey) => ({
  prefix,
  name,
  scopes: kind === "secret" && SCOPES.every((scope) => scopes.includes(scope)) ? "all" : scopes.join(", "),
  created: dayOf(created_at),
  last_used: last_used_at && dayOf(last_used_at),
  state: stateOf(revoked_at, expires_at),
});

const dayOf = (time: string): string => time.slice(0, "2027-01-31".length);

function stateOf(revokedAt: string | null, expiresAt: string | null): string {
  if (revokedAt) return `revoked ${dayOf(revokedAt)}`;
  if (!expiresAt) return "active";
  return `${Date.parse(expiresAt) > Date.now() ? "expires" : "expired"} ${dayOf(expiresAt)}`;
}

export async function revoke(call: Call, key: string, { store: slug, json }: OfStore): Promise<void> {
  await call.withDatabase(async ({ database }) => {
    const store = await requireStore(database, slug, call.program);
    const revoked = await database
      .transact(tenantOf(store), async (db) => {
        const revoked = await revokeKey(db, key);
        const { id, kind, name, prefix, scopes, expires_at, revoked_at } = revoked;
        const data = { id, kind, name, prefix, scopes, expires_at, revoked_at: revoked_at ?? db.now };
        if (revoked_at === null) tellOfKey(db, data);
        return revoked;
      })
      .catch((error) => {
        if (!(error instanceof Problem)) throw error;
        throw new CommandError(`${error.detail} "${call.program} keys list --store ${slug}" shows the keys.`);
      });
    if (json) return printJson(call.screen, { id: revoked.id, revoked: true });
    call.screen.print(`Revoked ${revoked.prefix}… (${revoked.name}). Running servers refuse it within a second.`);
  });
}
