import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../support/app.ts";

const HEADERS_SECONDS = 0.2;
const REQUEST_SECONDS = 0.4;

async function listening(prepare: (app: FastifyInstance) => void = () => {}) {
  const app = await buildTestApp({
    HEADERS_TIMEOUT_SECONDS: HEADERS_SECONDS,
    REQUEST_TIMEOUT_SECONDS: REQUEST_SECONDS,
    KEEP_ALIVE_TIMEOUT_SECONDS: 72,
  });
  app.post("/test/free", () => ({}));
  prepare(app);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const [address] = app.addresses();
  const port = typeof address === "object" ? address.port : 0;

  /** A connection, and what came over it; it ends with the test, so that a server that waits for it ends too. */
  const begin = (bytes: string): Conversation => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => {
      socket.destroy();
    });
    socket.on("error", () => {});
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    if (bytes) socket.write(bytes);
    return { socket, heard: () => text, closed: new Promise((resolve) => socket.once("close", resolve)) };
  };
  /** The same, once the server has accepted it. */
  const talk = async (bytes: string): Promise<Conversation> => {
    const accepted = once(app.server, "connection");
    const conversation = begin(bytes);
    await accepted;
    return conversation;
  };
  return { app, begin, talk };
}

interface Conversation {
  socket: Socket;
  heard: () => string;
  closed: Promise<unknown>;
}

const LIVEZ = "GET /livez HTTP/1.1\r\nhost: x\r\n\r\n";
const LAST_ANSWER = /^HTTP\/1\.1 200 .*connection: close.*\{"status":"ok"\}$/is;

/** Whether it happens within this time. */
const within = (ms: number, happens: PromiseLike<unknown>): Promise<boolean> =>
  Promise.race([
    Promise.resolve(happens).then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms).unref()),
  ]);

describe("a stop does not wait", () => {
  test("for idle connections between requests", async () => {
    const { app, talk } = await listening();
    const idle = await talk(LIVEZ);
    await expect.poll(idle.heard, { interval: 10 }).toContain('{"status":"ok"}');

    expect(await within(2000, app.close())).toBe(true);
    await idle.closed;
  });

  // Browsers open such connections ahead of need, so one open tab is enough.
  test("for connections that never sent a request", async () => {
    const { app, talk } = await listening();
    await talk("");

    expect(await within(5000, app.close())).toBe(true);
  });

  test.each([
    ["headers", "GET /livez HTTP/1.1\r\nhost: x\r\n"],
    ["body", "POST /test/free HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"],
  ])("longer than the request time-out for a request whose %s never end", async (_what, bytes) => {
    const { app, talk } = await listening();
    const accepted: Socket[] = [];
    app.server.on("connection", (socket: Socket) => accepted.push(socket));
    await talk(bytes);
    await expect.poll(() => accepted[0]?.bytesRead, { interval: 10 }).toBe(bytes.length);

    expect(await within(5000, app.close())).toBe(true);
  });
});

describe("a stop lets finish", () => {
  test("a request on a kept connection, and ends that connection with the answer", async () => {
    let finish = () => {};
    let handled = () => {};
    const inHand = new Promise<void>((resolve) => {
      handled = resolve;
    });
    const { app, talk } = await listening((app) => {
      app.get("/test/slow", async () => {
        handled();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return { finished: true };
      });
    });
    const client = await talk(LIVEZ);
    await expect.poll(client.heard, { interval: 10 }).toContain('{"status":"ok"}');
    client.socket.write("GET /test/slow HTTP/1.1\r\nhost: x\r\n\r\n");
    await inHand;

    const stopped = app.close();
    expect(await within(REQUEST_SECONDS * 1000 + 600, stopped)).toBe(false); // a whole request has all the time it takes
    finish();

    expect(await within(5000, stopped)).toBe(true);
    await client.closed;
    const last = client.heard().slice(client.heard().lastIndexOf("HTTP/1.1"));
    expect(last).toMatch(/^HTTP\/1\.1 200 .*connection: close.*\{"finished":true\}$/is);
  });

  // Answers from memory are written so.
  test("an answer that was written at once, to a client that reads late", async () => {
    const bytes = 20_000_000;
    let written = () => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const { app, talk } = await listening((app) => {
      app.get("/test/at-once", (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, { "content-length": bytes, connection: "close" }).end(Buffer.alloc(bytes, "a"));
        written();
      });
    });
    const client = await talk("");
    client.socket.pause();
    client.socket.write("GET /test/at-once HTTP/1.1\r\nhost: x\r\n\r\n");
    await isWritten;

    const stopped = app.close();
    expect(await within(REQUEST_SECONDS * 1000 + 1500, stopped)).toBe(false); // longer than for idle connections
    client.socket.resume();

    expect(await within(5000, stopped)).toBe(true);
    await client.closed;
    expect(client.heard().split("\r\n\r\n")[1]).toHaveLength(bytes);
  });
});

describe("a stop answers", () => {
  test("every connection that the system accepted, read or unread", async () => {
    const { app, begin } = await listening();
    const clients = Array.from({ length: 50 }, () => begin(LIVEZ));
    await Promise.all(clients.map(({ socket }) => once(socket, "connect")));

    await app.close();
    await Promise.all(clients.map(({ closed }) => closed));

    for (const { heard } of clients) expect(heard()).toMatch(LAST_ANSWER);
  });

  test("a request that arrives on a kept connection during the stop, and ends that connection", async () => {
    const { app, talk } = await listening();
    const client = await talk(LIVEZ);
    await expect.poll(client.heard, { interval: 10 }).toContain('{"status":"ok"}');
    const before = client.heard().length;

    const stopped = app.close();
    await expect.poll(() => app.server.listening, { interval: 5 }).toBe(false);
    client.socket.write(LIVEZ);
    await Promise.all([stopped, client.closed]);

    expect(client.heard().slice(before)).toMatch(LAST_ANSWER);
  });

  test("not ready from its announcement on, and still serves requests", async () => {
    const { app, talk } = await listening();
    const ask = async (path: string) => {
      const client = await talk(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
      await client.closed;
      return client.heard();
    };

    app.shutdown.begin();

    expect(await ask("/readyz")).toMatch(
      /^HTTP\/1\.1 503 .*connection: close.*\{"status":"unavailable","writes":false\}$/is,
    );
    expect(await ask("/livez")).toMatch(LAST_ANSWER);
    await app.close();
  });
});
