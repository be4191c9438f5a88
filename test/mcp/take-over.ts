import {
  type CallToolRequest,
  isInputRequiredResult,
  Server,
  type ServerContext,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpOptions } from "../../src/mcp/endpoint.ts";
import { LEGACY_VERSIONS } from "../../src/mcp/server.ts";
import { callTool, extend } from "./fixtures.ts";

/** Tools that speak before they answer. */
const SPEAKS_FIRST = /^test_(sampling|elicitation|tool_with_(logging|progress))/;

/**
 * In the older era a server asks back over the stream of the request, and the reply comes as a request of its own: that
 * takes memory between requests, which the endpoint does not have. So this answers the calls that ask back, and hands
 * each reply to the call that waits for it. The suite makes one such call at a time.
 */
export function takeOver(): NonNullable<McpOptions["takeOver"]> {
  let waiting: Transport | undefined;
  return async (request, body) => {
    const { method, params } = body as { method?: string; params?: { name?: string } };
    if (method === undefined && waiting) {
      waiting.onmessage?.(body as never);
      return new Response(null, { status: 202 });
    }
    if (method !== "tools/call" || !SPEAKS_FIRST.test(params?.name ?? "")) return undefined;
    const server = new Server(
      { name: "hanout", version: "test" },
      {
        capabilities: { tools: {}, resources: {}, prompts: {} },
        supportedProtocolVersions: LEGACY_VERSIONS,
      },
    );
    extend(server);
    server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => callAsking(params, mcpReq) as never);
    const transport = new WebStandardStreamableHTTPServerTransport();
    await server.connect(transport);
    waiting = transport;
    return transport.handleRequest(request, { parsedBody: body });
  };
}

/** What a tool would ask the client to answer in its next request, asked at once: the older era's way. */
async function callAsking(params: CallToolRequest["params"], context: ServerContext["mcpReq"]) {
  const answer = await callTool(params, context);
  if (!isInputRequiredResult(answer)) return answer;
  const inputResponses: Record<string, unknown> = {};
  for (const [key, question] of Object.entries(answer.inputRequests ?? {})) {
    inputResponses[key] = await context.send(question as never);
  }
  return callTool(params, { ...context, inputResponses });
}
