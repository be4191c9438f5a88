import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import type { DestinationStream, Logger } from "pino";
import type { Traffic } from "../../metrics/traffic.ts";

declare module "fastify" {
  interface FastifyInstance {
    traffic: Traffic;
  }
}

/** A request as the log tells it, without its query string and headers. */
export interface LoggedRequest {
  store: string | undefined;
  method: string;
  route: string;
  status: number;
}

/** Logs a request. `text`: what `loggedRequest` returns. `ms`: how long it took. */
export type LogRequest = (id: string, text: string, ms: number) => void;

/** Sets the request id on every answer, logs one line per request, and counts it. Returns what logs another request. */
export function registerAccessLog(app: FastifyInstance, output: DestinationStream, traffic: Traffic): LogRequest {
  app.decorate("traffic", traffic);
  const log = lineWriter(app.log as Logger, output);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { id, method } = request;
    const { config, url: route = "unknown" } = request.routeOptions;
    const { site } = request;
    const store = site?.slug;
    traffic.secondsOf(method, route, reply.statusCode).note(reply.elapsedTime / 1000);
    if (site) {
      const served = traffic.storeOf(site.id, site.slug);
      served.requests++;
      served.bytes += method === "HEAD" ? 0 : Number(reply.getHeader("content-length") ?? 0);
    }
    if (!config.health) log(id, loggedRequest({ store, method, route, status: reply.statusCode }), reply.elapsedTime);
    done();
  });
  return log;
}

/** The fields of a request as a part of its line: JSON without braces. */
export const loggedRequest = ({ store, method, route, status }: LoggedRequest): string =>
  JSON.stringify({ store, method, route, status }).slice(1, -1);

/** Writes lines as pino would. Pino takes longer for a line than an answer from memory takes. */
function lineWriter(log: Logger, output: DestinationStream): LogRequest {
  const ofProcess = { level: log.levels.values.info, pid: process.pid, hostname: hostname() };
  const start = `${JSON.stringify(ofProcess).slice(0, -1)},"time":`;
  return (id, text, ms) => {
    if (!log.isLevelEnabled("info")) return;
    output.write(`${start}${Date.now()},"reqId":"${id}",${text},"ms":${Math.round(ms * 10) / 10},"msg":"request"}\n`);
  };
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
