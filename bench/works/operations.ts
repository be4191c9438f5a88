import { ADMIN, MCP } from "../../src/app.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import { statementsIn } from "../recording/program.ts";
import { recordPrograms, type SendRecorded } from "../recording/record.ts";
import type { Row } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";
import type { StatementYardstick } from "../yardsticks/statement-yardstick.ts";
import { compare, httpSide, startHttpYardstick } from "./sides.ts";

/** The merchant operation products_search, over both interfaces. */

const GOAL = { kind: "at least", value: 0.7 } as const;
const SEARCH = { query: "tapis", limit: 10 };
const FOUND = "Tapis";

export const operationByMcp: Work = {
  name: "mcp",
  about: "the operation products_search by MCP",
  run: (bench) =>
    measureOperation(bench, operationByMcp, {
      file: "yardsticks/sdk-operation.ts",
      yardstick: "handler of the SDK",
      headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
      request: {
        method: "POST",
        path: MCP,
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "products_search", arguments: SEARCH } },
      },
      answerOf: (body) => (JSON.parse(body) as { result: object }).result,
    }),
};

export const operationByHttp: Work = {
  name: "http-operation",
  about: "the operation products_search by HTTP",
  run: (bench) =>
    measureOperation(bench, operationByHttp, {
      file: "yardsticks/fastify-statements.ts",
      yardstick: "handler of Fastify",
      headers: {},
      request: { method: "POST", path: `${ADMIN}/products_search`, body: SEARCH },
      answerOf: (body) => JSON.parse(body) as object,
    }),
};

interface MeasuredOperation {
  file: string;
  yardstick: string;
  headers: Record<string, string>;
  request: LoadedRequest;
  /** What the yardstick answers, from the body of the server's answer. */
  answerOf(body: string): object;
}

async function measureOperation(bench: Bench, work: Work, operation: MeasuredOperation): Promise<Row[]> {
  const { file, request, answerOf } = operation;
  const { secret_key } = await bench.readStore();
  const headers = { authorization: `Bearer ${secret_key}`, "content-type": "application/json", ...operation.headers };
  let answer: object = {};
  const record = async (send: SendRecorded) => {
    answer = answerOf(await send(request));
  };
  const { databaseUrl } = bench;
  const recording = await recordPrograms(databaseUrl, headers, [record]);
  const given: StatementYardstick = { databaseUrl, recording, answers: [{ path: request.path, answer }] };
  const yardstick = await startHttpYardstick(bench, file, given);
  const server = await bench.server();
  for (const { url } of [server, yardstick]) {
    const reply = await fetch(url + request.path, { method: "POST", headers, body: JSON.stringify(request.body) });
    const body = await reply.text();
    if (reply.status !== 200 || !body.includes(FOUND)) throw new Error(`${url} answers ${reply.status} ${body}`);
  }
  const sent = { headers, requests: [request] };
  const notes = [`${statementsIn(recording.programs)} statements per request`];
  return compare(bench, work, httpSide(bench, "server", server, sent), [
    { yardstick: httpSide(bench, operation.yardstick, yardstick, sent), goal: GOAL, notes },
  ]);
}
