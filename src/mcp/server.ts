import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from "@modelcontextprotocol/server";
import { Problem, type ProblemCode } from "../core/problem.ts";
import { truncate } from "../core/text/truncate.ts";
import type { OperationCatalogue } from "../operations/catalogue.ts";
import { withNextStep } from "../operations/next-step.ts";
import { isTool } from "../operations/operation.ts";
import { findResource, listedResources, readResource, resourceTemplates } from "../operations/resource.ts";
import type { Caller } from "../operations/run-operation.ts";
import { callTool } from "./answer.ts";
import type { AgentGuidance } from "./guidance.ts";
import { asContents, asRefusal, asResult } from "./result.ts";
import { toolList } from "./tool-list.ts";
import { LEGACY_VERSIONS } from "./versions.ts";

/** What the endpoint offers, and what agents are told of it. */
export interface McpCatalogue {
  catalogue: OperationCatalogue;
  guidance: AgentGuidance;
}

/** One request's circumstances. */
export interface RequestContext {
  caller: Caller;
  requestId: string;
  /** Called with an error that is not a `Problem`. */
  onBroken: (error: unknown) => void;
  /** The database failed a call. */
  onUnavailable: (problem: Problem) => void;
  /** A call of a tool was refused. */
  onRefused: (code: ProblemCode) => void;
}

const FRESH_MS = 60_000;
/** Characters of a resource's address, and of an argument of a prompt. */
const MAX_ARGUMENT_LENGTH = 2000;
const cached = { ttlMs: FRESH_MS, cacheScope: "private" } as const;

/** A protocol server for one request. It keeps no state, so any process can answer any request. */
export function buildServer(
  { catalogue, guidance }: McpCatalogue,
  context: RequestContext,
  protocol: "legacy" | "modern",
): Server {
  const { caller } = context;
  const server = new Server(
    { name: "hanout", title: "Hanout", version: guidance.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: guidance.instructions(caller),
      cacheHints: {
        "tools/list": cached,
        "prompts/list": cached,
        "resources/list": cached,
        "resources/templates/list": cached,
        "server/discover": cached,
      },
      ...(protocol === "legacy" ? { supportedProtocolVersions: LEGACY_VERSIONS } : {}),
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: toolList(catalogue.operations, caller.merchant) }));
  let calls: Promise<unknown> = Promise.resolve(); // calls of a batch run one after the other, so that they never take the whole pool
  server.setRequestHandler("tools/call", ({ params }) => {
    const answer = calls.then(() => answerCall({ catalogue, guidance }, context, params.name, params.arguments));
    calls = answer.catch(() => {});
    return answer;
  });
  server.setRequestHandler("resources/list", () => ({
    resources: listedResources(catalogue.resources, caller.merchant),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: resourceTemplates(catalogue.resources, caller.merchant),
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    if (uri.length > MAX_ARGUMENT_LENGTH) throw new ResourceNotFoundError(truncate(uri));
    const found = findResource(catalogue.resources, caller.merchant, uri);
    const data = found && (await readOrNothing(context, () => readResource(found, caller, catalogue)));
    if (!found || data === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [asContents(uri, found.resource, { ...data }, guidance)] };
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: guidance.prompts.map(({ name, title, description, args }) => ({
      name,
      title,
      description,
      arguments: args,
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const prompt = guidance.prompts.find(({ name }) => name === params.name);
    if (!prompt) throw invalid(`There is no prompt "${truncate(params.name)}".`);
    const given = params.arguments ?? {};
    const missing = prompt.args.filter(({ name, required }) => required && !given[name]?.trim());
    if (missing.length > 0) throw invalid(`Missing: ${missing.map(({ name }) => name).join(", ")}.`);
    const long = prompt.args.find(({ name }) => (given[name]?.length ?? 0) > MAX_ARGUMENT_LENGTH);
    if (long) throw invalid(`${long.name} must not be longer than ${MAX_ARGUMENT_LENGTH} characters.`);
    return {
      description: prompt.description,
      messages: [{ role: "user", content: { type: "text", text: prompt.text(given) } }],
    };
  });
  return server;
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

async function answerCall({ catalogue, guidance }: McpCatalogue, context: RequestContext, name: string, args: unknown) {
  const { caller, requestId, onBroken, onUnavailable, onRefused } = context;
  const operation = catalogue.operations.find((one) => one.name === name && isTool(one));
  if (!operation) throw invalid(`There is no tool "${truncate(name)}". tools/list names them.`);
  try {
    return asResult(operation, await callTool(operation, caller, args, catalogue, guidance), guidance);
  } catch (thrown) {
    const error = withNextStep(catalogue, operation, thrown);
    if (error instanceof Problem && error.code === "unavailable") onUnavailable(error);
    onRefused(error instanceof Problem ? error.code : "internal_error");
    if (error instanceof Problem) return asRefusal(operation, error, requestId, guidance);
    onBroken(error);
    const problem = new Problem("internal_error", "An unexpected error occurred. Give the request id to support.");
    return asRefusal(operation, problem, requestId, guidance);
  }
}

async function readOrNothing<T>(context: RequestContext, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem && error.code.endsWith("_not_found")) return undefined;
    if (error instanceof Problem && error.status < 500) throw invalid(error.detail);
    if (error instanceof Problem && error.code === "unavailable") context.onUnavailable(error);
    if (error instanceof Problem) throw new ProtocolError(ProtocolErrorCode.InternalError, error.detail);
    context.onBroken(error);
    const message = `An unexpected error occurred. Give the request id to support: ${context.requestId}.`;
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}
