import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../core/problem.ts";

const RETRY_AFTER_SECONDS = 5;

/** Starting blocks the event loop for a while; that is no overload, and the first request must not be told so. */
const STARTING_MS = 5000;

const SAMPLE_MS = 1000;
/** How often the delay of the event loop is measured. */
const RESOLUTION_MS = 10;
const NANOSECONDS = 1e6;

export interface PressureSettings {
  OVERLOAD_EVENT_LOOP_DELAY_MS: number;
  OVERLOAD_HEAP_BYTES: number;
}

/**
 * While the process cannot keep up, refuses at once with 503 rather than answer everybody late. A sample must open no
 * file, as `process.memoryUsage()` does: it would fail just when the process has none left.
 */
export function registerPressure(app: FastifyInstance, settings: PressureSettings): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let startedAt = 0;
  let isOverloaded = false;
  const isStarting = () => performance.now() - startedAt < STARTING_MS;
  const isLate = () => isAbove(settings.OVERLOAD_EVENT_LOOP_DELAY_MS, delays.mean / NANOSECONDS - RESOLUTION_MS);
  const isFull = () => isAbove(settings.OVERLOAD_HEAP_BYTES, getHeapStatistics().used_heap_size);
  const sample = () => {
    isOverloaded = (isLate() && !isStarting()) || isFull();
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
  app.addHook("onRequest", async (request, reply) => {
    if (!isOverloaded || request.routeOptions.config.health) return;
    reply.header("retry-after", RETRY_AFTER_SECONDS);
    throw new Problem("overloaded", "The server cannot keep up just now; try again in a few seconds.");
  });
}

/** 0 is no limit. A delay that is no number was not measured all the while: the event loop stood still. */
const isAbove = (limit: number, value: number): boolean => limit > 0 && !(value <= limit);
