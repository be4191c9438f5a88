import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { version } from "../core/version.ts";
import { type AgentOptions, publicAgents } from "./agents.ts";

/** An endpoint has so long, from the look-up of its name to the end of its answer. */
const TIMEOUT_MS = 15_000;
/** Bytes of an answer that are kept. */
const KEPT_BYTES = 4096;
/** Bytes of an answer that are read: what comes then is not waited for. */
const READ_BYTES = 65_536;

/** What came of one attempt. */
export interface Attempt {
  /** Of the answer; null without one. */
  status: number | null;
  /** Why it failed, as a sentence; null: the endpoint took it. */
  problem: string | null;
  /** The beginning of the answer. */
  answer: string | null;
  /** Milliseconds for which the endpoint wants to be left alone. */
  retryAfterMs?: number;
  tookMs: number;
}

export interface SenderOptions extends AgentOptions {
  /** For tests: less patience. */
  timeoutMs?: number | undefined;
}

export type Send = (
  address: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<Attempt>;

/**
 * Sends webhooks to the public internet and nowhere else: where a name leads is checked when the connection is made, also after it has
 * changed. Each attempt has a connection of its own. Never throws for what the endpoint does; throws the signal's reason.
 */
export function webhookSender({ timeoutMs = TIMEOUT_MS, ...options }: SenderOptions): Send {
  const agents = publicAgents(options);
  return async (address, body, headers, signal) => {
    const startedAt = performance.now();
    const late = AbortSignal.timeout(timeoutMs);
    const isSecure = address.startsWith("https:");
    const sending: RequestOptions = {
      method: "POST",
      agent: isSecure ? agents.https : agents.http,
      signal: AbortSignal.any([signal, late]),
      maxHeaderSize: 16_384,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": `Hanout/${version}`,
        connection: "close",
      },
    };
    const took = () => Math.round(performance.now() - startedAt);
    try {
      const found = await exchange(isSecure ? requestHttps : requestHttp, address, sending, body);
      return { ...found, tookMs: took() };
    } catch (error) {
      signal.throwIfAborted();
      const problem = late.aborted ? TOO_LATE : problemOf(error as NodeJS.ErrnoException);
      return { status: null, problem, answer: null, tookMs: took() };
    }
  };
}

/** Sends one request and reads the beginning of its answer. Throws errors of the connection. */
function exchange(
  request: typeof requestHttps,
  address: string,
  options: RequestOptions,
  body: string,
): Promise<Omit<Attempt, "tookMs">> {
  return new Promise((resolve, reject) => {
    const sent = request(address, options, (response) => {
      const { statusCode: status = 0, headers } = response;
      const kept: Buffer[] = [];
      let read = 0;
      const end = () => {
        const answer = Buffer.concat(kept).subarray(0, KEPT_BYTES).toString("utf8").replaceAll("\0", "");
        const retryAfterMs = isTaken(status) ? undefined : readRetryAfter(headers["retry-after"]);
        resolve({
          status,
          problem: refusalOf(status),
          answer: answer === "" ? null : answer,
          ...(retryAfterMs !== undefined && { retryAfterMs }),
        });
        sent.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        if (read < KEPT_BYTES) kept.push(chunk);
        read += chunk.length;
        if (read >= READ_BYTES) end();
      });
      response.once("end", end);
      response.once("error", reject);
    });
    sent.on("upgrade", (_, socket) => {
      socket.destroy();
      resolve({ status: 101, problem: refusalOf(101), answer: null });
    });
    sent.on("error", reject);
    sent.once("close", () => reject(Object.assign(new Error("closed without an answer"), { code: "ECONNRESET" })));
    sent.end(body);
  });
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;

function refusalOf(status: number): string | null {
  if (isTaken(status)) return null;
  if (status >= 300 && status < 400) return `It answered ${status}: redirects are not followed.`;
  return `It answered ${status}.`;
}

/** Milliseconds of a `Retry-After`, which is seconds or a date; undefined when it is neither. */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** What merchants read of errors, by their codes. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host has no address.",
  ECONNREFUSED: "Nothing listens at the address.",
  ECONNRESET: "It closed the connection without an answer.",
  EPIPE: "It closed the connection without an answer.",
  HPE_HEADER_OVERFLOW: "The headers of its answer are too large.",
};

const TOO_LATE = "It did not answer within 15 seconds.";

/** Why a connection failed, as a sentence. */
export function problemOf({ code = "", message }: NodeJS.ErrnoException): string {
  if (/is not allowed\. Because/.test(message)) return NOT_PUBLIC;
  if (code.startsWith("HPE_")) return PROBLEMS[code] ?? "Its answer is no HTTP.";
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) return `Its certificate or TLS is not accepted (${code}).`;
  return PROBLEMS[code] ?? `The connection failed${code === "" ? "" : ` (${code})`}.`;
}

/** Says nothing of where the name led: the networks of the server are nobody's business. */
export const NOT_PUBLIC = "The address does not lead to the public internet.";
