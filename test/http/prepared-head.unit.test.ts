import { createServer, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { PreparedSender, prepareHead, sendsHeadText } from "../../src/http/answers/prepared-head.ts";

/** A node:http that makes the head anew when an answer ends, whatever was set. */
class MakesHeadAtEnd extends ServerResponse {
  override end(content?: unknown): this {
    Object.assign(this, { _header: null });
    return super.end(content);
  }
}

test("the installed Node sends a head that is set as text", () => {
  expect(sendsHeadText()).toBe(true);
});

test("a Node that makes the head anew is found out", () => {
  expect(sendsHeadText(MakesHeadAtEnd as typeof ServerResponse)).toBe(false);
});

describe("answers have the same bytes with and without a head that is set", () => {
  test.each([200, 304] as const)("with status %i", async (status) => {
    const set = await answersOf(new PreparedSender(true), status);
    const written = await answersOf(new PreparedSender(false), status);

    expect(set).toEqual(written);
    expect(written[0]).toMatchObject({ status, body: status === 200 ? "content" : "" });
    expect(written[0]?.headers).toMatchObject({ "x-request-id": "request-1", ratelimit: "limit-1", etag: '"a"' });
  });
});

/** Two answers on connections that stay open, of which the second has its head set when `sender` sets heads. */
async function answersOf(sender: PreparedSender, status: 200 | 304) {
  const content = status === 200 ? Buffer.from("content") : undefined;
  const head = prepareHead({ store: undefined, method: "GET", route: "/", status }, [
    ["etag", '"a"'],
    ["x-request-id", ""],
    ["content-length", content?.length ?? 0],
    ["ratelimit", ""],
    ["vary", "accept-encoding"],
  ]);
  let count = 0;
  const server = createServer((request, response) => {
    count++;
    sender.send(request, response, head, { requestId: `request-${count}`, rateLimit: `limit-${count}`, content });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answers = [];
  for (let i = 0; i < 2; i++) {
    const answer = await fetch(url);
    const { date: _, ...headers } = Object.fromEntries(answer.headers);
    answers.push({ status: answer.status, headers, body: await answer.text() });
  }
  return answers;
}
