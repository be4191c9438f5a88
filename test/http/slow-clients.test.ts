import { once } from "node:events";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildTestApp, closeAtOnce } from "../support/app.ts";

const HEADERS_SECONDS = 0.2;
const REQUEST_SECONDS = 0.4;
/** The server looks for late requests twice a second; the rest is for a busy machine. */
const SLACK_MS = 3000;

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = await buildTestApp({ HEADERS_TIMEOUT_SECONDS: HEADERS_SECONDS, REQUEST_TIMEOUT_SECONDS: REQUEST_SECONDS });
  app.post("/test/free", () => ({ served: true }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const [address] = app.addresses();
  port = typeof address === "object" ? address.port : 0;
});
afterAll(() => closeAtOnce(app));

/** Sends the first bytes at once and the others one at a time, for ever; answers what came back, and when it was over. */
async function dawdle(first: string, onwards: string): Promise<{ text: string; ms: number }> {
  let text = "";
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}); // written to after it was cut
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const closed = once(socket, "close");
  await once(socket, "connect");
  const start = performance.now();
  if (first) socket.write(first);
  const drip = onwards ? setInterval(() => socket.write(onwards), 40) : undefined;
  await closed;
  clearInterval(drip);
  return { text, ms: performance.now() - start };
}

const HEAD = "POST /test/free HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";

describe("a client that is too slow gets a 408 and is disconnected after about the set time", () => {
  test.each([
    ["that says nothing at all", "", "", HEADERS_SECONDS],
    ["whose headers come line by line for ever", HEAD, "x-more: y\r\n", HEADERS_SECONDS],
    ["whose body comes byte by byte for ever", `${HEAD}content-length: 60000\r\n\r\n{`, " ", REQUEST_SECONDS],
    [
      "whose body comes in pieces for ever",
      `${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
      "1\r\n \r\n",
      REQUEST_SECONDS,
    ],
  ])("a client %s", async (_what, first, onwards, seconds) => {
    const { text, ms } = await dawdle(first, onwards);

    expect(ms).toBeGreaterThan(seconds * 1000 - 50);
    expect(ms).toBeLessThan(seconds * 1000 + SLACK_MS);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head.toLowerCase()).toContain("content-type: application/problem+json");
    expect(head.toLowerCase()).toContain("connection: close");
    expect(JSON.parse(body)).toEqual({
      type: "about:blank",
      title: "The request took too long to arrive",
      status: 408,
      code: "request_timeout",
      detail: "The request did not arrive in time.",
      instance: expect.any(String),
      request_id: /x-request-id: (\S+)/i.exec(head)?.[1],
      errors: [],
    });
  });

  test("a client that never closes its own side", async () => {
    const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => {
      socket.destroy();
    });
    socket.write(HEAD);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    await once(socket, "end");

    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(socket.writable).toBe(true);
    await expect.poll(open, { interval: 50, timeout: 10_000 }).toBe(0);
  });

  test("a client that only pauses is served", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${HEAD}connection: close\r\ncontent-length: 2\r\n\r\n{`);
    setTimeout(() => socket.write("}"), 100);

    let text = "";
    for await (const chunk of socket) text += chunk;

    expect(text).toMatch(/^HTTP\/1\.1 200 .*\{"served":true\}$/s);
  });
});
