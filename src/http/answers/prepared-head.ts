import { IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { type LoggedRequest, loggedRequest } from "../server/access-log.ts";

/** The status line's code and the headers of an answer, which differ from request to request in two values. */
export interface Head {
  status: 200 | 304;
  /** Names and values of headers, one after the other, as `writeHead` takes them. */
  headers: readonly string[];
  /** Where the values of `x-request-id` and `ratelimit` stand in `headers`. */
  requestIdAt: number;
  rateLimitAt: number;
  /** The same as text, which the two values divide; without what node:http adds. */
  text: readonly [beforeRequestId: string, beforeRateLimit: string, afterRateLimit: string];
  /** For the log (`loggedRequest`). */
  logged: string;
}

/** Prepares the head of an answer to a request. The headers contain `x-request-id` and, later, `ratelimit`. */
export function prepareHead(
  request: LoggedRequest & { status: Head["status"] },
  entries: (readonly [name: string, value: unknown])[],
): Head {
  const { status } = request;
  const headers = entries.flatMap(([name, value]) => [name, String(value)]);
  const requestIdAt = headers.indexOf("x-request-id") + 1;
  const rateLimitAt = headers.indexOf("ratelimit") + 1;
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  const text = [
    `${line}${linesOf(headers.slice(0, requestIdAt - 1))}x-request-id: `,
    `\r\n${linesOf(headers.slice(requestIdAt + 1, rateLimitAt - 1))}ratelimit: `,
    `\r\n${linesOf(headers.slice(rateLimitAt + 1))}`,
  ] as const;
  return { status, headers, requestIdAt, rateLimitAt, text, logged: loggedRequest(request) };
}

function linesOf(headers: string[]): string {
  let lines = "";
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return lines;
}

/** The memory that a head takes. The names and most values in `headers` are shared with other heads. */
export const bytesOfHead = ({ headers, text, logged }: Head): number =>
  headers.length * 8 + logged.length + text.reduce((sum, { length }) => sum + length, 0);

/** The field in which node:http keeps the text of a head until it is sent. It is not documented. */
type WithHeadText = ServerResponse & { _header: unknown };

/** Whether node:http sends the text of this field, and then the content, and nothing else. A release may change that. */
export function sendsHeadText(Response = ServerResponse): boolean {
  return sentWith(Response, "HTTP/1.1 304 Not Modified\r\n\r\n") && sentWith(Response, "HTTP/1.1 200 OK\r\n\r\n", "ok");
}

function sentWith(Response: typeof ServerResponse, head: string, content = ""): boolean {
  const response = new Response(new IncomingMessage(new Socket()));
  const sent = new PassThrough();
  response.assignSocket(sent as unknown as Socket);
  (response as WithHeadText)._header = head;
  response.end(content === "" ? undefined : Buffer.from(content));
  return allOf(sent) === head + content;
}

/** What was written. Node 26 reads it chunk by chunk, earlier releases at once. */
function allOf(sent: PassThrough): string {
  let text = "";
  for (let chunk = sent.read(); chunk !== null; chunk = sent.read()) text += String(chunk);
  return text;
}

/** What an answer with a prepared head has of its own. */
export interface OwnParts {
  requestId: string;
  /** The value of the header `ratelimit`. */
  rateLimit: string;
  content: Buffer | undefined;
}

/**
 * Sends answers with prepared heads. `writeHead` checks and joins all headers of each answer, which takes longer than all
 * else about an answer from memory. It leaves their text in the field `_header`, and `end` sends that. So once a second
 * `writeHead` shows what node:http adds to a head, and the other answers of that second have the text set. Where the
 * field is not as expected, `writeHead` is called for each answer ([why](docs/decisions/0003-private-fields.md)).
 */
export class PreparedSender {
  readonly #setsText: boolean;
  /** What node:http adds to the heads of a second (since 1970), on connections that stay open. */
  #added: { second: number; text: string } | undefined;

  constructor(setsText = sendsHeadText()) {
    this.#setsText = setsText;
  }

  send(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    { requestId, rateLimit, content }: OwnParts,
  ): void {
    const [first, second, third] = head.text;
    const text = `${first}${requestId}${second}${rateLimit}${third}`;
    const now = Math.floor(Date.now() / 1000);
    const hasUsualHead = this.#setsText && staysOpen(request, response);
    if (hasUsualHead && this.#added?.second === now) {
      response.statusCode = head.status;
      (response as WithHeadText)._header = text + this.#added.text;
    } else {
      writeHead(response, head, requestId, rateLimit);
      if (hasUsualHead) this.#added = addedTo(text, (response as WithHeadText)._header, now);
    }
    response.end(content);
  }
}

/** Whether node:http sends this answer on a connection that stays open. A subclass may need the call of `writeHead`. */
const staysOpen = (request: IncomingMessage, response: ServerResponse): boolean =>
  response.shouldKeepAlive && request.httpVersion === "1.1" && response.constructor === ServerResponse;

function writeHead(response: ServerResponse, head: Head, requestId: string, rateLimit: string): void {
  const own = head.headers.slice();
  own[head.requestIdAt] = requestId;
  own[head.rateLimitAt] = rateLimit;
  response.writeHead(head.status, own);
}

/** What node:http has added to `text`; undefined when it has sent something else. */
const addedTo = (text: string, sent: unknown, second: number): { second: number; text: string } | undefined =>
  typeof sent === "string" && sent.startsWith(text) ? { second, text: sent.slice(text.length) } : undefined;
