import type { FastifyInstance } from "fastify";

/** For answers that are one shopper's own, or change with every call: nobody keeps them (RFC 9111, section 5.2.2.5). */
export function registerNoStore(app: FastifyInstance): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
}
