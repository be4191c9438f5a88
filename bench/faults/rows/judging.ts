import type { Answer } from "../load.ts";

/** What the rows measure with. */

/** A refusal as a client can act on it: 503 in the form of RFC 9457, with the time to come back. */
export const isRefusal = ({ what, headers }: Answer): boolean =>
  what === "503" &&
  String(headers["content-type"]).startsWith("application/problem+json") &&
  Number(headers["retry-after"]) >= 1;

export const seconds = (ms: number | undefined): string => (ms === undefined ? "never" : `${(ms / 1000).toFixed(2)} s`);

export const linesIn = (log: string): number => log.split("\n").filter((line) => line.trim() !== "").length;
