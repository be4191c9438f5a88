import type { FastifyRequest } from "fastify";
import { asStored, type MediaUrl, mediaRewriter } from "../core/media.ts";

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

/** The origin of the request; empty when its Host header is invalid, and media addresses then stay unchanged. */
function originOf({ protocol, host }: FastifyRequest): string {
  const address = `${protocol}://${host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(address)) return "";
  return new URL(address).origin;
}
