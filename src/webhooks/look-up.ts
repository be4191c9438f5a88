import { lookup as lookUpBySystem } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";

/**
 * Looks up names of the public internet by DNS. The system's own look-up (getaddrinfo) takes one of two threads until it gives up, so that
 * names whose servers are silent would hold up those of all other endpoints. `servers`: for tests, others than the system's.
 */
export function publicLookUp(servers?: string[]): LookupFunction {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return (name, options, callback) => {
    if (name === "localhost") return lookUpBySystem(name, options, callback);
    const addressesOf = async () => {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return [
        ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
        ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
      ].filter(({ family }) => !options.family || family === options.family);
    };
    void addressesOf().then((addresses) => {
      const [first] = addresses;
      if (!first) return callback(Object.assign(new Error(`no address of ${name}`), { code: "ENOTFOUND" }), "");
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
