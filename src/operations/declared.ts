import type { TSchema } from "typebox";
import { Errors } from "typebox/value";
import { Problem, type ProblemCode } from "../core/problem.ts";
import { components } from "../core/shapes.ts";
import { dryRun, JobAnswer, whatChanged } from "./answers.ts";
import { type Operation, takesConfirmToken } from "./operation.ts";

/** The codes that an operation may refuse with: those of its arguments, and its own. */
export function refusalsOf({ takes = [], input, refuses = [], asJob }: Operation): ProblemCode[] {
  const codes: ProblemCode[] = [
    ...(["insufficient_scope", "invalid_value"] as const),
    ...(takesConfirmToken({ takes }) ? (["confirmation_required", "confirm_token_used"] as const) : []),
    ...(takes.includes("idempotency_key") ? (["idempotency_in_progress", "idempotency_key_reused"] as const) : []),
    ...("expected_updated_at" in input.properties ? (["stale"] as const) : []),
    ...(asJob ? (["too_many_jobs"] as const) : []),
    ...refuses,
  ];
  return [...new Set(codes)];
}

/** Every call may be refused with them, whatever it asks for. */
const OF_ANY_CALL: readonly ProblemCode[] = ["overloaded", "unavailable", "internal_error"];

/** For tests: throws an error for a refusal that the operation does not declare. */
export function requireDeclaredRefusal(operation: Operation, error: unknown): void {
  if (!(error instanceof Problem) || [...refusalsOf(operation), ...OF_ANY_CALL].includes(error.code)) return;
  throw new Error(`${operation.name} refuses with ${error.code}, which it does not declare: ${error.message}`);
}

/**
 * For tests: throws an error for an answer that has a field which its schema does not name, or lacks one, or has a wrong value. `isDetailed`:
 * whether the call asked for that.
 */
export function requireDeclaredAnswer(operation: Operation, data: object, isDetailed: boolean): void {
  const { answers, detailed = answers, inDryRun, effect, asJob } = operation;
  const isDryRun = (data as { dry_run?: unknown }).dry_run === true;
  const own = isDryRun ? inDryRun : isDetailed ? detailed : answers;
  const added = effect === "read" ? [] : isDryRun ? [dryRun] : [whatChanged, ...(asJob ? [JobAnswer] : [])];
  const schema = closed({ allOf: [...(own ? [own] : []), ...added] });
  const [fault] = Errors(schema as TSchema, data);
  if (!fault) return;
  const about = `${fault.instancePath || "/"} ${fault.message} ${JSON.stringify(fault.params)}`;
  throw new Error(
    `${operation.name} answers what it does not declare: ${about}\n${JSON.stringify(data).slice(0, 2000)}`,
  );
}

type Node = Record<string, unknown>;

/** A schema without references, whose objects have only the fields that it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, $id: _, allOf, ...rest } = schema as Node & { $ref?: string; allOf?: unknown[] };
  if ($ref !== undefined) return closed(components.get($ref.slice(0, -1))?.schema);
  if (allOf) return joined(allOf.map(closed) as Node[]);
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, closed(value)]));
  const isOpen = !("properties" in inner) || "additionalProperties" in inner;
  return isOpen ? inner : { ...inner, additionalProperties: false };
}

/** One schema of several that hold together; of a choice, one of each member of it. */
function joined(parts: Node[]): Node {
  const choice = parts.find(({ anyOf }) => anyOf);
  if (choice) {
    const others = parts.filter((part) => part !== choice);
    return { anyOf: (choice.anyOf as Node[]).map((one) => joined([one, ...others])) };
  }
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => (required as string[] | undefined) ?? []),
    additionalProperties: false,
  };
}
