import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Lets a stop wait for requests in hand and for nothing else: each answer ends its connection, one that never asked is
 * cut at once, and a request that has not arrived whole in `requestSeconds` is given up. Node does the last only while
 * it listens.
 */
export function registerClosing(app: FastifyInstance, requestSeconds: number): void {
  let closing = false;
  const newest = new Map<Socket, IncomingMessage | undefined>();
  app.server.on("connection", (socket: Socket) => {
    newest.set(socket, undefined);
    socket.once("close", () => newest.delete(socket));
  });
  app.server.prependListener("request", (message: IncomingMessage) => newest.set(message.socket, message));
  const cut = (isLost: (socket: Socket, message: IncomingMessage | undefined) => boolean) => {
    for (const [socket, message] of newest) if (isLost(socket, message)) socket.destroy();
  };

  app.addHook("preClose", async () => {
    closing = true;
    cut((socket) => socket.bytesRead === 0);
    setTimeout(() => cut((_socket, message) => !message?.complete), requestSeconds * 1000).unref();
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
}
