import { Problem } from "../core/problem.ts";
import { hasScope, SCOPES, type Scope, scopesAmong } from "../core/scopes.ts";
import type { Need, Operation, OperationKey } from "./operation.ts";

type Key = Pick<OperationKey, "scopes">;

/** Throws `insufficient_scope` for a key without a scope that a call needs. */
export function requireScope({ scopes }: Key, { scope, what, instead, argument }: Need): void {
  if (hasScope(scopes, scope)) return;
  const detail = [`${what} needs the scope ${scope}.`, ...(instead ? [instead] : [])].join(" ");
  throw insufficientScope(detail, [scope], argument);
}

/** The scopes that these arguments need. Throws `insufficient_scope` for an argument that needs one which the key does not have. */
export function requireArgumentScopes(
  { name, needs = {} }: Operation,
  key: Key,
  store: { country: string },
  input: Readonly<Record<string, unknown>>,
): Scope[] {
  return Object.entries(needs).flatMap(([argument, { scope, unless, orMissing, instead }]) => {
    const value = input[argument];
    if ((value === undefined && !orMissing) || unless?.test(value, store, input)) return [];
    const what = unless ? `${argument} of ${name}, unless it is ${unless.is},` : `${argument} of ${name}`;
    requireScope(key, { scope, what, instead, argument });
    return [scope];
  });
}

/** The refusal of a key that lacks these scopes. It says how to get a key that has them. */
export const insufficientScope = (detail: string, scopes: readonly Scope[], argument?: string): Problem =>
  new Problem("insufficient_scope", `${detail} Ask the merchant for a key with it: api_keys_create makes one.`, {
    errors: argument === undefined ? [] : [{ path: argument, message: `needs the scope ${scopes.join(" or ")}` }],
    extra: { allowed: scopes },
  });

/** The scopes that are given on: as requested, but only those of the key that gives them. Throws `invalid_value`. */
export function grantedScopes(requested: readonly Scope[], held: readonly Scope[]): Scope[] {
  const missing = requested.filter((scope) => !hasScope(held, scope));
  if (missing.length === 0) return [...new Set(requested)];
  const message = `must be scopes of your own key; it lacks ${missing.join(", ")}`;
  throw new Problem("invalid_value", `scopes ${message}.`, {
    errors: [{ path: "scopes", message }],
    extra: { allowed: scopesAmong(SCOPES, held) },
  });
}
