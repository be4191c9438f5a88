import type { ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../core/problem.ts";

const RETRY_AFTER_SECONDS = 5;

/** Starting up blocks the event loop for a while; this must not count as overload. */
const STARTING_MS = 5000;

const SAMPLE_MS = 1000;
/** How often the delay of the event loop is measured. */
const RESOLUTION_MS = 10;
const NANOSECONDS = 1e6;
/**
 * Requests that are worked on while the event loop is late: as many as the default pools have connections, so that none
 * has to wait for another. A process that gets no CPU is late, too, with few requests: to refuse those would help nobody.
 */
const SERVED_WHILE_LATE = 20;

export interface OverloadSettings {
  OVERLOAD_EVENT_LOOP_DELAY_MS: number;
  OVERLOAD_HEAP_BYTES: number;
}

/**
 * Refuses requests with 503 while the heap is full, and while the event loop lags those above a number that wait for their
 * answers. Sampling must not open a file, as `process.memoryUsage()` does: it would fail when the process has no file
 * descriptors left. Returns whether a request is refused now.
 */
export function registerOverloadProtection(app: FastifyInstance, settings: OverloadSettings): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let startedAt = 0;
  let [isLate, isFull] = [false, false];
  const sample = () => {
    const isStarting = performance.now() - startedAt < STARTING_MS;
    const delay = delays.mean / NANOSECONDS - RESOLUTION_MS;
    isLate = !isStarting && isAbove(settings.OVERLOAD_EVENT_LOOP_DELAY_MS, delay);
    isFull = isAbove(settings.OVERLOAD_HEAP_BYTES, getHeapStatistics().used_heap_size);
    delays.reset();
  };
  const responses = new Set<ServerResponse>();
  const isOverloaded = () => isFull || (isLate && countUnanswered(responses) >= SERVED_WHILE_LATE);

  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", async () => {
    startedAt = performance.now();
    delays.enable();
    timer = setInterval(sample, SAMPLE_MS).unref();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    delays.disable();
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (request.routeOptions.config.health) return done();
    if (isOverloaded()) {
      reply.header("retry-after", RETRY_AFTER_SECONDS);
      throw new Problem("overloaded", (say) => say.server.overloaded);
    }
    responses.add(reply.raw);
    for (const event of ["finish", "close"]) reply.raw.once(event, () => responses.delete(reply.raw));
    done();
  });
  return isOverloaded;
}

/** A stream has its head, and stays open. */
function countUnanswered(responses: Set<ServerResponse>): number {
  let count = 0;
  for (const { headersSent } of responses) if (!headersSent) count++;
  return count;
}

/** A limit of 0 means no limit. NaN counts as above it: the event loop was blocked and no delay was measured. */
const isAbove = (limit: number, value: number): boolean => limit > 0 && !(value <= limit);
