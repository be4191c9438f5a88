import { READING_SCOPES, SCOPES, type Scope } from "../core/scopes.ts";

/**
 * What the scopes of the release before allow. Its servers may run beside new ones for a while and create keys with them;
 * `find_key_owner` answers such names for new keys, too.
 */
const EARLIER_SCOPES: Readonly<Record<string, readonly Scope[]>> = {
  read: READING_SCOPES,
  catalog: ["catalog:write"],
  orders: ["orders:write", "customers:write", "reports:read"],
  content: ["content:write"],
  settings: ["settings:write"],
  keys: ["keys:write"],
};

/** The scopes of a stored key, in their order. */
export function currentScopes(stored: readonly string[]): Scope[] {
  const names = new Set(stored.flatMap((name): readonly string[] => EARLIER_SCOPES[name] ?? [name]));
  return SCOPES.filter((scope) => names.has(scope));
}
