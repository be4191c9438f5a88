import { setImmediate } from "node:timers/promises";

/** Milliseconds of work before other requests are served. */
const SLICE_MS = 10;

/** Calls `work` for each item in order, and yields to other requests whenever 10 ms have passed. */
export async function inTimeSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let sliceStart = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await setImmediate();
    sliceStart = performance.now();
  }
}
