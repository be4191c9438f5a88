import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../core/problem.ts";

export interface LimitSettings {
  RATE_LIMIT_WINDOW_SECONDS: number;
  RATE_LIMIT_PER_KEY: number;
  RATE_LIMIT_PER_ADDRESS: number;
}

/** Counts an address's requests before anything is done for them. */
export async function registerAddressLimit(app: FastifyInstance, settings: LimitSettings): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 100_000 });
  limit(app, "address", settings.RATE_LIMIT_PER_ADDRESS, settings, (request) => request.ip);
}

/** Counts a key's requests, once the key is known. */
export function registerKeyLimit(app: FastifyInstance, settings: LimitSettings): void {
  limit(app, "key", settings.RATE_LIMIT_PER_KEY, settings, (request) => request.site.key_id);
}

function limit(
  app: FastifyInstance,
  policy: string,
  max: number,
  { RATE_LIMIT_WINDOW_SECONDS: window }: LimitSettings,
  keyGenerator: (request: FastifyRequest) => string,
): void {
  const count = app.createRateLimit({ max, timeWindow: window * 1000, keyGenerator });
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config.health) return;
    const counted = await count(request);
    if (counted.isAllowed) return;
    const seconds = counted.ttlInSeconds;
    announce(reply, "RateLimit-Policy", `"${policy}";q=${max};w=${window}`);
    announce(reply, "RateLimit", `"${policy}";r=${counted.remaining};t=${seconds}`);
    if (!counted.isExceeded) return;
    reply.header("retry-after", Math.max(1, seconds));
    throw new Problem("rate_limited", `This ${policy} has made too many requests; try again in ${seconds} s.`);
  });
}

/** Both limits stand in one header, as draft-ietf-httpapi-ratelimit-headers has it. */
function announce(reply: FastifyReply, header: string, value: string): void {
  const set = reply.getHeader(header);
  reply.header(header, set ? `${set}, ${value}` : value);
}
