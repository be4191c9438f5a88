import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/**
 * Security headers. Two of helmet's defaults do not fit: media must show on storefronts of other origins, and a
 * server without TLS must not send its own pages' links to https.
 */
export async function registerHelmet(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    crossOriginResourcePolicy: { policy: "cross-origin" },
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
}
