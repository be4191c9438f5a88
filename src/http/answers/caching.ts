import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import xxhash from "xxhash-wasm";
import { chooseEncoding, type Encoding, encodeAnswer } from "./compression.ts";
import { keptAnswerOf, OF_CONTENT } from "./kept-answer.ts";
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
    if (request.isFromMemory) return done(null, payload);
    addVary(reply, "x-api-key");
    if (typeof payload !== "string") return done(null, payload);
    const encoding = chooseEncoding(request, reply, payload, encodings);
    if (reply.statusCode !== 200) return done(null, encoding ? encodeAnswer(reply, payload, encoding) : payload);

    const etag = entityTag(payload, encoding);
    reply.header("etag", etag).header("cache-control", control);
    const isKnown = fresh(request.headers, { etag });
    if (isKnown && !request.answerInMaking) return done(null, notModified(request, reply));
    const content = encoding ? encodeAnswer(reply, payload, encoding) : payload;
    if (request.answerInMaking) {
      const origin = { store: request.site.slug, route: request.routeOptions.url ?? "" };
      request.answerInMaking.keep(keptAnswerOf(origin, reply.getHeaders(), etag, Buffer.from(content), app.traffic));
    }
    done(null, isKnown ? notModified(request, reply) : content);
  });
}

/** Makes the answer a 304, which has no headers of a content. Returns its content. */
function notModified({ method }: FastifyRequest, reply: FastifyReply): "" | null {
  reply.code(304);
  for (const name of OF_CONTENT) reply.removeHeader(name);
  return method === "HEAD" ? "" : null; // Fastify needs a text to answer HEAD
}

/** The hash of an ETag must be fast, not hard to forge: 64 bits of xxHash cost a third of a SHA-1. */
const { h64ToString } = await xxhash();

/** A strong ETag of the bytes that are sent: each encoding of a content has its own (RFC 9110, section 8.8.3.3). */
const entityTag = (content: string, encoding: Encoding | undefined): string =>
  `"${h64ToString(content)}${encoding ? `-${encoding}` : ""}"`;
