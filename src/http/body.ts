import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../core/problem.ts";

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
  const path = unkeepable(body);
  if (path !== undefined) {
    const message = "holds a character that cannot be kept (U+0000, or half of a surrogate pair)";
    throw new Problem("invalid_value", `${path} ${message}.`, { errors: [{ path, message }] });
  }
}

const malformed = (message: string, isStrict: boolean) =>
  new Problem(isStrict ? "invalid_value" : "invalid_request", `The body ${message}.`, {
    errors: [{ path: "", message }],
  });

const isTooDeep = (value: unknown, left: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isTooDeep(one, left - 1)));

/** The dotted path of the first text that PostgreSQL would not take; undefined when all is well. */
function unkeepable(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return isKeepable(value) ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (!isKeepable(key)) return path;
    const found = unkeepable(inner, path ? `${path}.${key}` : key);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isKeepable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
