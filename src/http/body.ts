import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireKeepable } from "../core/keepable.ts";
import { Problem } from "../core/problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body holds messages, each of which is answered by itself when its text cannot be kept. */
    holdsMessages?: boolean;
  }
}

/** Deeper than anything the API takes, and far from where recursion ends. */
const DEEPEST = 32;

/**
 * JSON bodies. An empty one counts as none, because the published SDK sends `Content-Type: application/json` with
 * nothing behind it; a route that needs a body refuses its absence by its schema.
 */
export function registerBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.trim() === "") return done(null, undefined);
    return parse(request, body, done);
  });
  app.addHook("preValidation", async (request) => {
    if (request.url.includes("%00")) {
      throw new Problem("invalid_request", "The address may not hold the character U+0000.");
    }
    refuseBadBody(request);
  });
}

function refuseBadBody({ body, routeOptions }: FastifyRequest): void {
  if (body === undefined) return;
  const isStrict = routeOptions.config.unacceptable === "everything";
  if (body === null && routeOptions.schema?.body) {
    throw malformed("must be object", isStrict);
  }
  if (isTooDeep(body, DEEPEST)) throw malformed(`must not be nested more than ${DEEPEST} levels deep`, isStrict);
  if (!routeOptions.config.holdsMessages) requireKeepable(body);
}

const malformed = (message: string, isStrict: boolean) =>
  new Problem(isStrict ? "invalid_value" : "invalid_request", `The body ${message}.`, {
    errors: [{ path: "", message }],
  });

const isTooDeep = (value: unknown, left: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isTooDeep(one, left - 1)));
