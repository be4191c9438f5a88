import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import fresh from "fresh";

/**
 * HTTP caching of public reads: an ETag and 304 (RFC 9110, sections 8.8.3 and 13.1.2). Shared caches may store an answer
 * for `seconds`; undefined: they may not store it. `Vary` names the API key, because one URL serves every store.
 */
export function registerCaching(app: FastifyInstance, seconds: number | undefined): void {
  const control =
    seconds === undefined
      ? "private, max-age=0, must-revalidate"
      : `public, max-age=0, s-maxage=${seconds}, must-revalidate`;
  app.addHook("onSend", async (request, reply, payload) => {
    reply.header("vary", varyWithKey(reply.getHeader("vary")));
    if (reply.statusCode !== 200 || typeof payload !== "string") return payload;
    const etag = `"${createHash("sha1").update(payload).digest("base64url")}"`;
    reply.header("etag", etag).header("cache-control", control);
    if (!fresh(request.headers, { etag })) return payload;
    reply.code(304).removeHeader("content-length").removeHeader("content-type");
    return "";
  });
}

const varyWithKey = (vary: unknown): string => (typeof vary === "string" && vary ? `${vary}, x-api-key` : "x-api-key");
