import type { ChangeFeed, ChangeListener, RecordedChanges } from "../db/changes.ts";

/** The feed of a worker, which also tells the other workers of the server. */
export class WorkerChanges implements ChangeFeed {
  readonly #feed: ChangeFeed;
  readonly #tellOthers: (changes: RecordedChanges) => void;

  constructor(feed: ChangeFeed, tellOthers: (changes: RecordedChanges) => void) {
    this.#feed = feed;
    this.#tellOthers = tellOthers;
  }

  get isCurrent(): boolean {
    return this.#feed.isCurrent;
  }

  publish(changes: RecordedChanges): void {
    this.#feed.publish(changes);
    this.#tellOthers(changes);
  }

  receive(changes: RecordedChanges): void {
    this.#feed.receive(changes);
  }

  listen(listener: ChangeListener): void {
    this.#feed.listen(listener);
  }
}
