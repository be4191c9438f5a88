import { expect, test } from "vitest";
import { createAdmin, HanoutError } from "../../packages/client/src/admin.ts";
import { busy, json, scriptedServer } from "./scripted-server.ts";

const eventOf = (number: number) => ({ number, type: "orders.placed", data: { note: "ligne\n\nsuivante" } });
const message = (number: number) => `id: ${number}\nevent: orders.placed\ndata: ${JSON.stringify(eventOf(number))}\n\n`;

test("a stream goes on after the last event, when its connection ends, fails or is refused for a moment", async () => {
  const text = Buffer.from(`: heartbeat\n\n${message(8)}${message(9)}id: 10\ndata: {"numb`);
  const { url, requests } = await scriptedServer(
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const byte of text) response.write(Buffer.of(byte));
      response.end();
    },
    busy(),
    (response) => void response.destroy(),
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(message(10).replaceAll("\n", "\r\n"));
    },
  );
  const stop = new AbortController();
  const numbers: number[] = [];
  for await (const event of createAdmin({ url, key: "sk_1" }).events.stream({ after: 7, signal: stop.signal })) {
    expect(event).toEqual(eventOf(event.number));
    numbers.push(event.number);
    if (event.number === 10) stop.abort();
  }

  expect(numbers).toEqual([8, 9, 10]);
  expect(requests.map(({ headers }) => headers["last-event-id"])).toEqual(["7", "9", "9", "9"]);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill("Bearer sk_1"));
});

test("a stream that the server refuses throws its error", async () => {
  const { url } = await scriptedServer(json(401, { code: "invalid_api_key", detail: "The key is not valid." }));

  await expect(createAdmin({ url }).events.stream().next()).rejects.toMatchObject({
    constructor: HanoutError,
    code: "invalid_api_key",
  });
});

test("an answer that is no stream is an error", async () => {
  const { url } = await scriptedServer((response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>");
  });

  await expect(createAdmin({ url }).events.stream().next()).rejects.toMatchObject({ code: "unexpected_answer" });
});
