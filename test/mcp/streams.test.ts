import { once } from "node:events";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { MCP } from "../../src/app.ts";
import { buildTestApp, closeAtOnce, openShop } from "../support/app.ts";
import { MODERN, request } from "../support/mcp-wire.ts";

const STREAMS = 5;

async function listening(): Promise<{ app: FastifyInstance; url: string }> {
  const app = await buildTestApp({ MCP_STREAMS_PER_KEY: STREAMS });
  onTestFinished(() => closeAtOnce(app));
  return { app, url: (await app.listen({ host: "127.0.0.1", port: 0 })) + MCP };
}

interface Stream {
  status: number;
  headers: Headers;
  /** The next piece of the stream; undefined at its end. */
  next(): Promise<string | undefined>;
  /** All that is still to come; answers when the server has ended the stream. */
  rest(): Promise<string>;
  leave(): void;
}

async function open(url: string, key: string, init: RequestInit = {}): Promise<Stream> {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const headers = { authorization: `Bearer ${key}`, accept: "text/event-stream", ...init.headers };
  const response = await fetch(url, { ...init, headers, signal: gone.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader.read()).value;
  return {
    status: response.status,
    headers: response.headers,
    next,
    rest: async () => {
      let all = "";
      for (let piece = await next(); piece !== undefined; piece = await next()) all += piece;
      return all;
    },
    leave: () => gone.abort(),
  };
}

/** The modern protocol's way to keep listening. */
function listen(url: string, key: string): Promise<Stream> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return open(url, key, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "mcp-protocol-version": MODERN,
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify(request("subscriptions/listen", { _meta, notifications: { toolsListChanged: true } })),
  });
}

const messagesOf = (events: string): unknown[] =>
  [...events.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));

describe("a stream by GET", () => {
  test("opens at once, and ends when the server stops", async () => {
    const { app, url } = await listening();
    const { secret_key: key } = await openShop();

    const stream = await open(url, key);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream\b/);
    expect(await stream.next()).toMatch(/./);

    const stopped = app.close();
    await stream.rest();
    await stopped;
  });

  test("counts for its own key only", async () => {
    const { url } = await listening();
    const shop = await openShop();
    const other = await shop.createKey({ kind: "secret", name: "Another" });
    for (let i = 0; i < STREAMS; i++) expect((await open(url, shop.secret_key)).status).toBe(200);

    for (const start of [open, listen]) {
      const refused = await start(url, shop.secret_key);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      expect(JSON.parse(await refused.rest())).toMatchObject({
        jsonrpc: "2.0",
        error: { code: -32000, data: { code: "rate_limited" } },
      });
    }
    expect((await open(url, other.key)).status).toBe(200);
  });

  test("frees its place when the client disconnects", async () => {
    const { app, url } = await listening();
    const { secret_key: key } = await openShop();
    const connected = once(app.server, "connection");
    const first = await open(url, key);
    const [socket] = await connected;
    for (let i = 1; i < STREAMS; i++) await open(url, key);
    expect((await open(url, key)).status).toBe(429);

    const closed = once(socket, "close");
    first.leave();
    await closed;

    await expect.poll(async () => (await open(url, key)).status, { interval: 10 }).toBe(200);
    expect((await open(url, key)).status).toBe(429);
  });

  test("sends keep-alive comments", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { url } = await listening();
    const { secret_key: key } = await openShop();
    const stream = await open(url, key);
    await stream.next();

    for (let i = 0; i < 3; i++) {
      vi.advanceTimersByTime(20_000);
      expect(await stream.next()).toMatch(/^:.*\n\n/);
    }
  });
});

test("subscriptions/listen ends at once, because the offered tools never change", async () => {
  const { url } = await listening();
  const { secret_key: key } = await openShop();

  for (let i = 0; i <= STREAMS; i++) {
    const stream = await listen(url, key);
    const [acknowledged, done] = messagesOf(await stream.rest());
    expect(acknowledged).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: {} },
    });
    expect(done).toMatchObject({ id: 1, result: { resultType: "complete" } });
  }
});

test("a stream by GET requires a key, and refuses a foreign origin", async () => {
  const { url } = await listening();
  const { secret_key: key, publishable_key } = await openShop();
  expect((await open(url, "sk_none")).status).toBe(401);
  expect((await open(url, publishable_key)).status).toBe(403);
  expect((await open(url, key, { headers: { origin: "https://evil.example" } })).status).toBe(403);
  expect((await open(url, key)).status).toBe(200);
});
