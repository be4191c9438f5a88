import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

/** Finds the IP address of a client as Fastify does, behind the proxies of `trust` (see `trustProxy`). */
export function clientAddressFinder(trust: boolean | string): (request: IncomingMessage) => string {
  if (trust === false) return ({ socket }) => socket.remoteAddress ?? "";
  const trusted = trust === true ? () => true : proxyAddr.compile(trust.split(",").map((part) => part.trim()));
  return (request) => proxyAddr.all(request, trusted).at(-1) ?? "";
}
