import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import fresh from "fresh";

/**
 * For public reads: an ETag and 304 (RFC 9110, sections 8.8.3 and 13.1.2), and leave for shared caches to keep the
 * answer for `seconds`; undefined: no shared cache may. `Vary` names the key, because the same address answers for every
 * store.
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

const varyWithKey = (set: unknown): string => (typeof set === "string" && set ? `${set}, x-api-key` : "x-api-key");
