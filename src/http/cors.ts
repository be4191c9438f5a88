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

/** The origins of a list that may name all of them. */
export const allowedOrigins = (origins: string[]): "*" | string[] => (origins.includes("*") ? "*" : origins);

/**
 * Allows browsers on these origins to call the routes under `path`; `*` allows every origin. Register it before any hook
 * that can refuse a request, so that browsers can read the refusal.
 */
export async function registerCors(app: FastifyInstance, path: string, origins: string[]): Promise<void> {
  const allowed = allowedOrigins(origins);
  await app.register((preflights) => registerPreflights(preflights, allowed), { prefix: path });

  const readable = READABLE_HEADERS.join(", ");
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.url.startsWith(path)) return done();
    const { origin = "" } = request.headers;
    // Where every origin gets the same answer, `Vary: Origin` would be wrong.
    if (allowed !== "*") reply.header("vary", "Origin");
    if (allowed === "*") reply.header("access-control-allow-origin", "*");
    else if (allowed.includes(origin)) reply.header("access-control-allow-origin", origin);
    reply.header("access-control-expose-headers", readable);
    done();
  });
}

/** Answers the preflights of browsers. They pass none of the hooks that are registered later. */
async function registerPreflights(app: FastifyInstance, origin: "*" | string[]): Promise<void> {
  await app.register(cors, {
    origin,
    methods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
    exposedHeaders: READABLE_HEADERS,
    maxAge: 7200,
    strictPreflight: false,
  });
}
