import type { FastifyInstance } from "fastify";
import { Problem } from "../core/problem.ts";

/** As JSON writes it. PostgreSQL has no such character in its text. */
const NUL = "\\u0000";

/**
 * JSON bodies. An empty one counts as none, because the published SDK sends `Content-Type: application/json` with
 * nothing behind it; a route that needs a body refuses its absence by its schema.
 */
export function registerBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.trim() === "") return done(null, undefined);
    if (body.includes(NUL)) return done(new Problem("invalid_request", "Text may not hold the character U+0000."));
    return parse(request, body, done);
  });
  app.addHook("preValidation", async (request) => {
    if (request.url.includes("%00"))
      throw new Problem("invalid_request", "The address may not hold the character U+0000.");
  });
}
