import { setTimeout as pause } from "node:timers/promises";

/** Looks every few milliseconds until something holds. Returns how long it took, or undefined after the limit. */
export async function timeUntil(
  holds: () => boolean | Promise<boolean>,
  limitMs: number,
  everyMs = 20,
): Promise<number | undefined> {
  for (const start = performance.now(); ; await pause(everyMs)) {
    const isLate = performance.now() - start > limitMs;
    if (await holds()) return performance.now() - start;
    if (isLate) return undefined;
  }
}

/** Waits until something holds. Throws after the limit; `what` says what did not happen. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  limitMs: number,
  what: string,
  everyMs?: number,
): Promise<void> {
  if ((await timeUntil(holds, limitMs, everyMs)) === undefined) throw new Error(`not within ${limitMs} ms: ${what}`);
}
