interface Position {
  askedAt: number;
  /** Bytes of write-ahead log since the database was made. */
  bytes: number;
}

/**
 * Positions of the primary's write-ahead log, by the time at which they were asked for. A position contains every commit
 * that was answered before it was asked for.
 */
export class WalPositions {
  /** Oldest first. */
  #positions: Position[] = [];

  add(askedAt: number, bytes: number): void {
    this.#positions.push({ askedAt, bytes });
  }

  /** The first position that was asked for after this time (of `performance.now`), in bytes; undefined for none. */
  after(time: number): number | undefined {
    return this.#positions[this.#indexAfter(time)]?.bytes;
  }

  /** When the last position was asked for that is no further than these bytes; undefined for none. */
  reachedAt(bytes: number): number | undefined {
    return this.#positions.findLast((position) => position.bytes <= bytes)?.askedAt;
  }

  /** Removes the positions that were asked for until this time. */
  removeUntil(time: number): void {
    this.#positions.splice(0, this.#indexAfter(time));
  }

  #indexAfter(time: number): number {
    let [from, to] = [0, this.#positions.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#positions[middle] as Position).askedAt > time) to = middle;
      else from = middle + 1;
    }
    return from;
  }
}
