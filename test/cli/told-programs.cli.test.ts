import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Json } from "../support/app.ts";
import { makeCertificate } from "../webhooks/certificate.ts";
import { hanout, newSlug, onPostgres, temporaryFolder } from "./hanout.ts";
import { type Served, serve } from "./serve-process.ts";

/** Programs that follow a store of the built server: by webhooks over TLS, and by streams. */

const ADMIN = "/api/v1/admin";

const start = (environment: Record<string, string> = {}): Promise<Served> =>
  serve({ ...onPostgres, DATA_DIR: temporaryFolder(), LOG_LEVEL: "warn", ...environment });

async function newStore(): Promise<string> {
  const { out } = await hanout(["stores", "create", "--slug", newSlug(), "--name", "Shop", "--json"], onPostgres);
  return JSON.parse(out).secret_key;
}

async function call({ url }: Served, key: string, operation: string, args: object): Promise<Json> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(`${url}${ADMIN}/${operation}`, { method: "POST", headers, body: JSON.stringify(args) });
  const body = (await answer.json()) as Json;
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Opens a stream on a connection of its own. */
async function follow({ url }: Served, key: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}` };
  const sent = request(`${url}${ADMIN}/events`, { agent: false, headers }).end();
  onTestFinished(() => void sent.destroy());
  sent.on("error", () => {});
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.setEncoding("utf8");
  return response;
}

test("a webhook reaches a receiver whose certificate NODE_EXTRA_CA_CERTS trusts", async () => {
  const { key, cert, file } = makeCertificate("localhost");
  let take: (got: { text: string; headers: Record<string, string> }) => void = () => {};
  const taken = new Promise<{ text: string; headers: Record<string, string> }>((resolve) => {
    take = resolve;
  });
  const receiver = createServer({ key, cert }, async (incoming, response) => {
    let text = "";
    for await (const part of incoming) text += part;
    response.end();
    take({ text, headers: incoming.headers as Record<string, string> });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void receiver.close());
  await once(receiver, "listening");
  const server = await start({ WEBHOOKS_TO_THIS_MACHINE: "true", NODE_EXTRA_CA_CERTS: file });
  const secretKey = await newStore();
  const address = `https://localhost:${(receiver.address() as AddressInfo).port}/`;
  const { secret } = await call(server, secretKey, "webhooks_save", { address, types: ["menus.changed"] });
  await call(server, secretKey, "menus_save", { handle: "main", title: "Menu", items: [] });
  const { text, headers } = await taken;

  expect(new Webhook(secret).verify(text, headers)).toMatchObject({ type: "menus.changed", data: { handle: "main" } });
  expect(await server.stop("SIGTERM")).toBe(0);
});

describe("streams of the built server", () => {
  test("end at SIGTERM, also one that is not read, and hold nothing up", async () => {
    const server = await start();
    const key = await newStore();
    const [read, unread] = [await follow(server, key), await follow(server, key)];
    unread.pause();
    const ended = once(read.resume(), "end");
    const stoppedAt = performance.now();

    expect(await server.stop("SIGTERM")).toBe(0);
    await ended;
    expect(performance.now() - stoppedAt).toBeLessThan(5000);
  });

  test("are divided among the workers of a server", async () => {
    const server = await start({ WEB_CONCURRENCY: "2", EVENT_STREAMS_PER_KEY: "4" });
    const key = await newStore();
    const statuses: (number | undefined)[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await follow(server, key)).statusCode);

    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });

  test("are told by each worker what any worker did", async () => {
    const server = await start({ WEB_CONCURRENCY: "2" });
    const key = await newStore();
    const streams = await Promise.all(Array.from({ length: 6 }, () => follow(server, key)));
    const told = streams.map(async (stream) => {
      for await (const text of stream) if (String(text).includes("event: menus.changed")) return true;
      return false;
    });
    await call(server, key, "menus_save", { handle: "main", title: "Menu", items: [] });

    expect(await Promise.all(told)).toEqual(Array(6).fill(true));
  });
});
