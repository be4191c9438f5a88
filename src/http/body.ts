import type { FastifyInstance, FastifyRequest } from "fastify";
import { exceededLimit } from "../core/json-bounds.ts";
import { Problem } from "../core/problem.ts";
import { requireStorable } from "../core/text/storable-text.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body holds messages, each of which is answered by itself when its text cannot be kept. */
    holdsMessages?: boolean;
  }
}

/**
 * JSON bodies; one that holds too much is refused before it is parsed. An empty one counts as none, because the published SDK sends `Content-Type: application/json` with
 * nothing behind it; a route that needs a body refuses its absence by its schema.
 */
export function registerBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.trim() === "") return done(null, undefined);
    const exceeded = exceededLimit(body);
    if (exceeded) return done(malformed(exceeded, request));
    return parse(request, body, done);
  });
  app.addHook("preValidation", async (request) => {
    if (request.url.includes("%00")) {
      throw new Problem("invalid_request", "The address may not hold the character U+0000.");
    }
    refuseBadBody(request);
  });
}

function refuseBadBody(request: FastifyRequest): void {
  const { body, routeOptions } = request;
  if (body === undefined) return;
  if (body === null && routeOptions.schema?.body) throw malformed("must be object", request);
  if (!routeOptions.config.holdsMessages) requireStorable(body);
}

function malformed(message: string, { routeOptions }: FastifyRequest): Problem {
  const isStrict = routeOptions.config.typeErrorsAs422 === "everything";
  return new Problem(isStrict ? "invalid_value" : "invalid_request", `The body ${message}.`, {
    errors: [{ path: "", message }],
  });
}
