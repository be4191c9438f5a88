import { setImmediate } from "node:timers/promises";

/** Milliseconds after which other requests are served. */
const TURN_MS = 10;

/** Does something with each, one by one, and lets other requests be served in between whenever 10 ms have passed. */
export async function inTimeSlices<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
  let began = performance.now();
  for (const one of all) {
    work(one);
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}
