import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import proxyAddr from "@fastify/proxy-addr";

/** Finds the IP address of a client as Fastify does, behind the proxies of `trust` (see `trustProxy`). */
export function clientAddressFinder(trust: boolean | string): (request: IncomingMessage) => string {
  if (trust === false) return ({ socket }) => socket.remoteAddress ?? "";
  const trusted = trust === true ? () => true : proxyAddr.compile(trust.split(",").map((part) => part.trim()));
  return (request) => proxyAddr.all(request, trusted).at(-1) ?? "";
}

/** What one client has to itself of an address: all of IPv4, but of IPv6 the first 64 bits, because whoever has them has any address below. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [, ofIPv4] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (ofIPv4 !== undefined) return ofIPv4;
  const [before = [], after = []] = address.split("::").map((part) => (part ? part.split(":") : []));
  const zeros = Array<string>(8 - Math.min(8, before.length + after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
