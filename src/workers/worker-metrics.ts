import type { Worker } from "node:cluster";
import { addUp, keptOf, type MetricsJson } from "../metrics/metrics.ts";
import { tell } from "./tell.ts";

/** A worker that does not answer so long, because it starts or ends, is told as it was last known. */
const WAIT_MS = 1000;

/** The metrics of all workers. What workers have counted that have ended counts on, so that no sum falls. */
export class WorkerMetrics {
  readonly #last = new Map<Worker, MetricsJson>();
  /** Of workers that have ended. Their sum is made one after the other. */
  #ended: Promise<MetricsJson> = Promise.resolve([]);
  /** Those who wait for what a worker tells. */
  readonly #waiting = new Map<Worker, (() => void)[]>();

  /** Asks these workers, and adds up what they tell. */
  async read(workers: Worker[]): Promise<string> {
    await Promise.all(workers.map((worker) => this.#ask(worker)));
    return addUp([...this.#last.values(), await this.#ended]);
  }

  /** A worker has told its metrics. */
  take(worker: Worker, metrics: MetricsJson): void {
    this.#last.set(worker, metrics);
    this.#answered(worker);
  }

  /** A worker has ended. */
  end(worker: Worker): void {
    const last = this.#last.get(worker);
    this.#last.delete(worker);
    this.#answered(worker);
    if (last) this.#ended = this.#ended.then((before) => keptOf([before, last]));
  }

  #ask(worker: Worker): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WAIT_MS);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.set(worker, [...(this.#waiting.get(worker) ?? []), done]);
      tell(worker, { type: "metrics" });
    });
  }

  #answered(worker: Worker): void {
    for (const done of this.#waiting.get(worker) ?? []) done();
    this.#waiting.delete(worker);
  }
}
