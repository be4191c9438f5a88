import { FairQueue } from "../core/fair-queue.ts";

/** How many expensive reads may run at a time: of one store's shoppers or merchants, and of all. */
export interface ReadLimits {
  perStore: number;
  total: number;
}

/** How many a store may run where PostgreSQL has this many cores: a flood of one store leaves the others a core. */
export const defaultExpensiveReads = (cores: number): number => (cores > 2 ? 2 : 1);

type RunShared = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** What runs work when the store has a free place for it. */
export interface ConnectionShares {
  writes: RunShared;
  reads: RunShared;
  expensiveReads: RunShared;
}

/** Work waits this long for a connection, and an expensive read this long for its turn. */
const MAX_WAIT_MS = 5000;
const MAX_EXPENSIVE_WAIT_MS = 1000;
const MAX_WAITING = 5000;
const MAX_WAITING_PER_STORE = 1000;

const BUSY = "The server has more to do than it can; try again in a moment.";
const BUSY_READING = "Too many searches and reports run at once; try again in a moment.";

/**
 * Shares the connections among the stores: one store never holds more than half of them, and one connection for
 * transactions stays free to look up keys. Where there is one connection for all, work is taken as it comes.
 */
export function connectionShares(
  connections: { writes: number; reads: number } | undefined,
  expensive?: ReadLimits,
): ConnectionShares {
  const queue =
    connections && expensive && queueOf(expensive.total, expensive.perStore, MAX_EXPENSIVE_WAIT_MS, BUSY_READING);
  return {
    writes: connections ? shareOf(connections.writes - 1) : runAtOnce,
    reads: connections ? shareOf(connections.reads) : runAtOnce,
    expensiveReads: queue ? (key, work) => queue.run(key, work) : runAtOnce,
  };
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
