import type { FastifyRequest } from "fastify";
import { asStored, type MediaUrl, mediaRewriter } from "../core/media.ts";
import { Problem } from "../core/problem.ts";

export interface MediaSettings {
  MEDIA_ORIGIN: string;
  MEDIA_CDN_URL: string;
  PUBLIC_URL: string;
}

/** The rewriting of media addresses for a request's answer. */
export type MediaAddresses = (request: FastifyRequest) => MediaUrl;

/**
 * Makes media addresses absolute, because storefronts have other origins: under the CDN, else under the server's public
 * address, else under the host of the request.
 */
export function mediaAddresses({ MEDIA_ORIGIN, MEDIA_CDN_URL, PUBLIC_URL }: MediaSettings): MediaAddresses {
  const fixed = MEDIA_CDN_URL ? mediaRewriter(MEDIA_ORIGIN, MEDIA_CDN_URL) : mediaRewriter("", PUBLIC_URL);
  return fixed === asStored ? (request) => mediaRewriter("", originOf(request)) : () => fixed;
}

/** Whether answers depend on the Host header; shared caches must not store such answers. */
export const dependsOnHost = ({ MEDIA_CDN_URL, PUBLIC_URL }: MediaSettings): boolean => !MEDIA_CDN_URL && !PUBLIC_URL;

/**
 * The origin of the request; empty without a Host header (HTTP/1.0), and media addresses then stay unchanged. Throws
 * `invalid_request` for a Host header that is not a host (RFC 9112, section 3.2).
 */
function originOf({ protocol, host }: FastifyRequest): string {
  if (!host) return "";
  const address = `${protocol}://${host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(address)) {
    throw new Problem("invalid_request", "The Host header is not a valid host.");
  }
  return new URL(address).origin;
}
