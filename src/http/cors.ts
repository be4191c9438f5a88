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

/** Lets browsers of these origins call the storefront API; `*` stands for all. */
export async function registerCors(app: FastifyInstance, origins: string[]): Promise<void> {
  await app.register(cors, {
    origin: origins.includes("*") ? "*" : origins,
    methods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
    exposedHeaders: READABLE_HEADERS,
    maxAge: 7200,
    strictPreflight: false,
  });
}
