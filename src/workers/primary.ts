import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { OperatorError } from "../core/operator-error.ts";
import type { ServerAddress } from "../main.ts";
import type { ToPrimary } from "./messages.ts";
import { placeInEnvironment } from "./shares.ts";
import { tell } from "./tell.ts";
import { WorkerMetrics } from "./worker-metrics.ts";

/** A worker that ends sooner after its start is replaced only after a pause. */
const SHORT_LIFE_MS = 10_000;
const RETRY_MS = { first: 500, most: 30_000 };

/** A worker that ended before it was ready. */
class WorkerFailed extends OperatorError {}

/** The processes that serve on one port, each in a place of its own. The primary process serves nothing itself. */
export class Workers {
  readonly #count: number;
  readonly #environment: Record<string, string>;
  readonly #say: (line: string) => void;
  /** By place: the worker that accepts connections. */
  readonly #serving: (Worker | undefined)[];
  /** By place: the worker that starts there. */
  readonly #starting = new Map<number, Promise<ServerAddress>>();
  /** Every worker that has not ended, also those that start and those that were replaced. */
  readonly #running = new Set<Worker>();
  readonly #metrics = new WorkerMetrics();
  #isStopping = false;
  /** The last start or replacement of all workers. */
  #last: Promise<unknown> = Promise.resolve();
  #isReplacementQueued = false;

  /** `environment`: variables that every worker gets. `say`: receives lines for the operator. */
  constructor(count: number, environment: Record<string, string>, say: (line: string) => void) {
    this.#count = count;
    this.#environment = environment;
    this.#say = say;
    this.#serving = Array.from({ length: count }, () => undefined);
  }

  /** Starts one worker, and then the others, which would fail as the first did. Throws OperatorError. */
  start(): Promise<ServerAddress> {
    const started = this.#startAll();
    this.#last = started.catch(() => {});
    return started;
  }

  /**
   * Replaces the workers one after the other: a new one starts, and then the old one accepts no more connections. When a
   * new one cannot start, the remaining old ones stay.
   */
  async replaceAll(): Promise<void> {
    if (this.#isReplacementQueued) return;
    this.#isReplacementQueued = true;
    this.#last = this.#last.then(() => {
      this.#isReplacementQueued = false;
      return this.#replaceEach();
    });
    await this.#last;
  }

  /** Ends all workers as a single server ends. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const worker of this.#running) tell(worker, { type: "stop" });
    for (const worker of this.#running) await once(worker, "exit").catch(() => {}); // one that never ran has no exit
  }

  /** The metrics of all workers, added up. */
  metrics(): Promise<string> {
    return this.#metrics.read([...this.#running]);
  }

  async #startAll(): Promise<ServerAddress> {
    const server = await this.#startIn(0);
    if (!this.#isStopping) await Promise.all(this.#serving.slice(1).map((_, i) => this.#startIn(i + 1)));
    return server;
  }

  async #replaceEach(): Promise<void> {
    for (const place of this.#serving.keys()) {
      if (this.#isStopping) return;
      try {
        await this.#startIn(place);
      } catch (error) {
        if (!this.#isStopping)
          this.#say(`A worker cannot be replaced, so the old ones stay: ${(error as Error).message}`);
        return;
      }
    }
    if (!this.#isStopping) this.#say("All workers are replaced.");
  }

  /** Starts a worker, or waits for the one that starts in this place. Resolves when it serves. Throws WorkerFailed. */
  #startIn(place: number): Promise<ServerAddress> {
    const running = this.#starting.get(place);
    if (running) return running;
    const started = this.#fork(place).finally(() => this.#starting.delete(place));
    this.#starting.set(place, started);
    return started;
  }

  #fork(place: number): Promise<ServerAddress> {
    const worker = cluster.fork({ ...this.#environment, ...placeInEnvironment({ index: place, count: this.#count }) });
    const startedAt = performance.now();
    this.#running.add(worker);
    return new Promise((resolve, reject) => {
      let failure = "a worker ended while it started";
      worker.on("message", (message: ToPrimary) => {
        if (message.type === "failed") failure = message.message;
        if (message.type === "metrics") this.#metrics.take(worker, message.metrics);
        if (message.type === "changes") this.#tellOthers(worker, message);
        if (message.type !== "ready") return;
        this.#takePlace(place, worker);
        resolve(message.server);
      });
      worker.once("error", (error) => {
        this.#running.delete(worker); // it never ran, so it does not end
        reject(new WorkerFailed(`a worker cannot be started: ${error.message}`));
      });
      worker.once("disconnect", () => this.#metrics.end(worker)); // all that it has said is read by then, at its exit not
      worker.once("exit", (code, signal) => {
        this.#running.delete(worker);
        reject(new WorkerFailed(failure));
        if (this.#serving[place] !== worker) return;
        this.#serving[place] = undefined;
        if (this.#isStopping) return;
        this.#say(`A worker ended (${signal ?? `code ${code}`}); another takes its place.`);
        const lived = performance.now() - startedAt;
        void this.#startAgain(place, lived < SHORT_LIFE_MS ? RETRY_MS.first : 0);
      });
    });
  }

  /** A message that is sent to a worker before it is ready may be lost, so it is told now to stop. */
  #takePlace(place: number, worker: Worker): void {
    const before = this.#serving[place];
    this.#serving[place] = worker;
    if (before) tell(before, { type: "drain" });
    if (this.#isStopping) tell(worker, { type: "stop" });
  }

  /** Fills a place whose worker has ended; tries until it succeeds. */
  async #startAgain(place: number, pauseMs: number): Promise<void> {
    await setTimeout(pauseMs);
    if (this.#isStopping || this.#serving[place]) return;
    try {
      await this.#startIn(place);
    } catch (error) {
      if (this.#isStopping) return;
      this.#say(`A worker cannot start: ${(error as Error).message}`);
      await this.#startAgain(place, Math.min(RETRY_MS.most, 2 * pauseMs || RETRY_MS.first));
    }
  }

  #tellOthers(sender: Worker, message: Extract<ToPrimary, { type: "changes" }>): void {
    for (const worker of this.#running) if (worker !== sender) tell(worker, message);
  }
}
