import type { FastifyInstance } from "fastify";

/** Puts the request id on every answer, and writes one line a request: never an address's query, nor a header. */
export function registerAccessLog(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config.health) return;
    request.log.info(
      {
        store: request.site?.slug,
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
  });
}
