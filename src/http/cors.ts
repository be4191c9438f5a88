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
 * Lets browsers of these origins call what lies under this path; `*` stands for all. Register it before whatever may
 * refuse a request, so that browsers can read the refusal.
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
  // The plugin cannot know that the same is said to every origin, which shared caches should.
  if (allowed.origin === "*") app.addHook("onRequest", async (_request, reply) => void reply.removeHeader("vary"));
}
