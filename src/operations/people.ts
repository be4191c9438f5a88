import { maskPeople } from "../core/personal-data.ts";
import { Problem } from "../core/problem.ts";
import { hasScope, type Scope, SEES_PEOPLE } from "../core/scopes.ts";
import type { Operation, OperationArea, OperationKey } from "./operation.ts";

/** Areas without people. Their things have fields that merchants name, such as an option "phone". */
const WITHOUT_PEOPLE: ReadonlySet<OperationArea> = new Set(["catalog", "content"]);

/** What an operation or a resource of this area answers, as the key may see it: without its scope, people are masked. */
export const asSeenBy = <T>(key: OperationKey, { area }: { area: OperationArea }, answer: T): T =>
  hasScope(key.scopes, SEES_PEOPLE) || WITHOUT_PEOPLE.has(area) ? answer : maskPeople(answer);

/** The same of an error: a refusal may name candidates, or hold a dry run. */
export function errorSeenBy(key: OperationKey, of: { area: OperationArea }, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { code, detail, errors, status, cause } = error;
  const extra = asSeenBy(key, of, error.extra);
  return extra === error.extra ? error : new Problem(code, detail, { errors, status, cause, extra });
}

/** Throws `insufficient_scope` for an argument that needs a scope which the key does not have. */
export function requireArgumentScopes(
  { name, needs = {} }: Operation,
  key: OperationKey,
  store: { country: string },
  input: Readonly<Record<string, unknown>>,
): void {
  for (const [argument, { scope, unless, instead }] of Object.entries(needs)) {
    const value = input[argument];
    if (value === undefined || hasScope(key.scopes, scope)) continue;
    if (unless && typeof value === "string" && unless.test(value, store, input)) continue;
    const what = unless ? `${argument} of ${name}, unless it is ${unless.is},` : `${argument} of ${name}`;
    throw insufficientScope(`${what} needs the scope ${scope}. ${instead}`, [scope], argument);
  }
}

/** The refusal of a key that lacks these scopes, of which it needs one. It says how to get a key that has it. */
export const insufficientScope = (detail: string, scopes: readonly Scope[], argument?: string): Problem =>
  new Problem("insufficient_scope", `${detail} Ask the merchant for a key with it: api_keys_create makes one.`, {
    errors: argument === undefined ? [] : [{ path: argument, message: `needs the scope ${scopes.join(" or ")}` }],
    extra: { allowed: scopes },
  });
