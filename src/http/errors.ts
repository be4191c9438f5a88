import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Sentence } from "../core/messages/messages.ts";
import { Problem, type ProblemCode, statusOf, titleOf } from "../core/problem.ts";
import { component } from "../core/shapes.ts";
import { invalidRequest } from "./invalid-request.ts";
import { nameLanguage, shopperLocale } from "./language.ts";

export const PROBLEM_JSON = "application/problem+json; charset=utf-8";

export const ProblemDetails = component(
  "Problem",
  Type.Object(
    {
      type: Type.String({ description: "Always `about:blank`: the `code` identifies the kind of problem." }),
      title: Type.String({ description: "Kind of problem, in a sentence; the same for every problem with this code." }),
      status: Type.Integer({ minimum: 400, maximum: 599, description: "The HTTP status." }),
      code: Type.String({ description: "Stable code for programs to branch on." }),
      detail: Type.String({
        description:
          "What happened in this request, in a sentence for people; on the storefront in the language of the request.",
      }),
      instance: Type.Optional(Type.String({ description: "The path of the request; every answer has it." })),
      request_id: Type.String({ description: "Give this id to support. It is also in the `x-request-id` header." }),
      errors: Type.Array(
        Type.Object({
          path: Type.String({ description: "Path of the field at fault, with dots: `items.0.quantity`." }),
          message: Type.String({ description: "What is wrong with the field, as `detail` says it." }),
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
    detail: "The number of results per page must be at most 250.",
    request_id: "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e11",
    errors: [{ path: "limit", message: "The number of results per page must be at most 250." }],
  },
);

/** Refusals that every operation of the storefront API can give, in addition to its own. */
export const ANY_OPERATION: ProblemCode[] = [
  "invalid_api_key",
  "store_suspended",
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

/** How the answer to a refused request is made. */
type Answer = (error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Turns every thrown error into an answer, in English unless `answerAs` says otherwise, and answers requests that no route
 * matches.
 */
export function registerErrors(app: FastifyInstance, answerAs: Answer = answer): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerAs(error, request, reply));
  app.setNotFoundHandler(() => {
    throw notFound();
  });
}

/** Refuses unknown paths before their bodies are read. Call it after the hooks that must run first. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook("onRequest", ({ is404 }, _reply, done) => done(is404 ? notFound() : undefined));
}

const notFound = () => new Problem("not_found", (say) => say.request.notFound);

/** Answers with problem+json in English. */
export const answer: Answer = (error, request, reply) =>
  sendProblem(prepareRefusal(error, request, reply), request, reply);

/** What shoppers get in English unless they ask for another language: published storefronts compare these sentences. */
const ENGLISH_UNLESS_ASKED = new Set<ProblemCode>(["email_taken", "invalid_credentials"]);

/** Answers with problem+json in the language of the shopper, and says which that is. */
export const answerShopper: Answer = (error, request, reply) => {
  const problem = prepareRefusal(error, request, reply);
  const locale = shopperLocale(request, ENGLISH_UNLESS_ASKED.has(problem.code) ? "en" : undefined);
  nameLanguage(reply, locale);
  return sendProblem(problem, request, reply, problem.toldIn({ locale, country: request.site?.country ?? "" }));
};

/** Sends a problem that is prepared. `told`: its texts. */
export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  told?: ProblemTexts,
): FastifyReply {
  return reply
    .code(problem.status)
    .header("content-type", PROBLEM_JSON)
    .serializer(JSON.stringify)
    .send(problemDetails(problem, request.url, request.id, told));
}

/** The problem for a thrown error. Logs internal errors and failures of the database, and sets `Retry-After` on 429 and 503. */
export function prepareRefusal(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): Problem {
  const problem = error instanceof Problem ? error : asProblem(error, request);
  request.server.traffic.refused(problem.code);
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

type ProblemTexts = Pick<Problem, "detail" | "errors">;

/** The body of an error answer. The query of `url` is left out, because it may hold personal data. */
export function problemDetails(
  problem: Problem,
  url: string,
  requestId: string,
  { detail, errors }: ProblemTexts = problem,
) {
  return {
    type: "about:blank",
    title: titleOf(problem.code),
    status: problem.status,
    code: problem.code,
    detail,
    instance: url.split("?", 1)[0] ?? "/",
    request_id: requestId,
    errors,
    ...problem.extra,
  };
}

/** The problems for errors that Fastify itself throws. */
const FASTIFY_CODES: Record<string, [ProblemCode, Sentence]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["body_too_large", (say) => say.request.tooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", (say) => say.request.notJson],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["invalid_request", (say) => say.request.wrongLength],
  FST_ERR_CTP_INVALID_JSON_BODY: ["malformed_json", (say) => say.request.invalidJson],
};

function asProblem(error: FastifyError, request: FastifyRequest): Problem {
  if (error.validation) return invalidRequest(error, request.routeOptions.config.typeErrorsAs422 ?? []);
  const known = FASTIFY_CODES[error.code];
  if (known) return new Problem(...known);
  if (error.statusCode === 400)
    return new Problem("malformed_json", (say) => say.request.invalidJson, { cause: error });
  return new Problem("internal_error", (say) => say.request.internalError, { cause: error });
}
