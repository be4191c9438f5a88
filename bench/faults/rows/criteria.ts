import type { Answer } from "../../harness/http.ts";
import { isServed, servedAt, tally } from "../load.ts";
import type { Shoppers } from "../scene.ts";

/** Checks and figures that several rows use. */

/** Whether an answer is a valid refusal: 503 with a problem document (RFC 9457) and a Retry-After header. */
export const isRefusal = ({ what, headers }: Answer): boolean =>
  what === "503" &&
  String(headers["content-type"]).startsWith("application/problem+json") &&
  Number(headers["retry-after"]) >= 1;

/** Whether an answer is served, refused, or 409 because the first request with the idempotency key still runs. */
export const isServedOrRefused = (answer: Answer): boolean =>
  isServed(answer) || isRefusal(answer) || (answer.what === "409" && answer.text.includes("idempotency_in_progress"));

export const seconds = (ms: number | undefined): string => (ms === undefined ? "never" : `${(ms / 1000).toFixed(2)} s`);

export const linesIn = (log: string): number => log.split("\n").filter((line) => line.trim() !== "").length;

/** Returns the counted answers in one line: `503 12, 200 1`. */
export const counted = (answers: Answer[]): string =>
  Object.entries(tally(answers))
    .map(([what, count]) => `${what} ${count}`)
    .join(", ") || "none";

/** Returns the time in ms from `moment` until reads, orders and /readyz were all served again; undefined if not. */
export function recoveryTime({ reads, orders, ready }: Shoppers, moment: number): number | undefined {
  const ordered = orders.placed.find(({ at }) => at >= moment)?.at;
  const times = [ordered, servedAt(reads.answers, moment), servedAt(ready.answers, moment)];
  return times.some((time) => time === undefined) ? undefined : Math.max(...times.map((time) => Number(time) - moment));
}

/** Returns the answers that a client must never receive, even during a failure. */
export const invalidAnswers = (answers: Answer[]): Answer[] =>
  answers.filter(({ what }) => what === "500" || what === "timeout" || what === "reset");
