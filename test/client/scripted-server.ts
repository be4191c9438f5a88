import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

type Step = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that answers its first request with the first step, and so on; the last step answers all that follow. */
export async function scriptedServer(...steps: Step[]): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const step = steps[Math.min(requests.length, steps.length - 1)];
    requests.push(request);
    request.resume();
    request.on("end", () => step?.(response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Answers JSON, as problem+json when it is an error. */
export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Step =>
  (response) => {
    const type = status < 400 ? "application/json" : "application/problem+json";
    response.writeHead(status, { "content-type": type, ...headers }).end(JSON.stringify(body));
  };

export const busy = (retryAfter = "0"): Step =>
  json(503, { code: "overloaded", detail: "The server is too busy.", status: 503 }, { "retry-after": retryAfter });

export const lost: Step = (response) => void response.socket?.destroy();
