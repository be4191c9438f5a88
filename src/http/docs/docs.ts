import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";

/** Its page is one inline script and style, all from this server. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** The API reference at `/docs`, made from `/openapi.json`; it needs nothing from the internet. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook("onSend", async (_request, reply) => {
      reply.header("content-security-policy", POLICY);
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
