import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { type FieldError, Problem, type ProblemCode, statusOf, titleOf } from "../core/problem.ts";
import { component } from "../core/shapes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Body fields, by name at any depth, whose wrong type is refused as `invalid_value` (422), not as a malformed request (400). */
    typeErrorsAs422?: "everything" | readonly string[];
  }
}

export const PROBLEM_JSON = "application/problem+json; charset=utf-8";

export const ProblemDetails = component(
  "Problem",
  Type.Object(
    {
      type: Type.String({ description: "Always `about:blank`: the `code` identifies the kind of problem." }),
      title: Type.String({ description: "Kind of problem, in a sentence; the same for every problem with this code." }),
      status: Type.Integer({ minimum: 400, maximum: 599, description: "The HTTP status." }),
      code: Type.String({ description: "Stable code for programs to branch on." }),
      detail: Type.String({ description: "What happened in this request, in a sentence for people." }),
      instance: Type.String({ description: "The path of the request." }),
      request_id: Type.String({ description: "Give this id to support. It is also in the `x-request-id` header." }),
      errors: Type.Array(
        Type.Object({
          path: Type.String({ description: "Path of the field at fault, with dots: `items.0.quantity`." }),
          message: Type.String(),
        }),
        { description: "The fields at fault; empty if the problem is not about fields." },
      ),
      allowed: Type.Optional(Type.Array(Type.String(), { description: "What would be accepted." })),
      next: Type.Optional(
        Type.String({ description: "Of the merchants' operations: what to do next, and by which operation." }),
      ),
    },
    { additionalProperties: true, description: "Every error, in the format of RFC 9457." },
  ),
  {
    type: "about:blank",
    title: titleOf("invalid_request"),
    status: 400,
    code: "invalid_request",
    detail: "limit must be <= 250.",
    instance: "/api/v1/storefront/products",
    request_id: "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e11",
    errors: [{ path: "limit", message: "must be <= 250" }],
  },
);

/** Refusals that every operation of the storefront API can give, in addition to its own. */
export const ANY_OPERATION: ProblemCode[] = [
  "invalid_api_key",
  "rate_limited",
  "internal_error",
  "overloaded",
  "unavailable",
];

/** A code, or a code with a status that differs from its default. */
type Refusal = ProblemCode | readonly [code: ProblemCode, status: number];

/** The refusals that a route can give, as response schemas for the OpenAPI document. */
export function refuses(...ownRefusals: Refusal[]) {
  const refusals = [...ownRefusals, ...ANY_OPERATION].map((refusal) =>
    typeof refusal === "string" ? ([refusal, statusOf(refusal)] as const) : refusal,
  );
  const statuses = [...new Set(refusals.map(([, status]) => status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const here = refusals.filter(([, its]) => its === status);
      const description = here.map(([code]) => `\`${code}\`: ${titleOf(code)}.`).join(" ");
      return [status, { description, content: { "application/problem+json": { schema: ProblemDetails } } }];
    }),
  );
}

/** Turns every thrown error into an answer, and answers requests that no route matches. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answer(error, request, reply));
  app.setNotFoundHandler(() => {
    throw notFound();
  });
}

/** Refuses unknown paths before their bodies are read. Call it after the hooks that must run first. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook("onRequest", ({ is404 }, _reply, done) => done(is404 ? notFound() : undefined));
}

const notFound = () => new Problem("not_found", "There is nothing at this address.");

/** Answers with problem+json. */
export const answer = (error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendProblem(prepareRefusal(error, request, reply), request, reply);

/** Sends a problem that is prepared. */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(problem.status)
    .header("content-type", PROBLEM_JSON)
    .serializer(JSON.stringify)
    .send(problemDetails(problem, request.url, request.id));
}

/** The problem for a thrown error. Logs internal errors and failures of the database, and sets `Retry-After` on 429 and 503. */
export function prepareRefusal(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): Problem {
  const problem = error instanceof Problem ? error : asProblem(error, request);
  if ([429, 503].includes(problem.status) && !reply.hasHeader("retry-after")) reply.header("retry-after", 1);
  if (problem.code === "internal_error") request.log.error({ err: problem.cause ?? problem }, problem.message);
  if (problem.code === "unavailable") logUnavailable(problem, request.log);
  return problem;
}

const LOG_EVERY_MS = 1000;
let loggedAt = Number.NEGATIVE_INFINITY;
let suppressed = 0;

/** Logs at most one failed request per second: while the database is down, all requests fail for the same reason. */
export function logUnavailable(problem: Problem, log: FastifyBaseLogger): void {
  const now = performance.now();
  if (now - loggedAt < LOG_EVERY_MS) {
    suppressed++;
    return;
  }
  log.error({ err: problem.cause ?? problem, suppressed }, "database unavailable");
  loggedAt = now;
  suppressed = 0;
}

/** The body of an error answer. The query of `url` is left out, because it may hold personal data. */
export function problemDetails(problem: Problem, url: string, requestId: string) {
  return {
    type: "about:blank",
    title: titleOf(problem.code),
    status: problem.status,
    code: problem.code,
    detail: problem.detail,
    instance: url.split("?", 1)[0] ?? "/",
    request_id: requestId,
    errors: problem.errors,
    ...problem.extra,
  };
}

/** The problems for errors that Fastify itself throws. */
const FASTIFY_CODES: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["body_too_large", "The body is larger than this server accepts."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", "Send the body as application/json."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["invalid_request", "The Content-Length header does not match the body."],
  FST_ERR_CTP_INVALID_JSON_BODY: ["malformed_json", "The body is not valid JSON."],
};

function asProblem(error: FastifyError, request: FastifyRequest): Problem {
  if (error.validation) return invalidRequest(error, request.routeOptions.config.typeErrorsAs422 ?? []);
  const known = FASTIFY_CODES[error.code];
  if (known) return new Problem(...known);
  if (error.statusCode === 400) return new Problem("malformed_json", "The body is not valid JSON.", { cause: error });
  return new Problem("internal_error", "An unexpected error occurred. Give the request id to support.", {
    cause: error,
  });
}

type SchemaError = NonNullable<FastifyError["validation"]>[number];

/** Reports the first error only: validation stops there, and any further errors are the other branches of a union. */
function invalidRequest(
  { validation: [first] = [], validationContext }: FastifyError,
  typeErrorsAs422: "everything" | readonly string[],
): Problem {
  if (!first) return new Problem("invalid_request", "The request is not valid.");
  const field = fieldError(first);
  const subject = field.path || `The ${validationContext === "body" ? "body" : "request"}`;
  const isValue =
    validationContext === "body" &&
    (typeErrorsAs422 === "everything" || isValueError(first) || isConfiguredValueError(first, typeErrorsAs422));
  return new Problem(isValue ? "invalid_value" : "invalid_request", `${subject} ${field.message}.`, {
    errors: [field],
  });
}

function fieldError({ instancePath, params, message = "is not valid" }: SchemaError): FieldError {
  const missing = params.missingProperty ? [String(params.missingProperty)] : [];
  const path = [...pathSegments(instancePath), ...missing].join(".");
  return { path, message: missing.length > 0 ? "is required" : withAllowed(message, params) };
}

const pathSegments = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Keywords whose errors mean a malformed request; errors of all other keywords are about values. */
const SHAPE_KEYWORDS = new Set(["type", "required", "anyOf"]);

/** Also counts numbers such as 1.5 for an integer, or 1e309: their type is right, their value is not. */
const isValueError = (error: SchemaError): boolean =>
  !SHAPE_KEYWORDS.has(error.keyword) ||
  (error.keyword === "type" && typeof (error as { data?: unknown }).data === "number" && expectsNumber(error));

const expectsNumber = ({ params }: SchemaError): boolean => /integer|number/.test(String(params.type));

const isConfiguredValueError = ({ keyword, instancePath }: SchemaError, fields: readonly string[]): boolean =>
  keyword === "type" && fields.includes(pathSegments(instancePath).at(-1) ?? "");

function withAllowed(message: string, { allowedValues, type }: Record<string, unknown>): string {
  if (Array.isArray(allowedValues)) return `${message}: ${allowedValues.join(", ")}`;
  return Array.isArray(type) ? `must be ${type.join(" or ")}` : message;
}
