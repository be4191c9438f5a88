import type { Done } from "../load/load.ts";

/** As many loops as the load generator has connections. */
const LOOPS = 16;

/** Repeats work in several loops at once for some seconds, and returns how often it ran. */
export async function repeat(seconds: number, work: (n: number) => Promise<unknown>): Promise<Done> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let started = 0;
  let units = 0;
  const loop = async () => {
    while (performance.now() < until) {
      await work(started++);
      units++;
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
  return { units, seconds: (performance.now() - startedAt) / 1000 };
}
