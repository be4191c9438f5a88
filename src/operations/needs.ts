import { Problem } from "../core/problem.ts";
import { hasScope, SCOPES, type Scope, scopesAmong } from "../core/scopes.ts";
import type { Merchant, Need, Operation } from "./operation.ts";

type Caller = Pick<Merchant, "scopes" | "actor">;

/** Throws `insufficient_scope` for a key without a scope that a call needs. */
export function requireScope(caller: Caller, { scope, what, instead, argument }: Need): void {
  if (hasScope(caller.scopes, scope)) return;
  const detail = [`${what} needs the scope ${scope}.`, ...(instead ? [instead] : [])].join(" ");
  throw insufficientScope(caller, detail, [scope], argument);
}

/** The scopes that these arguments need. Throws `insufficient_scope` for an argument that needs one which the key does not have. */
export function requireArgumentScopes(
  { name, needs = {} }: Operation,
  caller: Caller,
  store: { country: string },
  input: Readonly<Record<string, unknown>>,
): Scope[] {
  return Object.entries(needs).flatMap(([argument, { scope, unless, orMissing, instead }]) => {
    const value = input[argument];
    if ((value === undefined && !orMissing) || unless?.test(value, store, input)) return [];
    const what = unless ? `${argument} of ${name}, unless it is ${unless.is},` : `${argument} of ${name}`;
    requireScope(caller, { scope, what, instead, argument });
    return [scope];
  });
}

const ASK_MERCHANT = "Ask the merchant for a key with it: api_keys_create makes one.";
const ASK_OWNER = "Ask an owner of the store for another role.";

/** The refusal of a caller who lacks these scopes. It says how to get them. */
export const insufficientScope = (
  { actor }: Pick<Merchant, "actor">,
  detail: string,
  scopes: readonly Scope[],
  argument?: string,
): Problem =>
  new Problem("insufficient_scope", `${detail} ${actor.startsWith("person ") ? ASK_OWNER : ASK_MERCHANT}`, {
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
