import { asSeenWith } from "../core/columns/masking.ts";
import { Problem } from "../core/problem.ts";
import type { OperationKey } from "./operation.ts";

/** What an operation or a resource answers, as the key may see it: without its scope, people are masked. */
export const asSeenBy = <T>(key: OperationKey, answer: T): T => asSeenWith(key.scopes, answer);

/** The same of an error: a refusal may name candidates, or hold a dry run. */
export function errorSeenBy(key: OperationKey, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { code, detail, errors, status, cause } = error;
  const extra = asSeenBy(key, error.extra);
  return extra === error.extra ? error : new Problem(code, detail, { errors, status, cause, extra });
}
