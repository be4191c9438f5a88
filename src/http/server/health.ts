import type { FastifyInstance } from "fastify";
import type { Health } from "../../db/health-monitor.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route answers even when rate limits are reached. */
    health?: boolean;
  }
}

/**
 * `/livez`: the process runs; it never uses the database. `/readyz`: the server can serve; 503 while it cannot, and during
 * a shutdown. `writes` tells whether orders can be placed too: a server whose database disk is full still serves reads.
 */
export function registerHealth(app: FastifyInstance, readiness: () => Promise<Health>): void {
  const options = { config: { health: true }, schema: { hide: true } };
  app.get("/livez", options, () => ({ status: "ok" }));
  app.get("/readyz", options, async (request, reply) => {
    const { reads, writes } = await readiness().catch((error: unknown) => {
      request.log.warn({ err: error }, "not ready");
      return { reads: false, writes: false };
    });
    const isReady = reads && !app.shutdown.hasBegun;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ok" : "unavailable", writes: isReady && writes });
  });
}
