import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";

/** Files that the process needs beside clients' connections: the embedded database has up to 200 open. */
const RESERVED_FILES = 256;
const LOG_EVERY_MS = 1000;

/**
 * Bounds the connections that clients hold open; a further one is closed as it comes. A log line tells how many were,
 * once a second.
 */
export function registerConnectionLimit(app: FastifyInstance, maxConnections: number): void {
  const max = Math.min(maxConnections, connectionsThatFilesAllow());
  app.server.maxConnections = max;

  let dropped = 0;
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  app.server.on("drop", () => {
    dropped++;
    if (performance.now() - lastLoggedAt < LOG_EVERY_MS) return;
    app.log.warn({ dropped, max }, "too many connections: new ones are closed");
    lastLoggedAt = performance.now();
    dropped = 0;
  });
}

/**
 * A connection is an open file to the operating system, which limits those of a process. A process without a free one
 * can neither open its files nor reach its database. Where the limit cannot be read (it is Linux that shows it here),
 * there is none.
 */
function connectionsThatFilesAllow(): number {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limitsOfThisProcess())?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.max(files - RESERVED_FILES, Math.ceil(files / 4));
}

function limitsOfThisProcess(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
