import { OperatorError } from "../../core/operator-error.ts";
import { CommandError } from "../call.ts";
import type { Failure } from "./messages.ts";

export const failureOf = (error: unknown): Failure => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { message, stack, isForOperator: error instanceof OperatorError };
};

/** The error on the other side, which says the same there. */
export function errorOf({ message, stack, isForOperator }: Failure): Error {
  if (isForOperator) return new CommandError(message);
  return Object.assign(new Error(message), { stack });
}
