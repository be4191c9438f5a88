import { Problem } from "../core/problem.ts";
import type { OperationCatalogue } from "./catalogue.ts";
import type { Operation } from "./operation.ts";

/** An error with the call to make next in `next`, where it is a refusal after which there is one. */
export function withNextStep(
  { nextStep }: Pick<OperationCatalogue, "nextStep">,
  operation: Operation,
  error: unknown,
): unknown {
  if (!(error instanceof Problem)) return error;
  const next = nextStep(operation.name, error);
  if (next === undefined) return error;
  const { code, detail, errors, status, cause, extra } = error;
  return new Problem(code, detail, { errors, status, cause, extra: { ...extra, next } });
}
