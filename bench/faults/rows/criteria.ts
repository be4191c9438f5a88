import { type Answer, isServed, servedAt, tally } from "../load.ts";
import type { Shoppers } from "../scene.ts";

/** What the rows measure with. */

/** A refusal as a client can act on it: 503 in the form of RFC 9457, with the time to come back. */
export const isRefusal = ({ what, headers }: Answer): boolean =>
  what === "503" &&
  String(headers["content-type"]).startsWith("application/problem+json") &&
  Number(headers["retry-after"]) >= 1;

/** Or told that the first try with the same idempotency key is not over. */
export const isServedOrRefused = (answer: Answer): boolean =>
  isServed(answer) || isRefusal(answer) || (answer.what === "409" && answer.text.includes("idempotency_in_progress"));

export const seconds = (ms: number | undefined): string => (ms === undefined ? "never" : `${(ms / 1000).toFixed(2)} s`);

export const linesIn = (log: string): number => log.split("\n").filter((line) => line.trim() !== "").length;

/** Answers in a line: `503 12, 200 1`. */
export const counted = (answers: Answer[]): string =>
  Object.entries(tally(answers))
    .map(([what, count]) => `${what} ${count}`)
    .join(", ") || "none";

/** How long after a moment reads, orders and /readyz were each served again; undefined when one was not. */
export function recoveryTime({ reads, orders, ready }: Shoppers, moment: number): number | undefined {
  const ordered = orders.placed.find(({ at }) => at >= moment)?.at;
  const times = [ordered, servedAt(reads.answers, moment), servedAt(ready.answers, moment)];
  return times.some((time) => time === undefined) ? undefined : Math.max(...times.map((time) => Number(time) - moment));
}

/** Answers that no client should see from a server that is ill: neither served nor refused in good form. */
export const invalidAnswers = (answers: Answer[]): Answer[] =>
  answers.filter(({ what }) => what === "500" || what === "timeout" || what === "reset");
