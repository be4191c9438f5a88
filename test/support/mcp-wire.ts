import type { FastifyInstance } from "fastify";
import { MCP } from "../../src/app.ts";
import type { Scope } from "../../src/core/scopes.ts";
import { type Answer, app, type Shop } from "./app.ts";

export const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
export const MODERN = "2026-07-28";

export interface RpcCall {
  params?: object;
  headers?: Record<string, string | undefined>;
  via?: FastifyInstance;
}

/** Posts a body to the tool endpoint; text is sent unchanged. Headers with the value undefined are not sent. */
export async function post(
  key: string,
  body: unknown,
  { headers = {}, via = app }: Omit<RpcCall, "params"> = {},
): Promise<Answer> {
  const all = { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "*/*", ...headers };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  const reply = await via.inject({ method: "POST", url: MCP, headers: Object.fromEntries(sent), payload });
  return { status: reply.statusCode, body: reply.body ? JSON.parse(reply.body) : undefined, headers: reply.headers };
}

export const request = (method: string, params: object = {}, id: number | string = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

/** Sends one request of the older generation of the protocol. */
export const legacy = (key: string, method: string, { params, headers, ...rest }: RpcCall = {}): Promise<Answer> =>
  post(key, request(method, params), { headers: { "mcp-protocol-version": LEGACY[0], ...headers }, ...rest });

const MIRRORED = ["name", "uri"] as const;

/** Sends one request of the newer generation: `_meta` contains the client, and headers repeat method and name. */
export function modern(key: string, method: string, { params = {}, headers, ...rest }: RpcCall = {}): Promise<Answer> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const given = new Map<string, unknown>(Object.entries(params));
  const name = MIRRORED.map((field) => given.get(field)).find((value) => typeof value === "string");
  return post(key, request(method, { _meta, ...params }), {
    headers: {
      "mcp-protocol-version": MODERN,
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {}),
      ...headers,
    },
    ...rest,
  });
}

/** Creates a secret key of the shop with these scopes. */
export const keyFor = async (shop: Shop, ...scopes: Scope[]): Promise<string> =>
  (await shop.createKey({ kind: "secret", name: scopes.join(" "), scopes })).key;
