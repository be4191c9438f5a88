import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { Problem } from "../core/problem.ts";

const RETRY_AFTER_SECONDS = 5;

/** Starting blocks the event loop for a while; that is no overload, and the first request must not be told so. */
const STARTING_MS = 5000;

export interface PressureSettings {
  OVERLOAD_EVENT_LOOP_DELAY_MS: number;
  OVERLOAD_HEAP_BYTES: number;
}

/** While the process cannot keep up, refuses at once with 503 rather than answer everybody late. */
export async function registerPressure(app: FastifyInstance, settings: PressureSettings): Promise<void> {
  let startedAt = performance.now();
  app.addHook("onReady", async () => {
    startedAt = performance.now();
  });
  const isStarting = () => performance.now() - startedAt < STARTING_MS;

  await app.register(underPressure, {
    maxEventLoopDelay: settings.OVERLOAD_EVENT_LOOP_DELAY_MS,
    maxHeapUsedBytes: settings.OVERLOAD_HEAP_BYTES,
    pressureHandler: (request, reply, type) => {
      if (request.routeOptions.config.health) return;
      if (type === underPressure.TYPE_EVENT_LOOP_DELAY && isStarting()) return;
      reply.header("retry-after", RETRY_AFTER_SECONDS);
      throw new Problem("overloaded", "The server cannot keep up just now; try again in a few seconds.");
    },
  });
}
