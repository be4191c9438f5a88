/** Random values that are the same again for the same seed (the generator is mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** At least 0, below 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** Whether something with this probability happens. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(all: readonly T[]): T {
    return all[this.integer(0, all.length - 1)] as T;
  }

  /** Up to `max` different elements, in random order. */
  some<T>(all: readonly T[], max: number): T[] {
    return this.shuffled(all).slice(0, this.integer(0, max));
  }

  shuffled<T>(all: readonly T[]): T[] {
    return all
      .map((value) => ({ value, order: this.fraction() }))
      .sort((one, other) => one.order - other.order)
      .map(({ value }) => value);
  }

  /** One of the functions' results, each as probable as its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, make: () => T])[]): T {
    let left = this.fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of choices) {
      left -= weight;
      if (left < 0) return make();
    }
    return (choices.at(-1) as (typeof choices)[number])[1]();
  }

  /** The object with a random part of its fields. */
  part<T extends object>(whole: T): Partial<T> {
    return Object.fromEntries(Object.entries(whole).filter(() => this.chance(0.4))) as Partial<T>;
  }
}
