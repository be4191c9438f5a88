import { Type } from "typebox";
import { invalidValue } from "../core/problem.ts";
import {
  hasScope,
  READING_SCOPES,
  RESERVED_SCOPES,
  SCOPES,
  type Scope,
  scopesAmong,
  WHAT_SCOPES_INCLUDE,
} from "../core/scopes.ts";
import { readEnd } from "../core/time/dates.ts";
import { SearchPage } from "../operations/answers.ts";
import { cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { Day, Ref, searching, WITHHELD } from "../operations/inputs.ts";
import { grantedScopes, insufficientScope } from "../operations/needs.ts";
import { defineOperation, type Merchant, type Operation } from "../operations/operation.ts";
import { storeZone } from "../store/store.ts";
import { ApiKey, CreatedKey, RevokedKey } from "./admin-answers.ts";
import { createKey, type Keyring, pageOfKeys, revokeKey, type ShownKey } from "./keys.ts";

const optional = Type.Optional;
const pages = { limit: searching.limit, cursor: searching.cursor };

/** Operations on the store's keys; revoking one must reach what this process knows of keys. */
export const keyOperations = (keyring: Keyring): Operation[] => [
  defineOperation({
    name: "api_keys_list",
    title: "List API keys",
    description: "Names, prefixes, scopes and last use, never the keys. Newest first.",
    area: "keys",
    effect: "read",
    input: { revoked: optional(Type.Boolean({ description: "Include revoked keys" })), ...pages },
    answers: SearchPage(ApiKey),
    example: {},
    run: async ({ db, maxRowsText }, { revoked = false, ...rest }) => {
      const page = cursorPage(rest, maxRowsText);
      const { keys, total } = await pageOfKeys(db, revoked, page);
      const data = cursorAnswer(keys, total, page, (key) => key);
      return { text: `${total} keys; ${data.data.length} shown.`, data };
    },
  }),
  defineOperation({
    name: "api_keys_create",
    title: "Create an API key",
    description:
      "The key is shown only once. A publishable key opens only the storefront API. A key cannot have scopes that yours lacks, or expire later than yours.",
    area: "keys",
    effect: "write",
    notUndoable: "A key is taken back by api_keys_revoke.",
    takes: ["dry_run", "idempotency_key"],
    input: {
      kind: optional(Type.Enum(["secret", "publishable"], { description: "Default secret" })),
      name: Type.String({ minLength: 1, maxLength: 100 }),
      scopes: optional(
        Type.Array(Type.Enum([...SCOPES], { [WITHHELD]: RESERVED_SCOPES }), {
          minItems: 1,
          maxItems: SCOPES.length,
          description: `${WHAT_SCOPES_INCLUDE}. Default: all your reading ones`,
        }),
      ),
      expires_at: optional(Day("A date includes that day. Default: as your own key")),
    },
    answers: CreatedKey,
    example: { name: "Accountant", scopes: ["reports:read", "orders:read"], expires_at: "2099-12-31" },
    run: async (call, { kind = "secret", name, scopes: requested, expires_at }) => {
      if (!name.trim()) throw invalidValue("name", "must not be empty");
      const scopes = kind === "secret" ? scopesOfKey(requested, call.merchant.scopes) : refuseScopes(requested);
      const expires = expiryOf(
        readEnd("expires_at", expires_at, storeZone(call.db)),
        call.merchant.expires_at,
        call.db.now,
      );
      const input = { kind, name: name.trim(), scopes, expires_at: expires };
      const { id, key, prefix } = await createKey(call.db, input);
      const created = { ...input, prefix };
      const snapshot = { ...created, revoked_at: null };
      call.changed({ entity: "api_key", id, label: prefix, before: null, after: created, snapshot });
      const text = `Created the ${kind} key ${prefix}… data.key shows it, only this once.`;
      return { text, data: { id, prefix, ...input }, shownOnce: { key } };
    },
  }),
  defineOperation({
    name: "api_keys_revoke",
    title: "Revoke an API key",
    description: "Takes effect immediately. A key may revoke itself, and others that have no scope which it lacks.",
    area: "keys",
    effect: "destroy",
    notUndoable: "A revoked key stays revoked; api_keys_create makes a new one.",
    takes: ["dry_run"],
    input: { key: Ref("Id, prefix or name") },
    answers: RevokedKey,
    refuses: ["key_not_found"],
    example: { key: "First publishable key", dry_run: true },
    run: async (call, { key: ref }) => {
      const key = await revokeKey(call.db, ref);
      requireScopesOf(key, call.merchant);
      call.db.afterCommit(() => keyring.clearCache());
      const { id, prefix, revoked_at } = key;
      const revoked = { revoked_at: revoked_at ?? call.db.now };
      const { kind, name, scopes, expires_at } = key;
      const snapshot = { kind, name, scopes, expires_at, prefix, ...revoked };
      call.changed({ entity: "api_key", id, label: prefix, before: { revoked_at }, after: revoked, snapshot });
      return { text: `Revoked ${prefix}…`, data: { id, prefix, name, ...revoked } };
    },
  }),
];

/** The scopes of a new secret key. Throws `invalid_value`. */
const scopesOfKey = (requested: Scope[] | undefined, held: readonly Scope[]): Scope[] =>
  requested ? grantedScopes(requested, held) : scopesAmong(READING_SCOPES, held);

function refuseScopes(requested: Scope[] | undefined): Scope[] {
  if (requested) throw invalidValue("scopes", "are for secret keys; a publishable key has no scopes");
  return [];
}

/** When a new key expires: as requested, but not after the key that creates it. Throws `invalid_value`. */
function expiryOf(requested: string | undefined, ownExpiry: string | null, now: string): string | null {
  if (requested === undefined) return ownExpiry;
  if (requested <= now) throw invalidValue("expires_at", "must be in the future");
  if (ownExpiry !== null && requested > ownExpiry)
    throw invalidValue("expires_at", `must not be after your own key's, ${ownExpiry}`);
  return requested;
}

/** Throws `insufficient_scope` for a key that may do more than the one that would revoke it. */
function requireScopesOf({ id, prefix, scopes }: ShownKey, own: Merchant): void {
  const missing = scopes.filter((scope) => !hasScope(own.scopes, scope));
  if (id === own.id || missing.length === 0) return;
  throw insufficientScope(
    own,
    `${prefix}… may do more than this key, which lacks ${missing.join(", ")}. A key with these scopes may revoke it, and so may "hanout keys revoke" on the server.`,
    missing,
  );
}
