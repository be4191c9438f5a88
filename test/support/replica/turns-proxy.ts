import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface TurnsProxy {
  port: number;
  /** How many connections it has passed on. */
  readonly connections: number;
  close(): void;
}

/** Opens a TCP proxy that gives each new connection to the next of these local ports, like a load balancer. */
export async function openTurnsProxy(ports: number[]): Promise<TurnsProxy> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener = createServer((client) => {
    const server = connect(ports[connections++ % ports.length] as number, "127.0.0.1");
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    get connections() {
      return connections;
    },
    close: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
