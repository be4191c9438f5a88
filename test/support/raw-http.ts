import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { closeAtOnce } from "./app.ts";

/** A request as bytes. `headers`: a `Host` and, unless they say otherwise, `Connection: close` are added. */
export function requestText(path: string, headers: Record<string, string>, method = "GET"): string {
  const all = Object.entries({ host: "shop.example", connection: "close", ...headers });
  return `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

/** Has the application listen until the test ends, and returns its port. */
export async function listeningPort(app: FastifyInstance): Promise<number> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeAtOnce(app));
  const [address] = app.addresses();
  if (typeof address !== "object") throw new Error("the application has no port");
  return address.port;
}

/** A connection; it ends with the test, so that a server that waits for it ends too. */
export async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  return socket;
}

/** All bytes until the server closes the connection. */
export async function bytesOf(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks);
}
