import { ADMIN, MCP } from "../../src/app.ts";
import { SCOPES } from "../../src/core/scopes.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { isTool, mayUse } from "../../src/operations/operation.ts";
import { type Answer, app, type Json, keyring, tokens } from "./app.ts";

/** The answer of a tool: its text and data, or its problem. */
export interface Called {
  text: string;
  data: Json;
  problem:
    | { code: string; detail: string; errors: { path: string; message: string }[]; allowed?: string[] }
    | undefined;
}

let calls = 0;

/** The operations that keys may use: the others are for people (test/staff/). */
export const operationsOfKeys = merchantOperations(keyring, tokens).filter((one) => mayUse({ scopes: SCOPES }, one));

const HTTP_ONLY = new Set(merchantOperations(keyring, tokens).flatMap((one) => (isTool(one) ? [] : [one.name])));

/** Calls a tool with the shop's secret key, or with another key; over HTTP what is no tool. */
export async function call(
  shop: { secret_key: string },
  tool: string,
  args: object = {},
  key = shop.secret_key,
  via = app,
): Promise<Called> {
  if (HTTP_ONLY.has(tool)) {
    const { status, body } = await post({ secret_key: key }, tool, args, {}, via);
    if (status === 200) return { text: JSON.stringify(body), data: body, problem: undefined };
    const { type: _type, title: _title, instance: _instance, request_id: _id, ...problem } = body;
    return { text: body.detail, data: undefined, problem };
  }
  const reply = await via.inject({
    method: "POST",
    url: MCP,
    headers: { authorization: `Bearer ${key}`, "mcp-protocol-version": "2025-06-18" },
    payload: { jsonrpc: "2.0", id: ++calls, method: "tools/call", params: { name: tool, arguments: args } },
  });
  const { result, error } = reply.json();
  if (!result) throw new Error(`${tool}: ${reply.statusCode} ${JSON.stringify(error)}`);
  return { text: result.content[0].text, data: result.structuredContent, problem: result._meta?.["hanout/problem"] };
}

const MAX_TRIES = 10;

/** Calls a tool that requires a confirm token: first a dry run, then the call with the token of its answer. */
export const callConfirmed = async (...asked: Parameters<typeof call>): Promise<Called> =>
  (await previewTool(...asked))();

/**
 * Makes a dry run, and returns a function that makes the call with its token. When the data changed in the meantime,
 * the call is repeated with the token of the refusal.
 */
export async function previewTool(
  ...[shop, tool, args, ...rest]: Parameters<typeof call>
): Promise<() => Promise<Called>> {
  const dry = await call(shop, tool, { ...args, dry_run: true }, ...rest);
  return async () => {
    let last = dry;
    for (let tries = 0; tries < MAX_TRIES && last.data?.confirm_token; tries++) {
      last = await call(shop, tool, { ...args, confirm_token: last.data.confirm_token }, ...rest);
    }
    return last;
  };
}

/** Returns the tools that a key may list. */
export async function listTools(key: string): Promise<{ name: string }[]> {
  const reply = await app.inject({
    method: "POST",
    url: MCP,
    headers: { authorization: `Bearer ${key}`, "mcp-protocol-version": "2025-06-18" },
    payload: { jsonrpc: "2.0", id: ++calls, method: "tools/list" },
  });
  return reply.json().result.tools;
}

/** Runs an operation over plain HTTP, with the shop's secret key or other headers; text is sent unchanged. */
export async function post(
  shop: { secret_key: string },
  operation: string,
  args: object | string = {},
  headers: Record<string, string> = {},
  via = app,
): Promise<Answer> {
  const reply = await via.inject({
    method: "POST",
    url: `${ADMIN}/${operation}`,
    headers: { authorization: `Bearer ${shop.secret_key}`, "content-type": "application/json", ...headers },
    payload: typeof args === "string" ? args : JSON.stringify(args),
  });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}
