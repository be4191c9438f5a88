import type { FastifyInstance } from "fastify";
import fresh from "fresh";
import xxhash from "xxhash-wasm";
import { chooseEncoding, type Encoding, encodeAnswer } from "./compression.ts";
import { addVary } from "./vary.ts";

/**
 * HTTP caching of public reads: an ETag and 304 (RFC 9110, sections 8.8.3 and 13.1.2), and compression with one of
 * `encodings`. Shared caches may store an answer for `seconds`; undefined: they may not store it. `Vary` names the API
 * key, because one URL serves every store.
 */
export function registerCaching(
  app: FastifyInstance,
  seconds: number | undefined,
  encodings: readonly Encoding[],
): void {
  const control =
    seconds === undefined
      ? "private, max-age=0, must-revalidate"
      : `public, max-age=0, s-maxage=${seconds}, must-revalidate`;
  app.addHook("onSend", (request, reply, payload, done) => {
    addVary(reply, "x-api-key");
    if (typeof payload !== "string") return done(null, payload);
    const encoding = chooseEncoding(request, reply, payload, encodings);
    if (reply.statusCode === 200) {
      const etag = entityTag(payload, encoding);
      reply.header("etag", etag).header("cache-control", control);
      if (fresh(request.headers, { etag })) {
        reply.code(304).removeHeader("content-length").removeHeader("content-type");
        return done(null, "");
      }
    }
    done(null, encoding ? encodeAnswer(reply, payload, encoding) : payload);
  });
}

/** The hash of an ETag must be fast, not hard to forge: 64 bits of xxHash cost a third of a SHA-1. */
const { h64ToString } = await xxhash();

/** A strong ETag of the bytes that are sent: each encoding of a content has its own (RFC 9110, section 8.8.3.3). */
const entityTag = (content: string, encoding: Encoding | undefined): string =>
  `"${h64ToString(content)}${encoding ? `-${encoding}` : ""}"`;
