import { readdirSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { platform } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { STOREFRONT } from "../../src/app.ts";
import type { Server } from "../harness/server.ts";
import { type FaultContext, FaultSkipped } from "./fault.ts";

/** Clients that send half a request and never close their side of the connection. */
export interface HalfSent {
  /** Returns the number of clients by the status of their answer, or by "silence". */
  answers(): Record<string, number>;
  /** Returns how many clients received an answer or lost the connection. */
  settled(): number;
  /** Closes all connections. */
  end(): void;
}

const CONNECT_BATCH = 100;

/** Opens this many connections: half of them stop within the headers, half within the body. */
export async function sendHalfRequests(
  { onEnd }: Pick<FaultContext, "onEnd">,
  { url, key, clients }: { url: string; key: string; clients: number },
): Promise<HalfSent> {
  const heard = new Map<Socket, string>();
  const cut = new Set<Socket>();
  const head = `POST ${STOREFRONT}/cart HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n`;
  const parts = [head, `${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`];
  const open = (number: number) =>
    new Promise<void>((resolve) => {
      const { hostname, port } = new URL(url);
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      heard.set(socket, "");
      socket.on("connect", () => socket.write(parts[number % parts.length] ?? head, () => resolve()));
      socket.on("data", (chunk: Buffer) => heard.set(socket, (heard.get(socket) ?? "") + chunk.toString()));
      socket.on("end", () => cut.add(socket));
      socket.on("error", () => resolve());
      socket.on("close", () => cut.add(socket));
    });
  const end = () => {
    for (const socket of heard.keys()) socket.destroy();
  };
  onEnd(end);
  for (let from = 0; from < clients; from += CONNECT_BATCH) {
    const some = Array.from({ length: Math.min(CONNECT_BATCH, clients - from) }, (_, n) => open(from + n));
    await Promise.race([Promise.all(some), pause(2000)]);
  }
  const answers = () => {
    const counts: Record<string, number> = {};
    for (const [socket, text] of heard) {
      const what = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? (cut.has(socket) ? "cut" : "silence");
      counts[what] = (counts[what] ?? 0) + 1;
    }
    return counts;
  };
  return { answers, settled: () => [...heard].filter(([socket, text]) => text || cut.has(socket)).length, end };
}

/** Counts the open sockets of a process. Throws FaultSkipped on other systems than Linux. */
export function openSockets({ pid }: Pick<Server, "pid">): number {
  if (platform() !== "linux") throw new FaultSkipped("open sockets are counted in /proc, which needs Linux");
  return readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith("socket:");
    } catch {
      return false; // closed after it was listed
    }
  }).length;
}
