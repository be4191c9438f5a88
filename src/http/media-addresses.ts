import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
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
 * address, else under the host of the request. Without a Host header (HTTP/1.0) they stay unchanged.
 */
export function mediaAddresses({ MEDIA_ORIGIN, MEDIA_CDN_URL, PUBLIC_URL }: MediaSettings): MediaAddresses {
  const fixed = MEDIA_CDN_URL ? mediaRewriter(MEDIA_ORIGIN, MEDIA_CDN_URL) : mediaRewriter("", PUBLIC_URL);
  return fixed === asStored ? underHostOf : () => fixed;
}

/** The rewriters of the hosts that clients name. Clients choose the host, so their number is limited. */
const rewriters = new LRUCache<string, MediaUrl>({ max: 1000 });

/** Rewrites addresses to the host of the request. Throws `invalid_request`; see `originOf`. */
function underHostOf({ protocol, host }: FastifyRequest): MediaUrl {
  const address = host && `${protocol}://${host}`;
  const known = rewriters.get(address);
  if (known) return known;
  const rewriter = mediaRewriter("", address && originOf(address));
  rewriters.set(address, rewriter);
  return rewriter;
}

/** Whether answers depend on the Host header; shared caches must not store such answers. */
export const dependsOnHost = ({ MEDIA_CDN_URL, PUBLIC_URL }: MediaSettings): boolean => !MEDIA_CDN_URL && !PUBLIC_URL;

const ORIGIN = /^[^:/]+:\/\/[\w.:[\]-]+$/;

/** The origin of an address. Throws `invalid_request` when its host is not a host (RFC 9112, section 3.2). */
function originOf(address: string): string {
  if (!ORIGIN.test(address) || !URL.canParse(address)) {
    throw new Problem("invalid_request", (say) => say.request.invalidHost);
  }
  return new URL(address).origin;
}
