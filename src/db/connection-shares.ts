import { FairQueue } from "../core/fair-queue.ts";
import { type LoopTime, ReadPacing } from "./read-pacing.ts";

/** How many expensive reads may run at the same time. */
export interface ReadLimits {
  /** For the shoppers of one store; as many again for its merchants. */
  perStore: number;
  /** For all stores together. */
  total: number;
}

/** The default limit per store for a number of CPU cores: one store must leave a core to the others. */
export const defaultExpensiveReads = (cores: number): number => (cores > 2 ? 2 : 1);

/** Runs work when the limits of its key (a store) allow it. Throws `overloaded` after too long a wait. */
type RunShared = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** The limits that work passes. */
export interface ConnectionShares {
  writes: RunShared;
  reads: RunShared;
  expensiveReads: RunShared;
  /** The pace of each store's reads, which they pass first; undefined: none. */
  pacing: ReadPacing | undefined;
}

/** How long work waits for a connection, and how long an expensive read waits to run. */
const MAX_WAIT_MS = 5000;
const MAX_EXPENSIVE_WAIT_MS = 1000;
const MAX_WAITING = 5000;
const MAX_WAITING_PER_STORE = 1000;

const BUSY = "The server is overloaded; try again in a moment.";
const BUSY_READING = "Too many searches and reports are running; try again in a moment.";

/**
 * Shares the connections among the stores. One store never holds more than half of a pool, and one connection for
 * transactions stays free for look-ups of API keys. Without `connections` (the embedded database) there are no limits.
 * `loopTime`: default that of this process.
 */
export function connectionShares(
  connections: { writes: number; reads: number } | undefined,
  expensive?: ReadLimits,
  loopTime?: LoopTime,
): ConnectionShares {
  const queue =
    connections && expensive && queueOf(expensive.total, expensive.perStore, MAX_EXPENSIVE_WAIT_MS, BUSY_READING);
  return {
    writes: connections ? shareOf(connections.writes - 1) : runAtOnce,
    reads: connections ? shareOf(connections.reads) : runAtOnce,
    expensiveReads: queue ? (key, work) => queue.run(key, work) : runAtOnce,
    pacing: connections && readPacing(loopTime),
  };
}

/** The pace of reads, whose queues refuse as the others do. `loopTime`: default that of this process. */
export function readPacing(loopTime?: LoopTime): ReadPacing {
  const paced = (maxWaitMs: number, refusal: string) => queueOf(Number.POSITIVE_INFINITY, 1, maxWaitMs, refusal);
  const queues = { plain: paced(MAX_WAIT_MS, BUSY), expensive: paced(MAX_EXPENSIVE_WAIT_MS, BUSY_READING) };
  return new ReadPacing(queues, loopTime);
}

function shareOf(connections: number): RunShared {
  const queue = queueOf(Math.max(1, connections), Math.max(1, Math.floor(connections / 2)), MAX_WAIT_MS, BUSY);
  return (key, work) => queue.run(key, work);
}

const queueOf = (maxRunning: number, maxRunningPerKey: number, maxWaitMs: number, refusal: string): FairQueue =>
  new FairQueue({
    maxRunning,
    maxRunningPerKey,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING_PER_STORE,
    maxWaitMs,
    refusal,
  });

const runAtOnce: RunShared = (_key, work) => work();
