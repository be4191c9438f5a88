import { once } from "node:events";
import { createServer } from "node:net";
import { OperatorError } from "../../core/operator-error.ts";

interface Address {
  HOST: string;
  PORT: number;
}

/** The server cannot listen on its address. The message is one sentence for the operator. */
export class ListenError extends OperatorError {
  constructor({ HOST, PORT }: Address, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    super(
      code === "EADDRINUSE"
        ? `Port ${PORT} is already in use. Stop the program that uses it, or set PORT to a free port.`
        : `The server cannot listen on ${HOST}:${PORT}: ${message}.`,
    );
  }
}

/** How this machine reaches a server that listens there. */
export function addressHere({ HOST, PORT }: Address): string {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}

/** Listens for a moment, before a start that writes to disk and takes seconds. Throws ListenError. */
export async function requireFreePort(address: Address): Promise<void> {
  const server = createServer().listen(address.PORT, address.HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new ListenError(address, error);
  }
  server.close();
  await once(server, "close");
}
