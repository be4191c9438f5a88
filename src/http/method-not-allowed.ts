import type { FastifyInstance, HTTPMethods } from "fastify";
import { Problem } from "../core/problem.ts";

const METHODS: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Answers 405 with `Allow` for a known path with another method. Call it before the routes are registered, and call the
 * function that it returns after them.
 */
export function trackMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsByPath.set(url, methods);
  });

  return () => {
    for (const [url, allowed] of [...methodsByPath].filter(([path]) => !path.includes("*"))) {
      const notAllowed = METHODS.filter((method) => !allowed.has(method));
      const allow = [...allowed].sort().join(", ");
      app.route({
        method: notAllowed,
        url: url.startsWith(app.prefix) ? url.slice(app.prefix.length) || "/" : url,
        schema: { hide: true },
        // before the body is parsed and validated
        onRequest: async (request, reply) => {
          reply.header("allow", allow);
          throw new Problem("method_not_allowed", (say) => say.request.methodNotAllowed(request.method, allow));
        },
        handler: () => undefined,
      });
    }
  };
}
