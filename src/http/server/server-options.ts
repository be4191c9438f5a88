import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyHttpOptions } from "fastify";
import { Problem, type ProblemCode, statusOf, titleOf } from "../../core/problem.ts";
import { answer, PROBLEM_JSON, problemDetails } from "../errors.ts";
import { loggedError } from "./access-log.ts";

export interface ServerSettings {
  LOG_LEVEL: string;
  BODY_LIMIT_BYTES: number;
  HEADER_LIMIT_BYTES: number;
  REQUEST_TIMEOUT_SECONDS: number;
  HEADERS_TIMEOUT_SECONDS: number;
  KEEP_ALIVE_TIMEOUT_SECONDS: number;
  TRUST_PROXY: string;
}

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,100}$/;

/** How the HTTP server itself behaves: its limits, its time-outs against slow clients, its logs, its request ids. */
export function serverOptions(settings: ServerSettings): FastifyHttpOptions<Server> {
  return {
    logger: loggerOptions(settings.LOG_LEVEL),
    logController: new Fastify.LogController({ disableRequestLogging: true }), // `access-log.ts` writes ours
    bodyLimit: settings.BODY_LIMIT_BYTES,
    requestTimeout: settings.REQUEST_TIMEOUT_SECONDS * 1000,
    keepAliveTimeout: settings.KEEP_ALIVE_TIMEOUT_SECONDS * 1000,
    http: {
      maxHeaderSize: settings.HEADER_LIMIT_BYTES,
      headersTimeout: settings.HEADERS_TIMEOUT_SECONDS * 1000,
      connectionsCheckingInterval: 500,
    },
    routerOptions: { maxParamLength: settings.HEADER_LIMIT_BYTES, ignoreTrailingSlash: true }, // no address is longer
    return503OnClosing: false,
    forceCloseConnections: "idle",
    trustProxy: trustProxy(settings.TRUST_PROXY),
    requestIdHeader: false,
    genReqId: requestId,
    rewriteUrl: ({ url = "/" }) => (isDecodable(url) ? url : url.replaceAll("%", "%25")),
    frameworkErrors: (error, request, reply) => answer(error, request, reply.header("x-request-id", request.id)),
    clientErrorHandler: refuseBrokenHttp,
  };
}

/** The store, route, status and time of each request are logged; what it carried never is. */
const loggerOptions = (level: string) => ({
  level,
  redact: {
    paths: [
      "*.authorization",
      "*.password",
      "*.token",
      "*.email",
      "*.phone",
      "*.customer_email",
      "*.customer_phone",
      "*.key",
      '*["x-api-key"]',
    ],
    censor: "[hidden]",
  },
  serializers: { req: ({ method }: { method: string }) => ({ method }), err: loggedError },
});

/** An address with a malformed percent-encoding is taken as text: nothing has such an address, and that is the answer. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

function trustProxy(setting: string): boolean | string {
  if (setting === "true") return true;
  return setting || false;
}

/** The caller's own id when it is sane, so that one id follows a request through several servers. */
function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && SANE_REQUEST_ID.test(given) ? given : randomUUID();
}

/** Node's refusals of what is no HTTP request, before there is a request to answer. */
const BROKEN: Record<string, [ProblemCode, string]> = {
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The headers are larger than this server accepts."],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request did not arrive in time."],
};

function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, detail] = BROKEN[error.code ?? ""] ?? ["invalid_request", "This is not an HTTP request."];
  const id = randomUUID();
  const body = JSON.stringify(problemDetails(new Problem(code, detail), "", id));
  const head = [
    `HTTP/1.1 ${statusOf(code)} ${titleOf(code)}`,
    `content-type: ${PROBLEM_JSON}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  destroyLater(socket);
}

/** How long a client that is refused may take to read why, before its connection is destroyed. */
const READING_MS = 1000;

/** A client that neither reads nor closes would keep its connection for ever; one cut at once might not read the answer. */
function destroyLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), READING_MS);
  socket.once("close", () => clearTimeout(timer));
}
