import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { OperatorError } from "../core/operator-error.ts";

export interface MetricsSettings {
  METRICS_HOST: string;
  METRICS_PORT: number;
}

const TEXT = "text/plain; version=0.0.4; charset=utf-8";

/** Answers `GET /metrics` on a port of its own. `read` makes the text. Throws OperatorError when the port cannot be had. */
export async function serveMetrics(
  { METRICS_HOST: host, METRICS_PORT: port }: MetricsSettings,
  read: () => Promise<string>,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?", 1)[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { "content-type": TEXT }).end(text),
      (error: Error) => response.writeHead(503, { "content-type": "text/plain" }).end(`${error.message}\n`),
    );
  });
  server.listen(port, host);
  await once(server, "listening").catch((error: Error) => {
    throw new OperatorError(`The metrics cannot be served at METRICS_HOST and METRICS_PORT: ${error.message}.`);
  });
  return { close: () => closed(server) };
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
