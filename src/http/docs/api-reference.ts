import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";

/** The page uses one inline script and style, and loads only from this server. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the API reference at `/docs`, rendered from `/openapi.json`, without resources from the internet. */
export async function registerApiReference(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook("onSend", async (_request, reply) => {
      reply.header("content-security-policy", CONTENT_SECURITY_POLICY);
    });
    await docs.register(scalar, {
      routePrefix: "/docs",
      configuration: {
        url: "/openapi.json",
        title: "Hanout storefront API",
        withDefaultFonts: false,
        hideClientButton: true,
        showDeveloperTools: "never",
        agent: { disabled: true },
        telemetry: false,
        defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
      },
    });
  });
}
