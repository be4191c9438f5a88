import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { type FieldError, Problem, type ProblemCode, statusOf, titleOf } from "../core/problem.ts";
import { component } from "../core/shapes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Names of body fields, at any depth, whose wrong type is a value that is not acceptable (422), not a malformed request (400). */
    typeErrorsAs422?: "everything" | readonly string[];
  }
}

export const PROBLEM_JSON = "application/problem+json; charset=utf-8";

export const ProblemDetails = component(
  "Problem",
  Type.Object(
    {
      type: Type.String({ description: "`about:blank`: the code says all there is to say." }),
      title: Type.String({ description: "What kind of problem it is; the same for every problem of a code." }),
      status: Type.Integer({ minimum: 400, maximum: 599, description: "The HTTP status." }),
      code: Type.String({ description: "Stable, for programs to branch on." }),
      detail: Type.String({ description: "What happened this time, in a sentence for a person." }),
      instance: Type.String({ description: "The path of the request." }),
      request_id: Type.String({ description: "What to tell support; also in the `x-request-id` header." }),
      errors: Type.Array(
        Type.Object({
          path: Type.String({ description: "The field at fault, dotted: `items.0.quantity`." }),
          message: Type.String(),
        }),
        { description: "The fields at fault, when it is fields." },
      ),
    },
    { additionalProperties: true, description: "Every error, in the form of RFC 9457." },
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

/** What any operation of the storefront API may answer, beside what it declares itself. */
const ANY_OPERATION: ProblemCode[] = ["invalid_api_key", "rate_limited", "internal_error", "overloaded", "unavailable"];

/** A code, or a code with another status than its own. */
type Refusal = ProblemCode | readonly [code: ProblemCode, status: number];

/** Declares what a route may refuse, so that the codes reach the OpenAPI document. */
export function refuses(...own: Refusal[]) {
  const refusals = [...own, ...ANY_OPERATION].map((refusal) =>
    typeof refusal === "string" ? ([refusal, statusOf(refusal)] as const) : refusal,
  );
  const statuses = [...new Set(refusals.map(([, status]) => status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const here = refusals.filter(([, own]) => own === status);
      const description = here.map(([code]) => `\`${code}\`: ${titleOf(code)}.`).join(" ");
      return [status, { description, content: { "application/problem+json": { schema: ProblemDetails } } }];
    }),
  );
}

/** The one place where anything thrown becomes an answer, and the answers to what no route takes. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answer(error, request, reply));
  app.setNotFoundHandler(() => {
    throw nothingHere();
  });
}

/** Refuses unknown paths here and now, before their bodies are looked at. Call it after the hooks that come first. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ is404 }) => {
    if (is404) throw nothingHere();
  });
}

const nothingHere = () => new Problem("not_found", "There is nothing at this address.");

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

/** What was thrown, as a problem; logs what is our fault and says when to come back. */
export function prepareRefusal(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): Problem {
  const problem = error instanceof Problem ? error : asProblem(error, request);
  if ([429, 503].includes(problem.status) && !reply.hasHeader("retry-after")) reply.header("retry-after", 1);
  if (problem.code === "internal_error") request.log.error({ err: problem.cause ?? problem }, problem.message);
  if (problem.code === "unavailable") logUnavailable(problem, request.log);
  return problem;
}

const LOG_EVERY_MS = 1000;
let loggedAt = Number.NEGATIVE_INFINITY;
let unlogged = 0;

/** Logs one of the requests that the database failed, once a second: while it is away, all of them fail alike. */
export function logUnavailable(problem: Problem, log: FastifyBaseLogger): void {
  const now = performance.now();
  if (now - loggedAt < LOG_EVERY_MS) {
    unlogged++;
    return;
  }
  log.error({ err: problem.cause ?? problem, alike: unlogged }, "the database failed a request");
  loggedAt = now;
  unlogged = 0;
}

/** The body of an error answer. `url` may carry a query, which is not repeated: it may hold what a person typed. */
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

/** Fastify's own refusals, in our words. */
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
  return new Problem("internal_error", "Something broke on our side. Tell us the request id and we will find it.", {
    cause: error,
  });
}

type Finding = NonNullable<FastifyError["validation"]>[number];

/** The check stops at the first fault; what it lists after it are other branches of a union, which did not match either. */
function invalidRequest(
  { validation: [first] = [], validationContext }: FastifyError,
  typeErrorsAs422: "everything" | readonly string[],
): Problem {
  if (!first) return new Problem("invalid_request", "The request is not valid.");
  const fault = fieldError(first);
  const subject = fault.path || `The ${validationContext === "body" ? "body" : "request"}`;
  const isValue =
    validationContext === "body" &&
    (typeErrorsAs422 === "everything" || isAboutValue(first) || isUnacceptable(first, typeErrorsAs422));
  return new Problem(isValue ? "invalid_value" : "invalid_request", `${subject} ${fault.message}.`, {
    errors: [fault],
  });
}

function fieldError({ instancePath, params, message = "is not valid" }: Finding): FieldError {
  const missing = params.missingProperty ? [String(params.missingProperty)] : [];
  const path = [...stepsOf(instancePath), ...missing].join(".");
  return { path, message: missing.length > 0 ? "is required" : withAllowed(message, params) };
}

const stepsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** What says that a request is malformed; all else in a schema is about values. */
const SHAPE = new Set(["type", "required", "anyOf"]);

/** 1.5 for an integer and 1e309 have the right type, and are values nobody can take. */
const isAboutValue = (finding: Finding): boolean =>
  !SHAPE.has(finding.keyword) ||
  (finding.keyword === "type" && typeof (finding as { data?: unknown }).data === "number" && wantsNumber(finding));

const wantsNumber = ({ params }: Finding): boolean => /integer|number/.test(String(params.type));

const isUnacceptable = ({ keyword, instancePath }: Finding, fields: readonly string[]): boolean =>
  keyword === "type" && fields.includes(stepsOf(instancePath).at(-1) ?? "");

function withAllowed(message: string, { allowedValues, type }: Record<string, unknown>): string {
  if (Array.isArray(allowedValues)) return `${message}: ${allowedValues.join(", ")}`;
  return Array.isArray(type) ? `must be ${type.join(" or ")}` : message;
}
