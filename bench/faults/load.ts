import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, MAX_ANSWER_MS, type Request, sendRequest } from "../harness/http.ts";
import type { Place } from "../harness/place.ts";
import { quantile } from "../harness/statistics.ts";

/** Load clients on loopback: a bounded number of them, each with one request at a time. */

/** The pause after a refused connection. */
const REFUSED_PAUSE_MS = 50;

export interface LoadOptions {
  clients: number;
  /** Returns the n-th request, counted over all clients. */
  next: (n: number) => Request;
  /** Each client waits this long between its requests. */
  pauseMs?: number;
  timeoutMs?: number;
  /** A connection for each request, instead of one for each client. */
  reconnect?: boolean;
}

/** Clients that send requests until they are stopped, and their answers. */
export interface Load {
  answers: Answer[];
  /** Stops the load: sends no new request, and closes connections without an answer after `graceMs`. */
  stop(graceMs?: number): Promise<Answer[]>;
}

export function startLoad(
  { onEnd }: Pick<Place, "onEnd">,
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

/** Sends one request, which is made from its number among the requests of all clients. */
export type Send = (next: (n: number) => Request) => Promise<Answer>;

/** Starts clients that repeat `turn`, which sends one or more requests. */
export function startClients(
  { onEnd }: Pick<Place, "onEnd">,
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

/** Counts the answers by status. */
export function tally(...loads: Answer[][]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what } of loads.flat()) counts[what] = (counts[what] ?? 0) + 1;
  return counts;
}

/** Returns a percentile of the durations, in milliseconds; `share` is 0.99 for the 99th percentile. */
export const percentile = (answers: Answer[], share: number): number =>
  quantile(
    answers.map(({ ms }) => ms),
    share,
  );

export const slowest = (answers: Answer[]): number => Math.max(0, ...answers.map(({ ms }) => ms));

/** Returns the answers whose requests were sent in a period. */
export const sentBetween = (answers: Answer[], from: number, to = Number.POSITIVE_INFINITY): Answer[] =>
  answers.filter(({ sentAt }) => sentAt >= from && sentAt < to);

export const isServed = ({ what }: Answer): boolean => what.startsWith("2") || what === "304";

/** Returns the answers that arrived in a period. */
export const answeredBetween = (answers: Answer[], from: number, to = Number.POSITIVE_INFINITY): Answer[] =>
  answers.filter(({ sentAt, ms }) => sentAt + ms >= from && sentAt + ms < to);

/** Returns the time of the first served answer to a request sent at or after `from`; undefined if there is none. */
export const servedAt = (answers: Answer[], from: number): number | undefined =>
  answers
    .filter((answer) => answer.sentAt >= from && isServed(answer))
    .map(({ sentAt, ms }) => sentAt + ms)
    .sort((a, b) => a - b)[0];

/** Returns the longest time between two served answers of a client without pauses, in milliseconds. */
export function longestGap(answers: Answer[]): number {
  const times = answers
    .filter(isServed)
    .map(({ sentAt, ms }) => sentAt + ms)
    .sort((a, b) => a - b);
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)));
}
