import fresh from "fresh";

/** The status line's code and the headers of an answer, which differ from request to request in two values. */
interface Head {
  status: 200 | 304;
  /** Names and values of headers, one after the other, as `writeHead` takes them. */
  headers: readonly string[];
  /** Where the values of `x-request-id` and `ratelimit` stand. */
  requestIdAt: number;
  rateLimitAt: number;
}

/** An answer with status 200 as it was sent, ready to be sent again. */
export interface KeptAnswer {
  /** The route's pattern, for the log. */
  route: string;
  etag: string;
  /**
   * The bytes. A short answer has them as a text, a character for each byte (`latin1`): Node sends that together with the head
   * in one write, which takes less time than two parts.
   */
  content: Buffer | string;
  whole: Head;
  /** For a client that has the answer. */
  notModified: Head;
}

/** Node writes a longer text more slowly than the same bytes. */
const MAX_SHORT_BYTES = 12_000;

/** Headers of a content, which an answer without content does not have (RFC 9110, section 15.4.5). */
export const OF_CONTENT = new Set(["content-type", "content-encoding", "content-length"]);

/** Keeps an answer whose headers, in their order, are `headers` and the length of its bytes. */
export function keptAnswerOf(
  route: string,
  headers: Readonly<Record<string, unknown>>,
  etag: string,
  bytes: Buffer,
): KeptAnswer {
  const all = [...Object.entries(headers), ["content-length", bytes.length] as const];
  return {
    route,
    etag,
    content: bytes.length <= MAX_SHORT_BYTES ? bytes.toString("latin1") : bytes,
    whole: headOf(200, all),
    notModified: headOf(
      304,
      all.filter(([name]) => !OF_CONTENT.has(name)),
    ),
  };
}

function headOf(status: Head["status"], entries: (readonly [name: string, value: unknown])[]): Head {
  const headers = entries.flatMap(([name, value]) => [name, String(value)]);
  const placeOf = (name: string) => headers.indexOf(name) + 1;
  return { status, headers, requestIdAt: placeOf("x-request-id"), rateLimitAt: placeOf("ratelimit") };
}

/** The memory that an answer takes. Names and most values of headers are shared with other answers. */
export const bytesOfAnswer = ({ content, whole, notModified }: KeptAnswer): number =>
  content.length + (whole.headers.length + notModified.headers.length) * 16;

/** The head of the answer to a request with these headers. */
export const headFor = (answer: KeptAnswer, headers: Parameters<typeof fresh>[0]): Head =>
  headers["if-none-match"] !== undefined && fresh(headers, { etag: answer.etag }) ? answer.notModified : answer.whole;
