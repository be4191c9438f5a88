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

export interface OverloadSettings {
  OVERLOAD_EVENT_LOOP_DELAY_MS: number;
  OVERLOAD_HEAP_BYTES: number;
}

/**
 * Refuses requests with 503 while the event loop lags or the heap is full. Sampling must not open a file, as
 * `process.memoryUsage()` does: it would fail when the process has no file descriptors left. Returns whether requests are
 * refused now.
 */
export function registerOverloadProtection(app: FastifyInstance, settings: OverloadSettings): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let startedAt = 0;
  let isOverloaded = false;
  const isStarting = () => performance.now() - startedAt < STARTING_MS;
  const isLoopLate = () => isAbove(settings.OVERLOAD_EVENT_LOOP_DELAY_MS, delays.mean / NANOSECONDS - RESOLUTION_MS);
  const isHeapFull = () => isAbove(settings.OVERLOAD_HEAP_BYTES, getHeapStatistics().used_heap_size);
  const sample = () => {
    isOverloaded = (isLoopLate() && !isStarting()) || isHeapFull();
    delays.reset();
  };

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
    if (!isOverloaded || request.routeOptions.config.health) return done();
    reply.header("retry-after", RETRY_AFTER_SECONDS);
    throw new Problem("overloaded", "The server is overloaded; try again in a few seconds.");
  });
  return () => isOverloaded;
}

/** A limit of 0 means no limit. NaN counts as above it: the event loop was blocked and no delay was measured. */
const isAbove = (limit: number, value: number): boolean => limit > 0 && !(value <= limit);
