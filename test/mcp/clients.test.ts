import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { MCP } from "../../src/app.ts";
import { READING_SCOPES } from "../../src/core/scopes.ts";
import { app, openShop, type Shop } from "../support/app.ts";
import { keyFor, LEGACY, MODERN } from "../support/mcp-wire.ts";

let url: URL;
beforeAll(async () => {
  url = new URL(MCP, await app.listen({ host: "127.0.0.1", port: 0 }));
});

const INFO = { name: "test", version: "1" };
const requestInit = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

/** What the published clients have in common. */
type Agent = Pick<Client, "listTools" | "callTool" | "readResource" | "getPrompt">;
interface Connected {
  agent: Agent;
  instructions: string | undefined;
  version: string | undefined;
}

const current =
  (mode: "legacy" | "auto" | { pin: string }) =>
  async (key: string): Promise<Connected> => {
    const client = new Client(INFO, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(url, requestInit(key));
    onTestFinished(() => client.close());
    await client.connect(transport);
    return {
      agent: client,
      instructions: client.getInstructions(),
      version: client.getNegotiatedProtocolVersion(),
    };
  };

async function first(key: string): Promise<Connected> {
  const client = new OldClient(INFO);
  const transport = new OldTransport(url, requestInit(key));
  onTestFinished(() => client.close());
  await client.connect(transport);
  return {
    agent: client as unknown as Agent,
    instructions: client.getInstructions(),
    version: transport.protocolVersion,
  };
}

const CLIENTS = [
  ["the current client, legacy protocol", current("legacy"), LEGACY[0]],
  ["the current client, choosing by itself", current("auto"), MODERN],
  ["the current client, modern protocol", current({ pin: MODERN }), MODERN],
  ["the first client", first, LEGACY[0]],
] as const;

describe.each(CLIENTS)("%s", (_name, connect, version) => {
  const connected = async (): Promise<Connected & { shop: Shop }> => {
    const shop = await openShop();
    return { shop, ...(await connect(shop.secret_key)) };
  };

  test("agrees on a version and reads the instructions", async () => {
    const { version: agreed, instructions } = await connected();
    expect(agreed).toBe(version);
    expect(instructions).toContain("DZD");
  });

  test("lists tools", async () => {
    const { agent } = await connected();
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["store_get", "store_update"]));
  });

  test("calls a tool, whose answer matches the tool's schema", async () => {
    const { agent, shop } = await connected();
    await agent.listTools(); // clients check answers of tools they have seen listed
    const { isError, structuredContent } = await agent.callTool({ name: "store_get", arguments: {} });
    expect(isError ?? false).toBe(false);
    expect(structuredContent).toMatchObject({ id: shop.id, name: "Test shop" });
  });

  test("receives a refusal as a result that an agent can read", async () => {
    const { shop } = await connected();
    const { agent } = await connect(await keyFor(shop, ...READING_SCOPES));
    const refused = await agent.callTool({ name: "store_update", arguments: { name: "Renamed" } });
    expect(refused).toMatchObject({
      isError: true,
      content: [
        { type: "text", text: expect.stringContaining("insufficient_scope") },
        { type: "text", text: '{"allowed":["settings:write"]}' },
      ],
      _meta: { "hanout/problem": { code: "insufficient_scope" } },
    });
  });

  test("receives an error for an unknown tool", async () => {
    const { agent } = await connected();
    await expect(agent.callTool({ name: "store_steal", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  test("reads a resource", async () => {
    const { agent, shop } = await connected();
    const { contents } = await agent.readResource({ uri: "hanout://store" });
    expect(contents).toMatchObject([{ uri: "hanout://store", text: expect.stringContaining(shop.slug) }]);
  });

  test("gets a prompt", async () => {
    const { agent } = await connected();
    const { messages } = await agent.getPrompt({ name: "handle_return", arguments: { order_number: "HN-1042" } });
    expect(messages).toMatchObject([{ role: "user", content: { text: expect.stringContaining("HN-1042") } }]);
  });

  test("is refused without a key", async () => {
    await expect(connect("sk_none")).rejects.toThrow();
  });
});
