import type { IncomingMessage, Server } from "node:http";

/** The bodies that are still coming. */
const bodies = new WeakMap<IncomingMessage, { timer: NodeJS.Timeout; expire: () => void }>();

/**
 * Refuses requests whose body does not arrive within `ms`, as Node refuses those that exceed its `requestTimeout`. That is one for all
 * requests, so it is as long as the slowest may take, which `allowSlowBody` lets in.
 */
export function boundBodies(server: Server, ms: number): void {
  server.prependListener("request", (request) => {
    if (!hasBody(request)) return;
    const expire = () => {
      if (request.complete || !request.socket.writable) return;
      server.emit(
        "clientError",
        Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
        request.socket,
      );
    };
    const body = { expire, timer: setTimeout(expire, ms) };
    bodies.set(request, body);
    request.once("close", () => clearTimeout(body.timer));
  });
}

/** Gives the body of this request so long from now on. */
export function allowSlowBody(request: IncomingMessage, ms: number): void {
  const body = bodies.get(request);
  if (!body) return;
  clearTimeout(body.timer);
  body.timer = setTimeout(body.expire, ms);
}

/** Whether a body follows the headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
