import type { FastifyError } from "fastify";
import type { Messages } from "../core/messages/messages.ts";
import { Problem } from "../core/problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Body fields, by name at any depth, whose wrong type is refused as `invalid_value` (422), not as a malformed request (400). */
    typeErrorsAs422?: "everything" | readonly string[];
  }
}

type SchemaError = NonNullable<FastifyError["validation"]>[number];

/**
 * The problem for a request that does not fit the schemas of its route. It reports the first error only: validation stops
 * there, and any further errors are the other branches of a union.
 */
export function invalidRequest(
  { validation: [first] = [], validationContext }: FastifyError,
  typeErrorsAs422: "everything" | readonly string[],
): Problem {
  if (!first) return new Problem("invalid_request", (say) => say.request.invalid);
  const isValue =
    validationContext === "body" &&
    (typeErrorsAs422 === "everything" || isValueError(first) || isConfiguredValueError(first, typeErrorsAs422));
  const path = pathOf(first);
  return new Problem(isValue ? "invalid_value" : "invalid_request", (say) => sentenceOf(first, path, say), {
    errors: [{ path }],
  });
}

function pathOf({ instancePath, params }: SchemaError): string {
  const missing = params.missingProperty ? [String(params.missingProperty)] : [];
  return [...pathSegments(instancePath), ...missing].join(".");
}

const pathSegments = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** What the keyword of a schema asks for. */
function sentenceOf({ keyword, params }: SchemaError, path: string, { field }: Messages): string {
  const limit = Number(params.limit);
  switch (keyword) {
    case "required":
      return field.required(path);
    case "type":
      return sentenceOfType([params.type].flat(), path, field);
    case "enum":
      return field.oneOf(path, [params.allowedValues].flat().join(", "));
    case "minimum":
      return field.atLeast(path, limit);
    case "maximum":
      return field.atMost(path, limit);
    case "minLength":
      return limit === 1 ? field.required(path) : field.invalid(path);
    case "maxLength":
      return field.tooLong(path, limit);
    case "maxItems":
    case "maxProperties":
      return field.tooManyItems(path, limit);
    default:
      return field.invalid(path);
  }
}

function sentenceOfType(types: unknown[], path: string, field: Messages["field"]): string {
  if (types.includes("integer")) return field.wholeNumber(path);
  if (types.includes("number")) return field.number(path);
  if (types.includes("boolean")) return field.trueOrFalse(path);
  return types.includes("string") ? field.text(path) : field.invalid(path);
}

/** Keywords whose errors mean a malformed request; errors of all other keywords are about values. */
const SHAPE_KEYWORDS = new Set(["type", "required", "anyOf"]);

/** Also counts numbers such as 1.5 for an integer, or 1e309: their type is right, their value is not. */
const isValueError = (error: SchemaError): boolean =>
  !SHAPE_KEYWORDS.has(error.keyword) ||
  (error.keyword === "type" && typeof (error as { data?: unknown }).data === "number" && expectsNumber(error));

const expectsNumber = ({ params }: SchemaError): boolean => /integer|number/.test(String(params.type));

const isConfiguredValueError = ({ keyword, instancePath }: SchemaError, fields: readonly string[]): boolean =>
  keyword === "type" && fields.includes(pathSegments(instancePath).at(-1) ?? "");
