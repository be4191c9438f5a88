import { newId } from "../core/ids.ts";
import { invalidValue, Problem } from "../core/problem.ts";
import type { Scope } from "../core/scopes.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { requireTypes, typesNamed, typesSeenWith } from "../events/events.ts";
import { type AddressRules, requireAddress } from "./address.ts";
import { VERSION } from "./body.ts";
import { countWaiting, findLastNumber, releaseAll } from "./delivery-queries.ts";
import {
  deleteEndpoint,
  type EndpointRow,
  findEndpoints,
  insertEndpoint,
  listEndpoints,
  lockEndpointWithSecrets,
  replaceSecret,
  switchOff,
  updateEndpoint,
} from "./queries.ts";
import { newSecret, type SecretBox } from "./secrets.ts";

const MAX_ENDPOINTS = 20;
const HOUR_MS = 3_600_000;

/** Writes to the audit log, and says in the server's log, that the server switched an endpoint off. */
export type SwitchedOff = (
  db: SiteDb,
  change: { entity: string; id: string; label: string; before: object; after: object; snapshot: object },
) => Promise<void>;

/** What a merchant says of an endpoint; what is left out stays. */
export interface EndpointInput {
  address?: string | undefined;
  types?: string[] | undefined;
  scopes?: Scope[] | undefined;
  is_ordered?: boolean | undefined;
  is_active?: boolean | undefined;
  /** Hours for which the old secret signs beside a new one. */
  rotate_secret?: number | undefined;
}

/** An endpoint as merchants see it. */
export type ShownEndpoint = Omit<EndpointRow, "last_number">;

export const shownEndpoint = ({ last_number: _, ...endpoint }: EndpointRow): ShownEndpoint => endpoint;

/** What a change of an endpoint may tell, beside how it fares. */
export const told = ({
  last_success_at: _,
  failing_since: __,
  created_at: ___,
  updated_at: ____,
  ...rest
}: ShownEndpoint) => rest;

/** The endpoints of a store, with how many deliveries wait for each, up to a thousand. */
export async function endpointsWithWaiting(db: SiteDb): Promise<(ShownEndpoint & { waiting: number })[]> {
  const endpoints = await listEndpoints(db);
  const counts = await countWaiting(
    db,
    endpoints.map(({ id }) => id),
  );
  const waiting = new Map(counts.map(({ endpoint_id, count }) => [endpoint_id, count]));
  return endpoints.map((endpoint) => ({ ...shownEndpoint(endpoint), waiting: waiting.get(endpoint.id) ?? 0 }));
}

/** The endpoint with this id or address; of a call that writes, locked. Throws `webhook_not_found`. */
export async function requireEndpoint(db: SiteDb, ref: string, { isLocked = true } = {}): Promise<EndpointRow> {
  const [endpoint, another] = await findEndpoints(db, ref, { isLocked });
  if (!endpoint || (another && endpoint.id !== ref.toLowerCase())) {
    throw new Problem("webhook_not_found", `This store has no single webhook endpoint "${ref}".`);
  }
  return endpoint;
}

/**
 * Creates an endpoint, or changes the one that is there. Returns it before and after, and its secret when that is new. Throws
 * `invalid_value`.
 */
export async function saveEndpoint(
  db: SiteDb,
  before: EndpointRow | undefined,
  given: EndpointInput,
  { rules, secrets }: { rules: AddressRules; secrets: SecretBox },
): Promise<{ after: EndpointRow; secret?: string }> {
  const { types, scopes, is_ordered, is_active, rotate_secret } = given;
  const address = given.address === undefined ? undefined : requireAddress(given.address, rules);
  if (types) requireTypes(types);
  if (!before) {
    if (address === undefined) throw invalidValue("address", "is missing");
    if (!types || !scopes) throw invalidValue("types", "is missing");
    requireSeen(types, scopes);
    const secret = newSecret();
    const id = newId();
    await requireRoom(db);
    const row = {
      id,
      address,
      types,
      scopes,
      version: VERSION,
      is_ordered: is_ordered ?? false,
      is_active: is_active ?? true,
    };
    const { last_number = 0 } = (await findLastNumber(db)) ?? {}; // it is told of what happens from now on
    const after = await insertEndpoint(db, { ...row, secret: secrets.seal(secret, id), last_number });
    if (!after) throw new Error(`the endpoint ${id} was not written`);
    return { after, secret };
  }
  const wanted = {
    ...before,
    address: address ?? before.address,
    types: types ?? before.types,
    scopes: scopes ?? before.scopes,
    is_ordered: is_ordered ?? before.is_ordered,
    is_active: is_active ?? before.is_active,
  };
  requireSeen(wanted.types, wanted.scopes);
  const isSwitchedOn = wanted.is_active && !before.is_active;
  if (isSwitchedOn && rotate_secret === undefined) await requireSecret(db, before.id, secrets);
  await updateEndpoint(db, {
    ...wanted,
    ...((isSwitchedOn || is_active === false) && { off_reason: null, failing_since: null }),
  });
  if (before.is_ordered && !wanted.is_ordered) await releaseAll(db, before.id);
  const secret = rotate_secret === undefined ? undefined : newSecret();
  if (secret !== undefined) {
    const endsAt = new Date(Date.parse(db.now) + (rotate_secret ?? 0) * HOUR_MS).toISOString();
    await replaceSecret(db, before.id, secrets.seal(secret, before.id), endsAt);
  }
  return { after: await requireEndpoint(db, before.id), ...(secret !== undefined && { secret }) };
}

/** Throws `invalid_value` for an endpoint that could sign nothing: its store came from another server, or the key of its secret is gone. */
async function requireSecret(db: SiteDb, id: string, secrets: SecretBox): Promise<void> {
  const stored = await lockEndpointWithSecrets(db, id);
  if (stored && secrets.open(stored.sealed_secret, id)) return;
  throw invalidValue("rotate_secret", "is missing: the endpoint's secret cannot be read, so it needs a new one");
}

/** Throws `invalid_value` for types of which the endpoint would see none. */
function requireSeen(types: readonly string[], scopes: readonly Scope[]): void {
  const seen = typesSeenWith(scopes);
  const unseen = types.find((type) => !typesNamed([type]).some((name) => seen.includes(name)));
  if (unseen !== undefined) throw invalidValue("types", `"${unseen}" is nothing that these scopes may see`);
}

/** Throws `invalid_value` when the store has as many endpoints as it may. */
async function requireRoom(db: SiteDb): Promise<void> {
  await lockForTransaction(db, "new webhook endpoint");
  const { length } = await listEndpoints(db);
  if (length >= MAX_ENDPOINTS)
    throw invalidValue("address", `is one too many: a store has ${MAX_ENDPOINTS} endpoints at most`);
}

/** Deletes an endpoint with its deliveries; returns it. Throws `webhook_not_found`. */
export async function removeEndpoint(db: SiteDb, ref: string): Promise<EndpointRow> {
  const endpoint = await requireEndpoint(db, ref);
  await deleteEndpoint(db, endpoint.id);
  return endpoint;
}

/** Switches an endpoint off, and says so. `before`: only when nothing has succeeded since; null: whatever did. */
export async function switchEndpointOff(
  db: SiteDb,
  id: string,
  reason: string,
  before: string | null,
  say: SwitchedOff,
): Promise<void> {
  const endpoint = await switchOff(db, id, reason, before);
  if (!endpoint) return;
  const { address } = endpoint;
  await say(db, {
    entity: "webhook_endpoint",
    id,
    label: address,
    before: { is_active: true, off_reason: null },
    after: { is_active: false, off_reason: reason },
    snapshot: told(shownEndpoint(endpoint)),
  });
}
