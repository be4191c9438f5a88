import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** File descriptors kept free for other uses than connections: the embedded database opens up to 200 files. */
const RESERVED_FILES = 256;
const LOG_EVERY_MS = 1000;

/**
 * Limits the open connections of clients; further ones are closed when they arrive. The number of closed connections is
 * logged at most once a second.
 */
export function registerConnectionLimit(app: FastifyInstance, maxConnections: number): void {
  const max = Math.min(maxConnections, maxConnectionsByOpenFiles());
  let open = 0;
  let dropped = 0;
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  // Not `maxConnections` of Node: a worker passes further connections to another worker then, and that one back.
  app.server.on("connection", (socket: Socket) => {
    if (open < max) {
      open++;
      socket.once("close", () => open--);
      return;
    }
    socket.destroy();
    dropped++;
    if (performance.now() - lastLoggedAt < LOG_EVERY_MS) return;
    app.log.warn({ dropped, max }, "too many connections: new connections were closed");
    lastLoggedAt = performance.now();
    dropped = 0;
  });
}

/**
 * The connections that the limit of open files allows. Each connection uses a file descriptor, and a process without a
 * free one can neither open files nor reach its database. Infinity where the limit cannot be read (other than on Linux).
 */
function maxConnectionsByOpenFiles(): number {
  const files = Number(/^Max open files\s+(\d+)/m.exec(readProcessLimits())?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.max(files - RESERVED_FILES, Math.ceil(files / 4));
}

function readProcessLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
