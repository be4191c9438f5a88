import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate, setTimeout as setTimeoutPromise } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    shutdown: Shutdown;
  }
}

/** The state of a shutdown. */
export interface Shutdown {
  readonly hasBegun: boolean;
  /** From now on each answer closes its connection, and `/readyz` answers 503. Closing the application calls this too. */
  begin(): void;
  /**
   * Begins, closes the listener, and resolves when the last connection is closed: after its next answer, or by the
   * time-out of idle ones; at the latest when that time and the one for a request have passed. For a server whose clients reach another one at the same address.
   */
  drain(): Promise<void>;
}

/**
 * How long an idle connection stays open during a shutdown, because its client may be sending a request at that moment.
 * Proxies keep idle connections, and lose a request on a closed one unless they may retry it.
 */
const IDLE_GRACE_MS = 1000;

/**
 * Makes a shutdown answer every accepted request and wait for nothing else. The listener closes when no connection waits
 * in its queue. Each answer closes its connection. Idle connections are closed after IDLE_GRACE_MS. A request that has not
 * arrived completely within `requestSeconds` is dropped, because Node enforces that limit only while it listens.
 */
export function registerShutdown(app: FastifyInstance, requestSeconds: number): void {
  let hasBegun = false;
  app.decorate("shutdown", {
    get hasBegun() {
      return hasBegun;
    },
    begin: () => {
      hasBegun = true;
    },
    drain: async () => {
      hasBegun = true;
      await closeListener();
      setTimeout(destroyConnections, requestSeconds * 1000, hasUnfinishedRequest).unref();
      const maxMs = app.server.keepAliveTimeout + requestSeconds * 1000;
      await Promise.race([whenAllAreClosed(connections), setTimeoutPromise(maxMs, undefined, { ref: false })]);
    },
  });
  let isListenerClosed: Promise<void> | undefined;
  const whenListenerIsClosed = (done: () => void): void => {
    if (isListenerClosed) isListenerClosed.then(done);
    else done();
  };
  app.addHook("onRequest", (_request, _reply, done) => whenListenerIsClosed(done));
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (hasBegun) reply.header("connection", "close");
    whenListenerIsClosed(done); // an answered client may reconnect at once, and the queue would never be empty
  });

  const closeListener = (): Promise<void> => {
    if (app.server.listening) isListenerClosed ??= stopListening(app.server);
    return isListenerClosed ?? Promise.resolve();
  };

  const connections = trackConnections(app.server);
  const destroyConnections = async (isDone: (socket: Socket, connection: Connection) => boolean) => {
    await setImmediate(); // process the data that has arrived by now first
    for (const [socket, connection] of connections) if (isDone(socket, connection)) socket.destroy();
  };
  app.server.closeIdleConnections = () => {}; // Node calls it in `close()`, which would reset a request in transit
  app.addHook("preClose", async () => {
    hasBegun = true;
    if (!app.server.listening && !isListenerClosed) return;
    await closeListener();
    setTimeout(destroyConnections, IDLE_GRACE_MS, isIdle).unref();
    setTimeout(destroyConnections, requestSeconds * 1000, hasNoWholeRequest).unref();
  });
}

interface Connection {
  /** Requests whose headers have arrived and whose answers are not written yet. */
  requests: Set<IncomingMessage>;
  /** `bytesRead` of the socket when it last became idle. */
  bytesWhenIdle: number;
}

function trackConnections(server: Server): Map<Socket, Connection> {
  const connections = new Map<Socket, Connection>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { requests: new Set(), bytesWhenIdle: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    // An answer from memory is written by now. To follow it to its end would make it slower.
    if (response.writableEnded) connection.bytesWhenIdle = request.socket.bytesRead;
    else {
      connection.requests.add(request);
      response.on("close", endRequest);
    }
  });
  function endRequest(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = connections.get(socket);
    if (!connection) return;
    connection.requests.delete(this.req);
    connection.bytesWhenIdle = socket.bytesRead;
  }
  return connections;
}

/** No request is open, no byte of another has arrived, and the client has taken every answer. */
const isIdle = (socket: Socket, { requests, bytesWhenIdle }: Connection): boolean =>
  requests.size === 0 && socket.bytesRead === bytesWhenIdle && socket.writableLength === 0;

async function whenAllAreClosed(connections: Map<Socket, Connection>): Promise<void> {
  for (const socket of connections.keys()) await new Promise((resolve) => socket.once("close", resolve));
}

/** No request that arrived completely waits for its answer, and no part of an answer waits to be sent. */
const hasNoWholeRequest = (socket: Socket, { requests }: Connection): boolean =>
  [...requests].every(({ complete }) => !complete) && socket.writableLength === 0;

/** Nothing or a part of a request has arrived, and no time-out of Node covers that when it does not listen. */
const hasUnfinishedRequest = (socket: Socket, connection: Connection): boolean =>
  hasNoWholeRequest(socket, connection) &&
  (connection.bytesWhenIdle === 0 || socket.bytesRead !== connection.bytesWhenIdle);

/** The longest wait for a pause in new connections, and the longest wait for a turn without any. */
const MAX_WAIT_FOR_PAUSE_MS = 500;
const MAX_LISTENING_MS = 1000;
/** No new connection for this long is a pause: an answered client reconnects within this time. */
const PAUSE_MS = 50;
/** In a turn of the event loop shorter than this, an unnoticed connection is very unlikely. */
const MAX_EMPTY_TURN_MS = 0.05;

/**
 * Closes the listener when its queue is empty. The operating system queues connections, and resets the queued ones when
 * the listener closes; Node takes one from the queue in each turn of the event loop.
 */
async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  server.on("connection", () => accepted++);
  const startedAt = performance.now();
  let lastAcceptedAt = startedAt;
  await setImmediate(); // finish this turn: each later turn polls the listener once
  for (let isOver = false; !isOver; ) {
    const [acceptedBefore, turnStart] = [accepted, performance.now()];
    await setImmediate();
    const now = performance.now();
    if (accepted !== acceptedBefore) lastAcceptedAt = now;
    const isEmptyTurn = accepted === acceptedBefore && now - turnStart < MAX_EMPTY_TURN_MS;
    const isPaused = now - lastAcceptedAt >= PAUSE_MS || now - startedAt >= MAX_WAIT_FOR_PAUSE_MS;
    isOver = (isEmptyTurn && isPaused) || now - startedAt >= MAX_LISTENING_MS;
  }
  server.close();
}
