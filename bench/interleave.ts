/** How often and how long each side is measured. */
export interface Rounds {
  rounds: number;
  /** Of one measurement. */
  seconds: number;
  /** Each side runs so long before the first round, unmeasured. 0: no warm-up. */
  warmUpSeconds: number;
}

/** Measures the sides in turn (A B A B), and returns what each side measured, one value for each round. */
export async function interleave<T>(
  sides: { measure(seconds: number): Promise<T> }[],
  { rounds, seconds, warmUpSeconds }: Rounds,
): Promise<T[][]> {
  const measured: T[][] = sides.map(() => []);
  if (warmUpSeconds > 0) for (const side of sides) await side.measure(warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) measured[index]?.push(await side.measure(seconds));
  }
  return measured;
}
