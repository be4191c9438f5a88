import type { FastifyInstance, HTTPMethods } from "fastify";
import { Problem } from "../core/problem.ts";

const METHODS: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Answers 405 with `Allow` where a path exists and the method does not. Call it before the routes are registered,
 * and what it returns after them.
 */
export function watchMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsByPath.set(url, methods);
  });

  return () => {
    for (const [url, allowed] of [...methodsByPath].filter(([path]) => !path.includes("*"))) {
      const others = METHODS.filter((method) => !allowed.has(method));
      const allow = [...allowed].sort().join(", ");
      app.route({
        method: others,
        url: url.startsWith(app.prefix) ? url.slice(app.prefix.length) || "/" : url,
        schema: { hide: true },
        // before the body is looked at: what is wrong with that is not the point
        onRequest: async (request, reply) => {
          reply.header("allow", allow);
          throw new Problem("method_not_allowed", `${request.method} is not allowed here. Allowed: ${allow}.`);
        },
        handler: () => undefined,
      });
    }
  };
}
