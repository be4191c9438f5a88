import { type Agent, request } from "node:http";

export interface Request {
  url: string;
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  /** A Buffer is sent unchanged, anything else as JSON. */
  body?: unknown;
  /** About how many characters of the answer are stored; default: all. */
  keep?: number;
}

export interface Answer {
  /** The status, or "reset", "refused" or "timeout". */
  what: string;
  /** The time of sending (performance.now()); the duration is in `ms`. Both are in milliseconds. */
  sentAt: number;
  ms: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A request without an answer after this time counts as "timeout". */
export const MAX_ANSWER_MS = 90_000;

/** Sends one request. It never rejects; an error is part of the answer. */
export function sendRequest(
  { url, method = "GET", headers = {}, body, keep = Number.POSITIVE_INFINITY }: Request,
  agent?: Agent,
  timeoutMs = MAX_ANSWER_MS,
): Promise<Answer> {
  const sentAt = performance.now();
  return new Promise((resolve) => {
    const settle = (what: string, text = "", answered: Answer["headers"] = {}) => {
      clearTimeout(late);
      resolve({ what, sentAt, ms: performance.now() - sentAt, headers: answered, text });
    };
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const sent = request(url, { method, headers: { ...json, ...headers }, agent }, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (chunk: string) => {
        if (text.length < keep) text += chunk;
      });
      reply.on("end", () => settle(String(reply.statusCode), text, reply.headers));
      reply.on("error", () => settle("reset"));
    });
    const late = setTimeout(() => {
      settle("timeout");
      sent.destroy();
    }, timeoutMs);
    sent.on("error", (error: NodeJS.ErrnoException) => settle(error.code === "ECONNREFUSED" ? "refused" : "reset"));
    sent.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
}
