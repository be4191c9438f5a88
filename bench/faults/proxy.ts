import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { FaultContext } from "./fault.ts";

/** A TCP proxy on loopback that can be switched elsewhere or fall silent. */
export interface TcpProxy {
  readonly port: number;
  /** New connections go to this port from now on; those there are end with a reset. */
  switchTo(port: number): void;
  /** Nothing is forwarded any more, in either direction, and nothing is closed: a firewall that drops packets. */
  silence(): void;
  /** Forwards again. `forget`: connections from before stay silent, as with a firewall that lost their state. */
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
        if (silent) return; // a closed path carries no end either
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
