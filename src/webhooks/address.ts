import { isIP } from "node:net";
import { invalidValue } from "../core/problem.ts";

/** Which addresses webhooks may be sent to, and pictures fetched from. */
export interface AddressRules {
  ports: readonly number[];
  /** Whether this machine may be an endpoint, also by http and on any port: for development. */
  toThisMachine: boolean;
}

const isThisMachine = (hostname: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/**
 * The address as it is stored. Where its name leads is not known before the connection, so that is checked there. Throws `invalid_value`.
 */
export function requireAddress(address: string, { ports, toThisMachine }: AddressRules, path = "address"): string {
  const invalidAddress = (message: string) => invalidValue(path, message);
  if (!URL.canParse(address)) throw invalidAddress("must be an address such as https://example.com/path");
  const url = new URL(address);
  const { protocol, hostname, port, username, password } = url;
  if (username !== "" || password !== "") throw invalidAddress("must not hold a user or a password");
  url.hash = "";
  if (toThisMachine && isThisMachine(hostname) && ["http:", "https:"].includes(protocol)) return url.href;
  if (protocol !== "https:") throw invalidAddress("must begin with https://");
  if (!ports.includes(Number(port || 443))) throw invalidAddress(`must have one of the ports ${ports.join(", ")}`);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || isThisMachine(hostname) || !hostname.includes(".")) {
    throw invalidAddress("must name a host of the public internet, such as example.com, and no IP address");
  }
  return url.href;
}
