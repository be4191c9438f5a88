// The official SDK on node:http: a tool that runs recorded statements, and answers the recorded result.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { answerCalls } from "../harness/child.ts";
import { listen } from "./listen.ts";
import { checkPrograms, openPools, programsOf } from "./pools.ts";
import type { StatementYardstick } from "./statement-yardstick.ts";

answerCalls({
  listen: async ({ databaseUrl, recording, answers }: StatementYardstick) => {
    const [run] = programsOf(recording, openPools(databaseUrl));
    const [first] = answers;
    if (!run || !first) throw new Error("nothing was recorded");
    await checkPrograms(recording, [run]);
    const callTool = async () => {
      await run();
      return first.answer;
    };
    return listen(createServer((request, response) => void handle(request, response, callTool)));
  },
});

/** Answers one request with a protocol server of its own, because a server without sessions keeps nothing. */
async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  callTool: () => Promise<object>,
): Promise<void> {
  const server = new Server({ name: "yardstick", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/call", callTool as never);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const web = new Request(`http://localhost${request.url}`, { method: "POST", headers });
  const answer = await transport.handleRequest(web, { parsedBody: JSON.parse(await text(request)) });
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  await server.close();
}
