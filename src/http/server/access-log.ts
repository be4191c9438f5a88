import type { FastifyInstance } from "fastify";

/** Puts the request id on every answer, and writes one line a request: never an address's query, nor a header. */
export function registerAccessLog(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config.health) return;
    request.log.info(
      {
        store: request.site?.slug,
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
  });
}

/** What of a database's error names parts of the schema, and never a value. */
const SAFE = ["code", "severity", "schema", "table", "column", "constraint", "position", "routine"] as const;

/** SQLSTATE class 22, whose messages quote the value at fault. */
const DATA_EXCEPTION = /^22...$/;

interface LoggedError {
  type: string;
  message: string;
  /** Its frames alone: the line above them repeats the message. */
  stack: string;
  [more: string]: unknown;
}

/** An error as it is logged: without the values in which a database repeats what a person typed. */
export function loggedError(error: Error & Partial<Record<(typeof SAFE)[number], string>>): LoggedError {
  return {
    type: error.name,
    message: DATA_EXCEPTION.test(error.code ?? "") ? "A value does not fit" : error.message,
    stack: /^ {4}at .*/ms.exec(error.stack ?? "")?.[0] ?? "",
    ...Object.fromEntries(SAFE.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]]))),
    ...(error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}),
  };
}
