import { type TSchema, Type } from "typebox";
import type { ProblemCode } from "../core/problem.ts";
import { component, NullableText } from "../core/shapes.ts";
import { MERCHANT_TAG } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { IdempotencyHeader } from "../http/idempotency.ts";
import { ChangedAnswer, DryRunAnswer, JobAnswer } from "../operations/answers.ts";
import { refusalsOf } from "../operations/declared.ts";
import { type Operation, scopesOf, takesAnswerCursor } from "../operations/operation.ts";

const security = [{ secretKey: [] }, { session: [] }];

/** What every call may be refused for, before its operation runs. */
const OF_PEOPLE: ProblemCode[] = ["store_required", "not_signed_in", "foreign_origin", "store_not_found"];
const OF_ALL: ProblemCode[] = ["insufficient_scope", ...OF_PEOPLE];
const OF_CALLS: ProblemCode[] = [...OF_PEOPLE, "malformed_json", "body_too_large", "unsupported_media_type"];

const OperationDescription = component(
  "OperationDescription",
  Type.Object({
    name: Type.String({ description: "The last part of its address." }),
    title: Type.String(),
    description: Type.String(),
    effect: Type.Enum(["read", "write", "destroy"], {
      description: "`read` changes nothing; `destroy` deletes something, or does what is hard to reverse.",
    }),
    not_undoable: NullableText("Why `changes_undo` cannot undo it; null: it can, or there is nothing to undo."),
    scopes: Type.Array(Type.String(), {
      description: "The caller needs one of them. A write scope includes reading its area.",
    }),
    argument_scopes: Type.Record(Type.String(), Type.String(), {
      description: "Arguments that need a further scope.",
    }),
    field_scopes: Type.Record(Type.String(), Type.String(), {
      description: "Fields of the answer that need a further scope: they are null without it.",
    }),
    input_schema: Type.Object({}, { additionalProperties: true, description: "JSON Schema of the body." }),
  }),
  {
    name: "menus_get",
    title: "Show menus",
    description: "All menus, or one.",
    effect: "read",
    not_undoable: null,
    scopes: ["content:read"],
    argument_scopes: {},
    field_scopes: {},
    input_schema: { type: "object", properties: {} },
  },
);

/** An operation as the list has it. */
export const describeOperation = (operation: Operation) => ({
  name: operation.name,
  title: operation.title,
  description: operation.description,
  effect: operation.effect,
  not_undoable: operation.notUndoable ?? null,
  scopes: [...scopesOf(operation)],
  argument_scopes: Object.fromEntries(
    Object.entries(operation.needs ?? {}).map(([argument, { scope }]) => [argument, scope]),
  ),
  field_scopes: { ...operation.fieldNeeds },
  input_schema: bodyOf(operation),
});

/** The list of operations, as OpenAPI describes it. */
export const listSchema = {
  operationId: "operations.list",
  tags: [MERCHANT_TAG],
  summary: "List operations",
  description: "The operations that the caller may use, with their input schemas.",
  security,
  response: { 200: Type.Object({ data: Type.Array(OperationDescription) }), ...refuses(...OF_ALL) },
};

/** One operation, as OpenAPI describes it. The runner checks the body: this schema is documentation only. */
export function operationSchema(operation: Operation) {
  const { name, title, description, takes = [], example } = operation;
  const isKeyed = takes.includes("idempotency_key");
  return {
    operationId: name,
    "x-effect": operation.effect,
    tags: [MERCHANT_TAG],
    summary: title,
    description: `${description} Needs the scope ${scopesOf(operation).join(" or ")}.${argumentScopesText(operation)}${fieldScopesText(operation)}`,
    security,
    ...(isKeyed ? { headers: IdempotencyHeader } : {}),
    body: { ...bodyOf(operation), examples: [example] },
    response: {
      200: { ...answerSchema(operation), description: "The operation's data." },
      ...refuses(...OF_CALLS, ...refusalsOf(operation)),
    },
  };
}

/** The schema of an answer. Of those that arguments choose, each says in `x-when` which arguments. */
function answerSchema({ effect, takes = [], answers, detailed, inDryRun, asJob }: Operation): TSchema {
  const added = effect === "read" ? [] : [ChangedAnswer, ...(asJob ? [JobAnswer] : [])];
  const choices = [
    allOf([answers, ...added]),
    ...(detailed ? [chosenBy({ response_format: "detailed" }, [detailed, ...added])] : []),
    ...(takes.includes("dry_run")
      ? [chosenBy({ dry_run: true }, [DryRunAnswer, ...(inDryRun ? [inDryRun] : [])])]
      : []),
  ];
  const [only, ...others] = choices;
  return others.length === 0 && only ? only : Type.Unsafe({ anyOf: choices });
}

const chosenBy = (when: Record<string, unknown>, parts: TSchema[]): TSchema => {
  const [[name, value] = []] = Object.entries(when);
  return Type.Unsafe({ title: `${name}: ${value}`, allOf: parts, "x-when": when });
};

function allOf(parts: TSchema[]): TSchema {
  const [only, ...others] = parts;
  return others.length === 0 && only ? only : Type.Unsafe({ allOf: parts });
}

const argumentScopesText = ({ needs = {} }: Operation): string =>
  Object.entries(needs)
    .map(
      ([argument, { scope, unless }]) => ` ${argument} needs ${scope}${unless ? `, unless it is ${unless.is}` : ""}.`,
    )
    .join("");

const fieldScopesText = ({ fieldNeeds = {} }: Operation): string =>
  Object.entries(fieldNeeds)
    .map(([field, scope]) => ` ${field} is null without ${scope}.`)
    .join("");

/** The input without the cursor of answers that are cut: over HTTP none is. */
function bodyOf(operation: Operation) {
  const { type, required, properties } = operation.input;
  const { cursor: _, ...whole } = properties;
  return {
    type,
    ...(required && required.length > 0 ? { required } : {}),
    properties: takesAnswerCursor(operation) ? whole : properties,
    additionalProperties: false,
  };
}
