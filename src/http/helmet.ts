import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/**
 * Sets security headers. Two of helmet's defaults are changed: storefronts of other origins must be able to show media,
 * and a server without TLS must not upgrade the links of its own pages to https.
 */
export async function registerHelmet(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    crossOriginResourcePolicy: { policy: "cross-origin" },
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
}
