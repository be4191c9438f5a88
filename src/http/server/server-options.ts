import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyHttpOptions } from "fastify";
import type { DestinationStream } from "pino";
import { Problem, type ProblemCode, statusOf, titleOf } from "../../core/problem.ts";
import { answer, PROBLEM_JSON, problemDetails } from "../errors.ts";
import { loggedError } from "./access-log.ts";

export interface ServerSettings {
  LOG_LEVEL: string;
  BODY_LIMIT_BYTES: number;
  HEADER_LIMIT_BYTES: number;
  REQUEST_TIMEOUT_SECONDS: number;
  UPLOAD_TIMEOUT_SECONDS: number;
  HEADERS_TIMEOUT_SECONDS: number;
  KEEP_ALIVE_TIMEOUT_SECONDS: number;
  TRUST_PROXY: string;
}

const VALID_REQUEST_ID = /^[A-Za-z0-9._:-]{1,100}$/;

/** Fastify's options: limits, time-outs against slow clients, logging to `output`, request ids. */
export function serverOptions(settings: ServerSettings, output: DestinationStream): FastifyHttpOptions<Server> {
  return {
    logger: { ...loggerOptions(settings.LOG_LEVEL), stream: output },
    logController: new Fastify.LogController({ disableRequestLogging: true }), // `access-log.ts` writes ours
    bodyLimit: settings.BODY_LIMIT_BYTES,
    requestTimeout: (settings.REQUEST_TIMEOUT_SECONDS + settings.UPLOAD_TIMEOUT_SECONDS) * 1000, // of all but uploads, `boundBodies`
    keepAliveTimeout: settings.KEEP_ALIVE_TIMEOUT_SECONDS * 1000,
    http: {
      maxHeaderSize: settings.HEADER_LIMIT_BYTES,
      headersTimeout: settings.HEADERS_TIMEOUT_SECONDS * 1000,
      connectionsCheckingInterval: 500,
    },
    routerOptions: { maxParamLength: settings.HEADER_LIMIT_BYTES, ignoreTrailingSlash: true }, // no URL is longer
    return503OnClosing: false,
    forceCloseConnections: "idle",
    trustProxy: trustProxy(settings.TRUST_PROXY),
    requestIdHeader: false,
    genReqId: requestId,
    rewriteUrl: ({ url = "/" }) => (!url.includes("%") || isDecodable(url) ? url : url.replaceAll("%", "%25")),
    frameworkErrors: (error, request, reply) => answer(error, request, reply.header("x-request-id", request.id)),
    clientErrorHandler: answerClientError,
  };
}

/** Logs never contain request data; `redact` is a second safeguard. */
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

/** Whether the percent-encoding of a path is valid. A path where it is not is taken literally, and gets a 404. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

export function trustProxy(setting: string): boolean | string {
  if (setting === "true") return true;
  return setting || false;
}

/** The client's request id when it is valid, so that one id follows a request through several servers; else a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && VALID_REQUEST_ID.test(given) ? given : randomUUID();
}

/** The problems for errors that Node reports before a request exists. */
const CLIENT_ERRORS: Record<string, [ProblemCode, string]> = {
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The headers are larger than this server accepts."],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request did not arrive in time."],
};

function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, detail] = CLIENT_ERRORS[error.code ?? ""] ?? ["invalid_request", "This is not an HTTP request."];
  const id = randomUUID();
  const body = JSON.stringify(problemDetails(new Problem(code, detail), "", id));
  const headers = [
    `HTTP/1.1 ${statusOf(code)} ${titleOf(code)}`,
    `content-type: ${PROBLEM_JSON}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    "connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
  destroyLater(socket);
}

/** How long a refused client may take to read the answer, before its connection is destroyed. */
const MAX_READ_MS = 1000;

/** Destroys the connection after a delay: at once, the client might miss the answer; never, it could hold the connection. */
function destroyLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), MAX_READ_MS);
  socket.once("close", () => clearTimeout(timer));
}
