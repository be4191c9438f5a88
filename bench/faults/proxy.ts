import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { FaultContext } from "./fault.ts";

/** A TCP proxy on loopback that can change its target or stop forwarding. */
export interface TcpProxy {
  readonly port: number;
  /** Sends new connections to this port, and resets the existing ones. */
  switchTo(port: number): void;
  /** Stops forwarding in both directions without closing connections, like a firewall that drops packets. */
  silence(): void;
  /** Forwards again. With `forget` old connections stay silent, as behind a firewall that lost their state. */
  heal(options?: { forget: boolean }): void;
}

export async function startTcpProxy({ onEnd }: Pick<FaultContext, "onEnd">, target: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let silent = false;
  let port = target;
  const hold = (socket: Socket) => socket.pause();
  const server: Server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.setNoDelay(true);
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => {});
      from.on("end", () => to.end());
      from.on("close", () => {
        if (silent) return; // a silent proxy does not forward the end of a connection
        pairs.delete(pair);
        to.destroy();
      });
    }
    if (silent) pair.forEach(hold);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  onEnd(() => {
    silent = false;
    end();
    server.close();
  });
  return {
    port: (server.address() as { port: number }).port,
    switchTo: (elsewhere) => {
      port = elsewhere;
      for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
      pairs.clear();
    },
    silence: () => {
      silent = true;
      for (const pair of pairs) pair.forEach(hold);
    },
    heal: ({ forget } = { forget: false }) => {
      silent = false;
      if (forget) return;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
  };
}
