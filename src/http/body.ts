import type { FastifyInstance, FastifyRequest } from "fastify";
import { exceededLimit } from "../core/json-bounds.ts";
import type { Sentence } from "../core/messages/messages.ts";
import { Problem } from "../core/problem.ts";
import { requireStorable } from "../core/text/storable-text.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body holds several messages. The route itself refuses a message whose text cannot be stored. */
    holdsMessages?: boolean;
  }
}

/**
 * Parses JSON bodies. A body that exceeds a limit is refused before it is parsed. An empty body counts as no body, because
 * the published SDK sends `Content-Type: application/json` without one; a route that needs a body requires it by its schema.
 */
export function registerBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.trim() === "") return done(null, undefined);
    const exceeded = exceededLimit(body);
    if (exceeded) return done(malformed(exceeded, (say) => say.request.tooComplex, request));
    return parse(request, body, done);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.url.includes("%00")) {
      throw new Problem("invalid_request", (say) => say.request.nullCharacter);
    }
    refuseBadBody(request);
    done();
  });
}

function refuseBadBody(request: FastifyRequest): void {
  const { body, routeOptions } = request;
  if (body === undefined) return;
  if (body === null && routeOptions.schema?.body)
    throw malformed("must be object", (say) => say.field.invalid(""), request);
  if (!routeOptions.config.holdsMessages) requireStorable(body);
}

function malformed(message: string, sentence: Sentence, { routeOptions }: FastifyRequest): Problem {
  const isStrict = routeOptions.config.typeErrorsAs422 === "everything";
  return new Problem(isStrict ? "invalid_value" : "invalid_request", sentence, {
    errors: [{ path: "", message }],
    forMerchants: `The body ${message}.`,
  });
}
