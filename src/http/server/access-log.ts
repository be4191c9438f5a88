import type { FastifyInstance } from "fastify";

/** The line of a request, which has neither its query string nor its headers. */
export interface AccessLine {
  reqId: string;
  store: string | undefined;
  method: string;
  route: string;
  status: number;
  ms: number;
}

/** Sets the request id on every answer, and logs one line per request. Returns what logs the line of another request. */
export function registerAccessLog(app: FastifyInstance): (line: AccessLine) => void {
  // The fields of the line are known, and redaction would cost more than everything else about it.
  const log = app.log.child({}, { redact: [] });
  const write = (line: AccessLine) => log.info({ ...line, ms: Math.round(line.ms * 10) / 10 }, "request");
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { id: reqId, method } = request;
    const { config, url: route = "unknown" } = request.routeOptions;
    const store = request.site?.slug;
    if (!config.health) write({ reqId, store, method, route, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  return write;
}

/** Fields of a database error that never contain a value, only names of the schema and codes. */
const SAFE_FIELDS = ["code", "severity", "schema", "table", "column", "constraint", "position", "routine"] as const;

/** SQLSTATE class 22, whose messages quote the invalid value. */
const DATA_EXCEPTION = /^22...$/;

interface LoggedError {
  type: string;
  message: string;
  /** The stack frames only, without the first line, which repeats the message. */
  stack: string;
  [more: string]: unknown;
}

/** An error as it is logged: without values, because database errors can quote what a person typed. */
export function loggedError(error: Error & Partial<Record<(typeof SAFE_FIELDS)[number], string>>): LoggedError {
  return {
    type: error.name,
    message: DATA_EXCEPTION.test(error.code ?? "") ? "A value does not fit" : error.message,
    stack: /^ {4}at .*/ms.exec(error.stack ?? "")?.[0] ?? "",
    ...Object.fromEntries(SAFE_FIELDS.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]]))),
    ...(error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}),
  };
}
