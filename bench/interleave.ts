import type { Sample, Side } from "./work.ts";

/** How often and how long each side is measured. */
export interface Rounds {
  rounds: number;
  /** Of one measurement. */
  seconds: number;
  /** Each side runs so long before the first round, unmeasured. 0: no warm-up. */
  warmUpSeconds: number;
}

/** Measures the sides in turn (A B A B), and returns the samples of each side, one for each round. */
export async function interleave(sides: Side[], { rounds, seconds, warmUpSeconds }: Rounds): Promise<Sample[][]> {
  const samples: Sample[][] = sides.map(() => []);
  if (warmUpSeconds > 0) for (const side of sides) await side.measure(warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) samples[index]?.push(await side.measure(seconds));
  }
  return samples;
}
