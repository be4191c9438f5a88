import { type TProperties, Type } from "typebox";
import type { ProblemCode } from "../core/problem.ts";
import { component, NullableText } from "../core/shapes.ts";
import { MERCHANT_TAG } from "../http/docs/openapi.ts";
import { ProblemDetails, refuses } from "../http/errors.ts";
import { IdempotencyHeader } from "../http/idempotency.ts";
import { type Operation, scopesOf, takesAnswerCursor, takesConfirmToken } from "../operations/operation.ts";

const security = [{ secretKey: [] }, { session: [] }];

/** What every call may be refused for, before its operation runs. */
const OF_ALL: ProblemCode[] = [
  "store_required",
  "not_signed_in",
  "insufficient_scope",
  "foreign_origin",
  "store_not_found",
];
const OF_CALLS: ProblemCode[] = [
  ...OF_ALL,
  "malformed_json",
  "body_too_large",
  "unsupported_media_type",
  "invalid_value",
];

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
  const { name, title, description, takes = [], answers = {}, example } = operation;
  const isKeyed = takes.includes("idempotency_key");
  const own: ProblemCode[] = [
    ...(takesConfirmToken(operation) ? (["confirmation_required", "confirm_token_used"] as const) : []),
    ...(isKeyed ? (["idempotency_in_progress", "idempotency_key_reused"] as const) : []),
    ...("expected_updated_at" in operation.input.properties ? (["stale"] as const) : []),
  ];
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
      200: Type.Object(
        { ...commonAnswers(operation), ...answers },
        { additionalProperties: true, description: "The operation's data." },
      ),
      ...refuses(...OF_CALLS, ...own),
      default: {
        description: "What the operation itself refuses: what is not found, taken, or was changed meanwhile.",
        content: { "application/problem+json": { schema: ProblemDetails } },
      },
    },
  };
}

/** What operations of a kind answer: searches a page of rows, changes the id by which they are undone. */
function commonAnswers(operation: Operation): TProperties {
  const { effect, answers = {} } = operation;
  if (effect !== "read") return { change_id: Type.Optional(Type.String({ description: "For `changes_undo`." })) };
  const isSearch = "cursor" in bodyOf(operation).properties && !("next_cursor" in answers);
  if (!isSearch) return {};
  return {
    data: Type.Array(Type.Object({}, { additionalProperties: true })),
    next_cursor: NullableText("Send it as `cursor` for the next page; null: this is the last one."),
  };
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
