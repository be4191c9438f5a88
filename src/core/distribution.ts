/** How values are spread. To note one takes some nanoseconds, so that every request can be noted. */
export class Distribution {
  /** Ascending. */
  readonly bounds: readonly number[];
  /** How many values are at most each bound and above the one before; the last: how many are above all. */
  readonly counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  get sum(): number {
    return this.#sum;
  }

  note(value: number): void {
    let place = 0;
    while (place < this.bounds.length && value > (this.bounds[place] as number)) place++;
    (this.counts[place] as number)++;
    this.#sum += value;
  }
}
