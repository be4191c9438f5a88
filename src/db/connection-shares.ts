import { FairQueue, type LaneLimits } from "../core/fair-queue.ts";
import type { Sentence } from "../core/messages/messages.ts";
import { type LoopTime, Pace } from "../core/pace.ts";

/** The default number of searches or reports of one store at a time: one store must leave a core to the others. */
export const defaultExpensiveReads = (cores: number): number => (cores > 2 ? 2 : 1);

/** Reads that scan many rows: searches of shoppers, and what merchants read. Neither keeps the other waiting. */
export type ExpensiveRead = "search" | "report";

/** The queues in which work waits for a connection; its keys are stores. Each throws `overloaded` after too long a wait. */
export interface ConnectionShares {
  writes: FairQueue<ExpensiveRead>;
  reads: FairQueue<ExpensiveRead>;
  /** What stores take of this process, beside stores that wait in no queue; undefined: they share the connections only. */
  pace: Pace | undefined;
}

/** The connections of one kind. */
export interface Pool {
  name: "writes" | "reads" | "standby";
  open: number;
  idle: number;
  /** Requests that wait for one. */
  waiting: number;
}

/** How long work waits for a connection, and how long an expensive read waits. */
const MAX_WAIT_MS = 5000;
const MAX_EXPENSIVE_WAIT_MS = 1000;
const MAX_WAITING = 5000;
const MAX_WAITING_PER_STORE = 1000;

const BUSY: Sentence = (say) => say.server.busyStore;
const BUSY_READING: Sentence = (say) => say.server.busyReading;

/** What `connectionShares` needs to know beside the connections. */
export interface ShareOptions {
  /** Expensive reads of one store at a time, for its shoppers and as many for its merchants; default as many as fit. */
  expensivePerStore?: number | undefined;
  /** The time that the event loop has worked; default that of this process. */
  loopTime?: LoopTime | undefined;
}

/**
 * Shares the connections among the stores. One store never holds more than half of a pool, and one connection for
 * transactions stays free for look-ups of API keys. Searches take at most a third of the connections for reads, and
 * reports another. Without `connections` there is one for everything (the embedded database).
 */
export function connectionShares(
  connections: { writes: number; reads: number } | undefined,
  { expensivePerStore, loopTime }: ShareOptions = {},
): ConnectionShares {
  const queueOf = (count: number, pace?: Pace) => {
    const third = part(count, 3);
    const expensive: LaneLimits = {
      maxRunning: third,
      maxRunningPerKey: expensivePerStore ?? third,
      maxWaitMs: MAX_EXPENSIVE_WAIT_MS,
      refusal: BUSY_READING,
    };
    return new FairQueue<ExpensiveRead>({
      maxRunning: Math.max(1, count),
      maxRunningPerKey: part(count, 2),
      maxWaiting: MAX_WAITING,
      maxWaitingPerKey: MAX_WAITING_PER_STORE,
      maxWaitMs: MAX_WAIT_MS,
      refusal: BUSY,
      lanes: { search: expensive, report: expensive },
      pace,
    });
  };
  if (!connections) {
    const turns = queueOf(1);
    return { writes: turns, reads: turns, pace: undefined };
  }
  const pace = new Pace(loopTime);
  return { writes: queueOf(connections.writes - 1), reads: queueOf(connections.reads, pace), pace };
}

const part = (connections: number, divisor: number): number => Math.max(1, Math.floor(connections / divisor));
