import type { FastifyInstance } from "fastify";

/** Forbids caching of private or changing answers (RFC 9111, section 5.2.2.5). */
export function registerNoStore(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
}
