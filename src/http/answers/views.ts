import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { acceptedEncoding, type Encoding } from "./compression.ts";

export interface ViewSettings {
  /** The encodings that an answer can have. */
  encodings: readonly Encoding[];
  /** The origins that browsers may call from. */
  origins: "*" | readonly string[];
  /** Whether answers contain the host that the client named. */
  dependsOnHost: boolean;
}

/** What an answer depends on, besides the store and the address. Both texts stand before the keys of what is kept. */
export interface View {
  /** For what answers are made of. */
  ofParts: string;
  /** For whole answers. */
  ofAnswers: string;
}

/** Finds the view of a request. `host`: the protocol and host that the client named. */
export function viewsOf({ encodings, origins, dependsOnHost }: ViewSettings) {
  const encodingOf = encodingFinder(encodings);
  return (headers: IncomingHttpHeaders, locale: string, host: string): View => {
    const shownHost = dependsOnHost ? host : "";
    const encoding = encodingOf(headers);
    const origin = origins !== "*" && headers.origin && origins.includes(headers.origin) ? headers.origin : "";
    const ofParts = `${locale} ${shownHost} `;
    return { ofParts, ofAnswers: `${ofParts}${encoding} ${origin} ` };
  };
}

/** Browsers send few different values, and to read one takes longer than the rest of an answer from memory. */
function encodingFinder(encodings: readonly Encoding[]): (headers: IncomingHttpHeaders) => string {
  const known = new LRUCache<string, string>({ max: 100 });
  return (headers) => {
    const accepted = String(headers["accept-encoding"] ?? "");
    const found = known.get(accepted);
    if (found) return found;
    const encoding = acceptedEncoding(headers, encodings) ?? "identity";
    known.set(accepted, encoding);
    return encoding;
  };
}
