import type { FastifyRequest } from "fastify";
import { asStored, type MediaUrl, mediaRewriter } from "../core/media.ts";

export interface MediaSettings {
  MEDIA_ORIGIN: string;
  MEDIA_CDN_URL: string;
  PUBLIC_URL: string;
}

/** How a request's answer shows media. */
export type MediaAddresses = (request: FastifyRequest) => MediaUrl;

/**
 * Storefronts live on other origins, so media addresses go out absolute: under the CDN, else under the server's public
 * address, else under the host that the request came to.
 */
export function mediaAddresses({ MEDIA_ORIGIN, MEDIA_CDN_URL, PUBLIC_URL }: MediaSettings): MediaAddresses {
  const fixed = MEDIA_CDN_URL ? mediaRewriter(MEDIA_ORIGIN, MEDIA_CDN_URL) : mediaRewriter("", PUBLIC_URL);
  return fixed === asStored ? (request) => mediaRewriter("", originOf(request)) : () => fixed;
}

/** Whether answers depend on the host that a client names: then they are that client's alone. */
export const dependOnHost = ({ MEDIA_CDN_URL, PUBLIC_URL }: MediaSettings): boolean => !MEDIA_CDN_URL && !PUBLIC_URL;

/** Empty for a host that is none: media addresses then stay as stored. */
function originOf({ protocol, host }: FastifyRequest): string {
  const address = `${protocol}://${host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(address)) return "";
  return new URL(address).origin;
}
