import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Server } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../core/problem.ts";
import { logUnavailable } from "../http/errors.ts";
import { registerSecretKey, type SecretKeyOptions } from "../http/secret-key.ts";
import type { OperationCatalogue } from "../operations/catalogue.ts";
import type { AgentGuidance } from "./guidance.ts";
import type { Protocol } from "./protocol.ts";
import { registerRpcErrors, rpcError } from "./rpc-errors.ts";
import type { RequestContext } from "./server.ts";
import { Streams } from "./streams.ts";
import { LEGACY_VERSIONS, MODERN_VERSION } from "./versions.ts";

export interface McpOptions extends SecretKeyOptions {
  catalogue: OperationCatalogue;
  guidance: AgentGuidance;
  /** Largest body in bytes. */
  bodyLimit: number;
  streamsPerKey: number;
  /** Lets a test build add features that stores do not use: images, audio, elicitation. */
  extend?: (server: Server) => void;
  /** A test build may answer requests of the legacy protocol itself, where its features need a session. */
  legacyHandler?: (request: Request, body: unknown, context: RequestContext) => Promise<Response | undefined>;
}

const EVENTS = "text/event-stream";
/** Transports require both in Accept; clients that send other values are served too. */
const ACCEPT_BOTH = `application/json, ${EVENTS}`;
const BATCHES_EXIST_IN = "2025-03-26";
/** A batch counts as one request in the limits. Its calls run one after the other. */
const MAX_BATCH = 20;

/**
 * The tool endpoint: JSON-RPC 2.0 over streamable HTTP, one path for the legacy and the
 * modern protocol. A request that names no modern version uses the legacy protocol.
 */
export function mountMcp(app: FastifyInstance, options: McpOptions): void {
  const { catalogue, guidance, bodyLimit, extend, legacyHandler } = options;
  const streams = new Streams(options.streamsPerKey);
  let loaded: Promise<Protocol> | undefined;
  /** The first request loads the SDK with its schemas, which would be a fifth of what the start loads. */
  const loadProtocol = () => {
    loaded ??= import("./protocol.ts").then(({ Protocol }) => new Protocol({ catalogue, guidance }, extend));
    return loaded;
  };
  registerRpcErrors(app);
  registerSecretKey(app, options);
  app.addHook("preClose", async () => {
    streams.endAll();
    await (await loaded)?.close();
  });

  app.post("/", { bodyLimit, schema: { hide: true }, config: { holdsMessages: true } }, async (request, reply) => {
    const { body } = request;
    if (body === undefined) return rpcError(reply, 400, -32700, "Send a JSON-RPC message; the body was empty.");
    if (typeof body !== "object" || body === null) return rpcError(reply, 400, -32600, "Send a JSON-RPC message.");
    const protocol = await loadProtocol();
    const asked = { web: webRequest(request, reply), body, context: contextOf(request) };
    if (!(await protocol.isLegacy(asked))) {
      const giveBack = opensStream(body) ? streams.take(request.caller.merchant.id) : () => {};
      if (!giveBack) throw tooManyStreams();
      reply.raw.once("close", giveBack);
      return send(reply, await protocol.answerModern(asked));
    }
    if (isVagueInitialize(body))
      return rpcError(reply, 400, -32602, `initialize needs ${WANTED}.`, {}, body.id ?? null);
    const version = request.headers["mcp-protocol-version"] ?? BATCHES_EXIST_IN;
    if (Array.isArray(body) && version !== BATCHES_EXIST_IN) {
      return rpcError(reply, 400, -32600, `Batches exist only in protocol version ${BATCHES_EXIST_IN}.`);
    }
    if (Array.isArray(body) && body.length > MAX_BATCH) {
      return rpcError(reply, 400, -32600, `A batch holds at most ${MAX_BATCH} messages.`);
    }
    const answer = await legacyHandler?.(asked.web, body, asked.context);
    return send(reply, answer ?? (await protocol.answerLegacy(asked)));
  });

  app.get("/", { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const version = request.headers["mcp-protocol-version"];
    if (!request.headers.accept?.includes(EVENTS) || version === MODERN_VERSION) return notAllowed(reply, "POST");
    if (version !== undefined && !LEGACY_VERSIONS.includes(String(version))) {
      return rpcError(
        reply,
        400,
        -32000,
        `Unsupported protocol version: ${version}. Supported: ${LEGACY_VERSIONS.join(", ")}.`,
      );
    }
    const giveBack = streams.take(request.caller.merchant.id);
    if (!giveBack) throw tooManyStreams();
    return reply
      .header("content-type", EVENTS)
      .header("cache-control", "no-cache, no-transform")
      .header("x-accel-buffering", "no")
      .send(streams.openIdle(giveBack));
  });

  app.route({
    method: ["DELETE", "HEAD", "OPTIONS", "PATCH", "PUT"],
    url: "/",
    schema: { hide: true },
    handler: (_request, reply) => notAllowed(reply, "GET, POST"),
  });
}

const contextOf = ({ caller, id, log, server }: FastifyRequest): RequestContext => ({
  caller,
  requestId: id,
  onBroken: (error) => log.error({ err: error }, "a tool broke"),
  onUnavailable: (problem) => logUnavailable(problem, log),
  onRefused: (code) => server.traffic.refused(code),
});

const notAllowed = (reply: FastifyReply, allow: string) =>
  rpcError(reply.header("allow", allow), 405, -32000, `Method not allowed; use ${allow}.`);

const tooManyStreams = () => new Problem("rate_limited", "This key has as many open streams as it may; close one.");

const opensStream = (body: object): boolean => "method" in body && body.method === "subscriptions/listen";

const WANTED = "params.protocolVersion, params.capabilities and params.clientInfo with name and version";

/** Checked here, because the SDK would answer an internal error. */
function isVagueInitialize(body: object): body is { id?: unknown } {
  if (!("method" in body) || body.method !== "initialize") return false;
  const { protocolVersion, capabilities, clientInfo } = Object(Reflect.get(body, "params"));
  const isNamed = typeof clientInfo?.name === "string" && typeof clientInfo.version === "string";
  return typeof protocolVersion !== "string" || !isNamed || typeof capabilities !== "object" || capabilities === null;
}

function webRequest({ headers, protocol, url }: FastifyRequest, reply: FastifyReply): Request {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) kept.set(name, String(value));
  kept.set("accept", ACCEPT_BOTH);
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  return new Request(new URL(url, `${protocol}://localhost`), { method: "POST", headers: kept, signal: gone.signal });
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.headers.get("content-type")?.startsWith(EVENTS)) return reply.send(await response.text());
  return reply.send(Readable.fromWeb(response.body as ReadableStream));
}
