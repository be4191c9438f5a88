import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ADMIN } from "../../../../src/app.ts";
import type { Server } from "../../../harness/server.ts";
import type { FaultContext } from "../../fault.ts";

/** A webhook as it came. */
export interface Got {
  path: string;
  headers: Record<string, string>;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** A server on this machine that takes webhooks; returns its address. */
export async function startReceiver(
  { onEnd }: Pick<FaultContext, "onEnd">,
  answer: (got: Got, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const headers = textsOf(request.headers);
    answer({ path: request.url ?? "", headers, text: Buffer.concat(parts).toString(), at: Date.now() }, response);
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const textsOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** The settings by which a server sends webhooks to this machine. */
export const TO_THIS_MACHINE = { WEBHOOKS_TO_THIS_MACHINE: "true" };

/** Calls an operation of a server. Throws when it refuses. */
export async function callOperation<T>(
  { url }: Pick<Server, "url">,
  { secret_key }: { secret_key: string },
  name: string,
  args: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${secret_key}`, "content-type": "application/json" };
  const answer = await fetch(`${url}${ADMIN}/${name}`, { method: "POST", headers, body: JSON.stringify(args) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name} answers ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}
