import fresh from "fresh";
import type { Distribution } from "../../core/distribution.ts";
import type { Traffic } from "../../metrics/traffic.ts";
import { bytesOfHead, type Head, prepareHead } from "./prepared-head.ts";

/** An answer with status 200 as it was sent, ready to be sent again. */
export interface KeptAnswer {
  etag: string;
  content: Buffer;
  whole: Head;
  /** For a client that has the answer. */
  notModified: Head;
  /** Where the seconds are noted that each of the two takes. */
  seconds: { whole: Distribution; notModified: Distribution };
}

/** Headers of a content, which an answer without content does not have (RFC 9110, section 15.4.5). */
export const OF_CONTENT = new Set(["content-type", "content-encoding", "content-length"]);

/** Keeps the answer to a GET request whose headers, in their order, are `headers` and the length of its bytes. */
export function keptAnswerOf(
  { store, route }: { store: string; route: string },
  headers: Readonly<Record<string, unknown>>,
  etag: string,
  bytes: Buffer,
  traffic: Traffic,
): KeptAnswer {
  const request = { store, method: "GET", route };
  const all = [...Object.entries(headers), ["content-length", bytes.length] as const];
  return {
    etag,
    content: bytes,
    whole: prepareHead({ ...request, status: 200 }, all),
    notModified: prepareHead(
      { ...request, status: 304 },
      all.filter(([name]) => !OF_CONTENT.has(name)),
    ),
    seconds: { whole: traffic.secondsOf("GET", route, 200), notModified: traffic.secondsOf("GET", route, 304) },
  };
}

/** The memory that an answer takes. */
export const bytesOfAnswer = ({ content, whole, notModified }: KeptAnswer): number =>
  content.length + bytesOfHead(whole) + bytesOfHead(notModified);

/** The head of the answer to a request with these headers. */
export const headFor = (answer: KeptAnswer, headers: Parameters<typeof fresh>[0]): Head =>
  headers["if-none-match"] !== undefined && fresh(headers, { etag: answer.etag }) ? answer.notModified : answer.whole;
