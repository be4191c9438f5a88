import { Distribution } from "./distribution.ts";
import type { Sentence } from "./messages/messages.ts";
import type { Pace } from "./pace.ts";
import { Problem } from "./problem.ts";

/** Limits of some tasks of a queue, which count among all of its tasks as well. */
export interface LaneLimits {
  /** Tasks of the lane that run at the same time, over all keys. */
  maxRunning: number;
  /** Tasks of the lane of one key that run at the same time. */
  maxRunningPerKey: number;
  /** Milliseconds after which a waiting task is refused; undefined: no limit. */
  maxWaitMs?: number;
  /** The detail of the refusal. */
  refusal: Sentence;
}

export interface FairQueueLimits<Lane extends string = never> extends LaneLimits {
  /** Tasks that wait, over all keys. */
  maxWaiting: number;
  /** Tasks of one key that wait. */
  maxWaitingPerKey: number;
  /** Tasks that need narrower limits. */
  lanes?: Record<Lane, LaneLimits>;
  /** Makes keys that take more than their part of the process run one task at a time, with pauses; undefined: none. */
  pace?: Pace | undefined;
}

/** How much more than the others a key may have used: one long task must not keep its key waiting for as long again. */
const MAX_DEBT_MS = 250;

const WAIT_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5];

interface WaitingTask {
  /** The n-th that had to wait. */
  place: number;
  start: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** The tasks of one key in one lane. */
interface LaneQueue {
  lane: Lane;
  running: number;
  waiting: WaitingTask[];
}

/** A lane over all keys. */
interface Lane {
  limits: LaneLimits;
  running: number;
}

interface KeyQueue {
  running: number;
  waiting: number;
  lanes: Map<Lane, LaneQueue>;
  /** The milliseconds that its tasks have taken; of a key that comes back, at least `#clock`. */
  used: number;
}

/**
 * Limits how many tasks run at the same time. The keys (stores) share the time: the next task is of the key whose tasks have
 * taken the least. Of one key, the task that has waited longest and whose lane has room is next.
 */
export class FairQueue<L extends string = never> {
  readonly #limits: FairQueueLimits<L>;
  /** All tasks that name no lane. */
  readonly #ownLane: Lane;
  readonly #lanes: Map<string, Lane>;
  /** One queue for each key with running or waiting tasks, in the order in which keys are served next. */
  readonly #queues = new Map<string, KeyQueue>();
  /** The seconds for which tasks waited before they ran. */
  readonly waits = new Distribution(WAIT_SECONDS);
  /** Tasks that were refused. */
  refused = 0;
  #running = 0;
  #waiting = 0;
  #places = 0;
  /** What the key of the last started task had used then. A key that was idle gets no time for it. */
  #clock = 0;
  /** Runs when the pause of a key is over. */
  #wakeUp: NodeJS.Timeout | undefined;

  constructor(limits: FairQueueLimits<L>) {
    this.#limits = limits;
    this.#ownLane = { limits, running: 0 };
    const lanes = Object.entries<LaneLimits>(limits.lanes ?? {});
    this.#lanes = new Map(lanes.map(([name, lane]) => [name, { limits: lane, running: 0 }]));
  }

  get running(): number {
    return this.#running;
  }
  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` when its key may run a task. Throws `overloaded` when too many tasks wait, or this one waited too long. */
  async run<T>(key: string, work: () => Promise<T>, lane?: L): Promise<T> {
    const kind = (lane && this.#lanes.get(lane)) ?? this.#ownLane;
    const askedAt = performance.now();
    const waiting = this.#start(key, kind);
    if (waiting) await waiting;
    const startedAt = waiting ? performance.now() : askedAt;
    this.waits.note((startedAt - askedAt) / 1000);
    try {
      return await work();
    } finally {
      this.#release(key, kind, performance.now() - startedAt);
    }
  }

  /** Starts a task, or returns a promise of its start. Throws `overloaded` when too many tasks wait. */
  #start(key: string, lane: Lane): Promise<void> | undefined {
    const keyQueue = this.#queues.get(key) ?? this.#addQueue(key);
    const laneQueue = keyQueue.lanes.get(lane) ?? addLane(keyQueue, lane);
    this.#limits.pace?.note(key);
    if (this.#mayRun(key, keyQueue) && hasRoom(laneQueue)) {
      this.#noteStart(key, keyQueue, laneQueue);
      return undefined;
    }
    if (this.#waiting >= this.#limits.maxWaiting || keyQueue.waiting >= this.#limits.maxWaitingPerKey) {
      this.#removeIfIdle(key, keyQueue);
      this.refused++;
      throw refusalOf(lane);
    }
    return this.#wait(key, keyQueue, laneQueue);
  }

  #addQueue(key: string): KeyQueue {
    const keyQueue: KeyQueue = { running: 0, waiting: 0, lanes: new Map(), used: this.#clock };
    this.#queues.set(key, keyQueue);
    return keyQueue;
  }

  #wait(key: string, keyQueue: KeyQueue, { lane, waiting }: LaneQueue): Promise<void> {
    this.#waiting++;
    keyQueue.waiting++;
    return new Promise((resolve, reject) => {
      const task: WaitingTask = { place: this.#places++, start: resolve, timer: undefined };
      if (lane.limits.maxWaitMs !== undefined) {
        task.timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(task), 1);
          this.#waiting--;
          keyQueue.waiting--;
          this.#removeIfIdle(key, keyQueue);
          this.refused++;
          reject(refusalOf(lane));
        }, lane.limits.maxWaitMs);
      }
      waiting.push(task);
    });
  }

  /** Starts what may run now in the same tick, so that a new task cannot overtake it. */
  #release(key: string, lane: Lane, ms: number): void {
    this.#limits.pace?.charge(key, ms / this.#running); // tasks that run together share the process
    this.#running--;
    lane.running--;
    const keyQueue = this.#queues.get(key);
    const laneQueue = keyQueue?.lanes.get(lane);
    if (keyQueue && laneQueue) {
      keyQueue.running--;
      laneQueue.running--;
      keyQueue.used = Math.min(keyQueue.used + ms, this.#clock + MAX_DEBT_MS);
      this.#moveToEnd(key, keyQueue);
      this.#removeIfIdle(key, keyQueue);
    }
    this.#startNext();
  }

  #startNext(): void {
    while (this.#waiting > 0) {
      const next = this.#next();
      if (!next) return;
      const [key, keyQueue, laneQueue] = next;
      const task = laneQueue.waiting.shift();
      clearTimeout(task?.timer);
      this.#waiting--;
      keyQueue.waiting--;
      this.#noteStart(key, keyQueue, laneQueue);
      task?.start();
    }
    if (this.#running === 0) this.#queues.clear(); // what idle keys have used counts no more
  }

  /** The task that is next: of the keys that have used the least, of the one that waited longest for its turn. */
  #next(): [string, KeyQueue, LaneQueue] | undefined {
    let next: [string, KeyQueue, LaneQueue] | undefined;
    for (const [key, keyQueue] of this.#queues) {
      if (keyQueue.waiting === 0) this.#removeIfIdle(key, keyQueue);
      else if (!(next && next[1].used <= keyQueue.used) && this.#mayRun(key, keyQueue)) {
        const laneQueue = nextLane(keyQueue);
        if (laneQueue) next = [key, keyQueue, laneQueue];
      }
    }
    return next;
  }

  #noteStart(key: string, keyQueue: KeyQueue, laneQueue: LaneQueue): void {
    this.#running++;
    keyQueue.running++;
    laneQueue.running++;
    laneQueue.lane.running++;
    keyQueue.used = Math.max(keyQueue.used, this.#clock);
    this.#clock = keyQueue.used;
    this.#moveToEnd(key, keyQueue);
  }

  /** The order of the keys matters only when there are others. */
  #moveToEnd(key: string, keyQueue: KeyQueue): void {
    if (this.#queues.size === 1) return;
    this.#queues.delete(key);
    this.#queues.set(key, keyQueue);
  }

  #mayRun(key: string, { running }: KeyQueue): boolean {
    const { maxRunning, maxRunningPerKey, pace } = this.#limits;
    if (this.#running >= maxRunning || running >= maxRunningPerKey) return false;
    if (!pace?.isSpent(key)) return true;
    if (running > 0) return false;
    const pauseMs = pace.pauseOf(key);
    if (pauseMs > 0) this.#wakeUpIn(pauseMs);
    return pauseMs === 0;
  }

  /** One timer is enough: when it runs, each key whose pause is not over asks for the next. */
  #wakeUpIn(ms: number): void {
    this.#wakeUp ??= setTimeout(() => {
      this.#wakeUp = undefined;
      this.#startNext();
    }, ms).unref();
  }

  /** A key that has used more than its part stays, so that it does not begin anew. */
  #removeIfIdle(key: string, keyQueue: KeyQueue): void {
    if (keyQueue.running === 0 && keyQueue.waiting === 0 && keyQueue.used <= this.#clock) this.#queues.delete(key);
  }
}

function addLane(keyQueue: KeyQueue, lane: Lane): LaneQueue {
  const laneQueue: LaneQueue = { lane, running: 0, waiting: [] };
  keyQueue.lanes.set(lane, laneQueue);
  return laneQueue;
}

const hasRoom = ({ lane, running }: LaneQueue): boolean =>
  lane.running < lane.limits.maxRunning && running < lane.limits.maxRunningPerKey;

/** Of the lanes with room, the one whose first task has waited longest. */
function nextLane({ lanes }: KeyQueue): LaneQueue | undefined {
  let next: LaneQueue | undefined;
  for (const laneQueue of lanes.values()) {
    const { place } = laneQueue.waiting[0] ?? {};
    if (place === undefined || !hasRoom(laneQueue)) continue;
    if (!next || place < (next.waiting[0]?.place ?? 0)) next = laneQueue;
  }
  return next;
}

const refusalOf = ({ limits }: Lane): Problem => new Problem("overloaded", limits.refusal);
