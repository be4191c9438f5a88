import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    closing: Closing;
  }
}

/** Whether the server is stopping. */
export interface Closing {
  readonly hasBegun: boolean;
  /** From now on each answer ends its connection, and `/readyz` is 503. Closing the application begins it as well. */
  begin(): void;
}

/**
 * How long a connection at rest stays open for a request that its client is sending just now. A proxy keeps such
 * connections, and a request that meets a closed one is lost unless the proxy may send it again.
 */
const AT_REST_MS = 1000;

/**
 * Lets a stop answer all that was accepted and wait for nothing else: the listener closes when no connection waits in
 * it, each answer ends its connection, connections at rest are closed after a moment, and a request that has not arrived
 * whole in `requestSeconds` is given up. Node does the last only while it listens.
 */
export function registerClosing(app: FastifyInstance, requestSeconds: number): void {
  let hasBegun = false;
  app.decorate("closing", {
    get hasBegun() {
      return hasBegun;
    },
    begin: () => {
      hasBegun = true;
    },
  });
  let isListenerClosed: Promise<void> | undefined;
  app.addHook("onRequest", async () => isListenerClosed);
  app.addHook("onSend", async (_request, reply) => {
    if (hasBegun) reply.header("connection", "close");
    await isListenerClosed; // a client that is answered comes again at once: the listener would never be empty
  });

  const connections = watchConnections(app.server);
  const cut = async (isLost: (socket: Socket, connection: Connection) => boolean) => {
    await setImmediate(); // what has arrived by now is read before
    for (const [socket, connection] of connections) if (isLost(socket, connection)) socket.destroy();
  };
  app.server.closeIdleConnections = () => {}; // Node calls it in `close()`, and resets a request that is on its way
  app.addHook("preClose", async () => {
    hasBegun = true;
    if (!app.server.listening) return;
    isListenerClosed = stopListening(app.server);
    await isListenerClosed;
    setTimeout(cut, AT_REST_MS, isAtRest).unref();
    setTimeout(cut, requestSeconds * 1000, isWithoutRequest).unref();
  });
}

interface Connection {
  /** Requests whose headers have arrived and whose answers are not sent. */
  requests: Set<IncomingMessage>;
  /** How many bytes had come over it when it last came to rest. */
  bytesAtRest: number;
}

function watchConnections(server: Server): Map<Socket, Connection> {
  const connections = new Map<Socket, Connection>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { requests: new Set(), bytesAtRest: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    connection?.requests.add(request);
    response.once("close", () => {
      connection?.requests.delete(request);
      if (connection) connection.bytesAtRest = socket.bytesRead;
    });
  });
  return connections;
}

/** Nothing was asked, or all is answered. */
const isAtRest = (socket: Socket, { requests, bytesAtRest }: Connection): boolean =>
  requests.size === 0 && socket.bytesRead === bytesAtRest;

/** Nothing that arrived whole waits for its answer. */
const isWithoutRequest = (_socket: Socket, { requests }: Connection): boolean =>
  [...requests].every(({ complete }) => !complete);

/** For how long at most the listener waits until those who were just answered are back, and then for one quiet turn. */
const MAX_CALM_MS = 500;
const MAX_LISTENING_MS = 1000;
/** A client that was just answered opens its next connection within this time. */
const CALM_MS = 50;
/** A turn of the event loop shorter than this is one in which hardly a connection can have come unseen. */
const MAX_QUIET_TURN_MS = 0.05;

/**
 * Closes the listener when no connection waits in it. The operating system accepts connections by itself, and resets
 * those that are not taken when the listener closes; Node takes one at each turn of the event loop.
 */
async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  server.on("connection", () => accepted++);
  const began = performance.now();
  let calmSince = began;
  await setImmediate(); // to the end of this turn: from here on each holds one look at the listener
  for (let isOver = false; !isOver; ) {
    const [before, since] = [accepted, performance.now()];
    await setImmediate();
    const now = performance.now();
    if (accepted !== before) calmSince = now;
    const isQuiet = accepted === before && now - since < MAX_QUIET_TURN_MS;
    const isCalm = now - calmSince >= CALM_MS || now - began >= MAX_CALM_MS;
    isOver = (isQuiet && isCalm) || now - began >= MAX_LISTENING_MS;
  }
  server.close();
}
