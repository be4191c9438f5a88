import { asSeenWith } from "../core/columns/masking.ts";
import { Problem } from "../core/problem.ts";
import type { Merchant } from "./operation.ts";

/** What an operation or a resource answers, as the caller may see it: without the scope, people are masked. */
export const asSeenBy = <T>(merchant: Merchant, answer: T): T => asSeenWith(merchant.scopes, answer);

/** The same of an error: a refusal may name candidates, or hold a dry run. */
export function errorSeenBy(merchant: Merchant, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { code, detail, errors, status, cause } = error;
  const extra = asSeenBy(merchant, error.extra);
  return extra === error.extra ? error : new Problem(code, detail, { errors, status, cause, extra });
}
