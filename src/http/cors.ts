import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";

const READABLE_HEADERS = [
  "etag",
  "x-request-id",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "idempotent-replayed",
];

/**
 * Allows browsers on these origins to call the routes under `path`; `*` allows every origin. Register it before any hook
 * that can refuse a request, so that browsers can read the refusal.
 */
export async function registerCors(app: FastifyInstance, path: string, origins: string[]): Promise<void> {
  const allowed = {
    origin: origins.includes("*") ? "*" : origins,
    methods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
    exposedHeaders: READABLE_HEADERS,
    maxAge: 7200,
    strictPreflight: false,
  };
  await app.register(cors, {
    delegator: ({ url }, use) => use(null, url.startsWith(path) ? allowed : { origin: false }),
  });
  // The plugin sets `Vary: Origin`, which is wrong here: every origin gets the same answer.
  if (allowed.origin === "*") app.addHook("onRequest", async (_request, reply) => void reply.removeHeader("vary"));
}
