import type { IncomingHttpHeaders } from "node:http";
import { type BrotliOptions, brotliCompressSync, constants, gzipSync, type ZlibOptions } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { addVary } from "./vary.ts";

/** The encodings that an answer can have, besides none. The first is sent where a client prefers neither. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Answers of fewer bytes are sent as they are: they fit into one packet anyway. */
const MIN_BYTES = 1024;

const COMPRESSIBLE = /^(application\/(problem\+)?json|image\/svg\+xml)(;|$)/;

/** Low levels: docs/decisions/0010-compression-in-the-hook.md has what the others would cost. */
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP: ZlibOptions = { level: 3 };

/**
 * Compresses every answer that is JSON or SVG of at least 1 KiB, where the client accepts one of `encodings`. Register it
 * after all routes.
 *
 * Compressing a secret together with a text that another site chose would let that site guess the secret by the length
 * of the answer (BREACH). It would have to make a browser send requests with its user's rights, as cookies allow. This
 * server reads no cookies: rights come from headers that a page sets itself, with a token that the other site lacks.
 */
export function registerCompression(app: FastifyInstance, encodings: readonly Encoding[]): void {
  if (encodings.length === 0) return;
  app.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload !== "string") return done(null, payload);
    const encoding = chooseEncoding(request, reply, payload, encodings);
    done(null, encoding ? encodeAnswer(reply, payload, encoding) : payload);
  });
}

/**
 * The encoding in which the answer is to be sent; undefined: as it is. Adds `Vary` wherever another request could get
 * another encoding.
 */
export function chooseEncoding(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: string,
  encodings: readonly Encoding[],
): Encoding | undefined {
  if (encodings.length === 0 || !isLong(payload) || !COMPRESSIBLE.test(String(reply.getHeader("content-type")))) {
    return undefined;
  }
  addVary(reply, "accept-encoding");
  return acceptedEncoding(headers, encodings);
}

/** The encoding that a client accepts and prefers, for an answer that can be compressed; undefined: none. */
export function acceptedEncoding(headers: IncomingHttpHeaders, encodings: readonly Encoding[]): Encoding | undefined {
  if (!headers["accept-encoding"] || encodings.length === 0) return undefined;
  const preferred = new Negotiator({ headers }).encoding([...encodings, "identity"], { preferred: encodings });
  return encodings.find((encoding) => encoding === preferred);
}

/** Counts bytes only where the number of characters, which is never higher, does not decide. */
const isLong = (text: string): boolean => text.length >= MIN_BYTES || Buffer.byteLength(text) >= MIN_BYTES;

/** The bytes of the answer in this encoding, which its header then names. */
export function encodeAnswer(reply: FastifyReply, payload: string, encoding: Encoding): Buffer {
  reply.header("content-encoding", encoding);
  return encode(payload, encoding);
}

/** The bytes of a text in an encoding. They are computed at once: handing them to another thread costs more CPU. */
const encode = (text: string, encoding: Encoding): Buffer =>
  encoding === "br" ? brotliCompressSync(text, BROTLI) : gzipSync(text, GZIP);
