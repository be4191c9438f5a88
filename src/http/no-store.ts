import type { FastifyInstance } from "fastify";

/** Forbids caching of private or changing answers (RFC 9111, section 5.2.2.5). */
export function registerNoStore(app: FastifyInstance): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
}
