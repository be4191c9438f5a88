import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../core/problem.ts";

// People who work in stores use pages of this server, the console. Their browser sends a cookie by itself, also when another page makes it
// send a request. So what a request with the cookie asks for is done only when a page of the console sent it.

/** Finds the origin of the console: that of `publicUrl`, else that of the request, as proxies that are trusted name it. */
export const consoleOrigin =
  (publicUrl: string) =>
  (request: FastifyRequest): string =>
    publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`;

/** Over https the name makes sure that no other host and no plain http can set the cookie. */
const cookieName = (origin: string): string => (origin.startsWith("https:") ? "__Host-hanout" : "hanout");

/** What the session's cookie holds; undefined without one. */
export function sessionSecret({ headers: { cookie = "" } }: FastifyRequest, origin: string): string | undefined {
  const start = `${cookieName(origin)}=`;
  const found = cookie
    .split(";")
    .flatMap((part) => (part.trim().startsWith(start) ? [part.trim().slice(start.length)] : []));
  return found[0] || undefined;
}

/** Sets the session's cookie. `expires`: ISO 8601; null: when the browser is closed. */
export function setSession(reply: FastifyReply, origin: string, secret: string, expires: string | null): void {
  const lasting = expires === null ? [] : [`Expires=${new Date(expires).toUTCString()}`];
  reply.header("set-cookie", cookieOf(origin, secret, lasting));
}

export const clearSession = (reply: FastifyReply, origin: string): void =>
  void reply.header("set-cookie", cookieOf(origin, "", ["Max-Age=0"]));

const cookieOf = (origin: string, secret: string, attributes: string[]): string =>
  [
    `${cookieName(origin)}=${secret}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    ...(origin.startsWith("https:") ? ["Secure"] : []),
    ...attributes,
  ].join("; ");

/**
 * Lets only pages of the console through. Its header cannot be set by a form, nor by a page of another origin without being asked
 * about; browsers send the origin with every POST. Throws `foreign_origin`.
 */
export function requireConsolePage({ method, headers }: FastifyRequest, origin: string): void {
  const { origin: sender, "sec-fetch-site": site, "x-hanout-console": console } = headers;
  const isOwn =
    console === "1" &&
    (site === undefined || site === "same-origin") &&
    (sender === origin || (sender === undefined && (method === "GET" || method === "HEAD")));
  if (!isOwn)
    throw new Problem("foreign_origin", `Only pages of ${origin} may do this, with the header X-Hanout-Console: 1.`);
}
