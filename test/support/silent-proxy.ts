import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface SilentProxy {
  port: number;
  /** Stops passing bytes in both directions; no connection is closed. */
  silence(): void;
  /** Passes bytes again, including those that were held back. */
  heal(): void;
  close(): void;
}

/** Opens a TCP proxy that can stop passing bytes, like a firewall that drops packets. */
export async function openSilentProxy(target: { host: string; port: number }): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const listener = createServer((client) => {
    const server = connect(target.port, target.host);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        if (!isSilent) to.destroy();
      });
      if (isSilent) from.pause();
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    heal: () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
