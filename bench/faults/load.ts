import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FaultContext } from "./fault.ts";

/** Load clients on loopback: a bounded number of them, each with one request at a time. */

export interface Request {
  url: string;
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  /** Goes out as JSON; bytes as they are. */
  body?: unknown;
  /** About how many characters of the answer are kept; default all. */
  keep?: number;
}

export interface Answer {
  /** The status, or what came instead of one: "reset", "refused", "timeout". */
  what: string;
  /** When the request went out and how long it took, in milliseconds of performance.now(). */
  sentAt: number;
  ms: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Longer than anything may take; whoever hangs this long counts as "timeout". */
const MAX_ANSWER_MS = 90_000;
/** Nobody listens: the next try is not made at once. */
const REFUSED_PAUSE_MS = 50;

/** One request. Never rejects: what went wrong is the answer. */
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

export interface LoadOptions {
  clients: number;
  /** The n-th request of all clients together. */
  next: (n: number) => Request;
  /** Each client waits this long between its requests. */
  pauseMs?: number;
  timeoutMs?: number;
  /** A connection for each request, instead of one for each client. */
  reconnect?: boolean;
}

/** Clients that ask until they are stopped, and what they were answered. */
export interface Load {
  answers: Answer[];
  /** Ends it: nothing new is asked, and what hangs longer than `graceMs` counts as "timeout". */
  stop(graceMs?: number): Promise<Answer[]>;
}

export function startLoad(
  { onEnd }: Pick<FaultContext, "onEnd">,
  { clients, next, pauseMs = 0, timeoutMs = MAX_ANSWER_MS, reconnect = false }: LoadOptions,
): Load {
  return startClients(
    { onEnd },
    clients,
    async (send) => {
      await send(next);
      if (pauseMs > 0) await pause(pauseMs);
    },
    { timeoutMs, reconnect },
  );
}

/** One request, with the number it has among all. */
export type Send = (next: (n: number) => Request) => Promise<Answer>;

/** Clients that do one thing of several requests again and again. */
export function startClients(
  { onEnd }: Pick<FaultContext, "onEnd">,
  clients: number,
  turn: (send: Send, client: number) => Promise<void>,
  { timeoutMs = MAX_ANSWER_MS, reconnect = false } = {},
): Load {
  const agent = new Agent({ keepAlive: !reconnect, maxSockets: clients });
  const answers: Answer[] = [];
  let stopped = false;
  let asked = 0;
  const send: Send = async (next) => {
    const answer = await sendRequest(next(asked++), agent, timeoutMs);
    answers.push(answer);
    if (answer.what === "refused") await pause(REFUSED_PAUSE_MS);
    return answer;
  };
  const all = Array.from({ length: clients }, async (_, client) => {
    while (!stopped) await turn(send, client);
  });
  const stop = async (graceMs = 10_000) => {
    stopped = true;
    const cut = setTimeout(() => agent.destroy(), graceMs);
    await Promise.all(all);
    clearTimeout(cut);
    agent.destroy();
    return answers;
  };
  onEnd(() => stop(0));
  return { answers, stop };
}

/** How often each answer came. */
export function tally(...loads: Answer[][]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what } of loads.flat()) counts[what] = (counts[what] ?? 0) + 1;
  return counts;
}

/** How long `share` of the requests took at most, in milliseconds: 0.99 for the 99th percentile. */
export function percentile(answers: Answer[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export const slowest = (answers: Answer[]): number => Math.max(0, ...answers.map(({ ms }) => ms));

/** Those that were sent in a span of time. */
export const sentBetween = (answers: Answer[], from: number, to = Number.POSITIVE_INFINITY): Answer[] =>
  answers.filter(({ sentAt }) => sentAt >= from && sentAt < to);

export const isServed = ({ what }: Answer): boolean => what.startsWith("2") || what === "304";

/** Those that were under way or sent in a span of time, and answered in it. */
export const answeredBetween = (answers: Answer[], from: number, to = Number.POSITIVE_INFINITY): Answer[] =>
  answers.filter(({ sentAt, ms }) => sentAt + ms >= from && sentAt + ms < to);

/** When the first served answer came of those sent from then on; undefined if none. */
export const servedAt = (answers: Answer[], from: number): number | undefined =>
  answers
    .filter((answer) => answer.sentAt >= from && isServed(answer))
    .map(({ sentAt, ms }) => sentAt + ms)
    .sort((a, b) => a - b)[0];

/** Longest time between two served answers of a client that never stops asking, in milliseconds. */
export function longestGap(answers: Answer[]): number {
  const times = answers
    .filter(isServed)
    .map(({ sentAt, ms }) => sentAt + ms)
    .sort((a, b) => a - b);
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)));
}
