import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answered even when limits are reached or the server is overloaded. */
    health?: boolean;
  }
}

/** `/livez`: the process runs; never touches the database. `/readyz`: it can serve; 503 while it cannot, and while it stops. */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  const options = { config: { health: true }, schema: { hide: true } };
  app.get("/livez", options, () => ({ status: "ok" }));
  app.get("/readyz", options, async (request, reply) => {
    const ready =
      !app.closing.hasBegun &&
      (await isReady().catch((error: unknown) => {
        request.log.warn({ err: error }, "not ready");
        return false;
      }));
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "unavailable" });
  });
}
