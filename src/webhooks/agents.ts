import type { LookupFunction } from "node:net";
import {
  type RequestFilteringAgentOptions,
  RequestFilteringHttpAgent,
  RequestFilteringHttpsAgent,
} from "request-filtering-agent";
import type { AddressRules } from "./address.ts";
import { publicLookUp } from "./look-up.ts";

export interface AgentOptions {
  rules: AddressRules;
  /** For tests: further certificate authorities, another look-up of names. */
  ca?: string | undefined;
  lookup?: LookupFunction | undefined;
}

/** Connect to the public internet and nowhere else: where a name leads is checked when the connection is made, also after it has changed. */
export function publicAgents({ rules, ca, lookup = publicLookUp() }: AgentOptions) {
  const filter: RequestFilteringAgentOptions = {
    ...(rules.toThisMachine && { allowIPAddressList: ["127.0.0.1", "::1"] }),
  };
  const connection = { ...filter, keepAlive: false, lookup };
  return {
    http: new RequestFilteringHttpAgent(connection),
    https: new RequestFilteringHttpsAgent({ ...connection, ...(ca && { ca }) }),
  };
}
