import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STOREFRONT } from "../../src/app.ts";
import { buildTestApp, closeAtOnce, openShop, type Shop } from "../support/app.ts";

const SECRET = "the database password is hunter2";

/** The application, with routes of the test's own that take bodies and break. */
let app: FastifyInstance;
let shop: Shop;
let port: number;

beforeAll(async () => {
  app = await buildTestApp({ BODY_LIMIT_BYTES: 2000, HEADER_LIMIT_BYTES: 8192 });
  const body = Type.Object({
    quantity: Type.Integer({ minimum: 1, maximum: 9999 }),
    note: Type.Optional(Type.String()),
  });
  app.post("/test/strict", { schema: { body } }, (request) => request.body);
  app.post("/test/free", (request) => ({ body: request.body ?? "none" }));
  app.get("/test/broken", () => {
    throw new Error(SECRET);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const [address] = app.addresses();
  port = typeof address === "object" ? address.port : 0;
  shop = await openShop({ via: app });
});
afterAll(() => closeAtOnce(app));

const inject = async (
  method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD" | "PATCH",
  url: string,
  given: { headers?: Record<string, string>; payload?: string } = {},
) => {
  const reply = await app.inject({ method, url, ...given });
  return {
    status: reply.statusCode,
    text: reply.body,
    body: reply.body && String(reply.headers["content-type"]).includes("json") ? reply.json() : undefined,
    headers: reply.headers,
  };
};
const json = { "content-type": "application/json" };
const keyed = () => ({ "x-api-key": shop.publishable_key });

function expectProblem(answer: Awaited<ReturnType<typeof inject>>, status: number, code: string) {
  expect([answer.status, answer.body?.code]).toEqual([status, code]);
  expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  expect(answer.body).toEqual(
    expect.objectContaining({
      type: "about:blank",
      title: expect.stringMatching(/./),
      status,
      detail: expect.stringMatching(/\.$/),
      instance: expect.stringMatching(/^\/[^?]*$/),
      request_id: answer.headers["x-request-id"],
      errors: expect.any(Array),
    }),
  );
}

describe("every refusal is a problem of RFC 9457", () => {
  test("400 for a bad query, naming the parameter and not repeating the query", async () => {
    const answer = await inject("GET", `${STOREFRONT}/products?limit=x&q=0550123456`, { headers: keyed() });

    expectProblem(answer, 400, "invalid_request");
    const detail = "The number of results per page must be a whole number.";
    expect(answer.body).toMatchObject({ detail, errors: [{ path: "limit", message: detail }] });
    expect(answer.text).not.toContain("0550123456");
  });

  test("400 for a character invalid in an address, 422 for one invalid in a text", async () => {
    expectProblem(await inject("GET", `${STOREFRONT}/products/a%00`, { headers: keyed() }), 400, "invalid_request");
    expectProblem(await inject("GET", `${STOREFRONT}/search?q=a%00`, { headers: keyed() }), 400, "invalid_request");
    for (const payload of ['{"note":"a\\u0000"}', '{"note":["\\ud800"]}', '{"\\udc00":1}']) {
      expectProblem(await inject("POST", "/test/free", { headers: json, payload }), 422, "invalid_value");
    }
    const { status } = await inject("POST", "/test/free", { headers: json, payload: '{"note":"a\\\\u0000 😀"}' });
    expect(status).toBe(200);
  });

  test("404 for a malformed percent-encoding, once the key is known", async () => {
    for (const path of ["/products/%ff", "/products/%zz", "/products/%"]) {
      expectProblem(await inject("GET", STOREFRONT + path, { headers: keyed() }), 404, "product_not_found");
      expectProblem(await inject("GET", STOREFRONT + path), 401, "invalid_api_key");
    }
  });

  test("405 and 404 take precedence over faults of the body", async () => {
    const headers = { ...keyed(), ...json };
    for (const given of [
      { headers, payload: "{" },
      { headers: { ...headers, "content-type": "text/plain" }, payload: "x" },
    ]) {
      expectProblem(await inject("PUT", `${STOREFRONT}/cart`, given), 405, "method_not_allowed");
      expectProblem(await inject("POST", `${STOREFRONT}/nowhere`, given), 404, "not_found");
    }
  });

  test("404 for a malformed address, with the usual headers", async () => {
    const headers = { ...keyed(), origin: "https://shop.example" };
    const malformed = await inject("GET", `${STOREFRONT}/products/%zz?q=0550123456`, { headers });
    const other = await inject("GET", `${STOREFRONT}/products?limit=x`, { headers });

    expectProblem(malformed, 404, "product_not_found");
    for (const name of ["access-control-allow-origin", "x-content-type-options", "content-security-policy"]) {
      expect([name, malformed.headers[name]]).toEqual([name, other.headers[name]]);
    }
  });

  test("401 takes precedence over all else under the storefront's path", async () => {
    for (const path of ["", "/", "/store", "/nowhere", "/products?limit=x", "/products/a%00", "/products/%ff"]) {
      expectProblem(await inject("GET", STOREFRONT + path), 401, "invalid_api_key");
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      expectProblem(await inject(method, `${STOREFRONT}/store`), 401, "invalid_api_key");
    }
    expectProblem(
      await inject("POST", `${STOREFRONT}/store`, { headers: json, payload: JSON.stringify("x".repeat(3000)) }),
      401,
      "invalid_api_key",
    );
    expectProblem(
      await inject("POST", `${STOREFRONT}/store`, { headers: json, payload: "{bad" }),
      401,
      "invalid_api_key",
    );
  });

  test("404 for an unknown address", async () => {
    expectProblem(await inject("GET", `${STOREFRONT}/nowhere`, { headers: keyed() }), 404, "not_found");
    expectProblem(await inject("GET", "/nowhere"), 404, "not_found");
    expectProblem(await inject("POST", "/nowhere", { headers: json, payload: "{}" }), 404, "not_found");
  });

  test("405 with the allowed methods", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      const answer = await inject(method, `${STOREFRONT}/products/some-slug`, {
        headers: { ...keyed(), ...json },
        payload: "{}",
      });
      expectProblem(answer, 405, "method_not_allowed");
      expect(answer.headers.allow).toBe("GET, HEAD");
    }
  });

  test("413 for a body that is too large", async () => {
    const payload = JSON.stringify({ note: "x".repeat(3000) });
    expectProblem(await inject("POST", "/test/free", { headers: json, payload }), 413, "body_too_large");
  });

  test("413 for a large body without a declared length", async () => {
    const chunk = `400\r\n${" ".repeat(0x400)}\r\n`;
    const answer = await raw(
      `POST /test/free HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk}${chunk}${chunk}`,
    );

    expect(rawProblem(answer)).toMatchObject({ status: 413, code: "body_too_large", instance: "/test/free" });
  });

  test("415 for a body whose content type is not JSON", async () => {
    expectProblem(
      await inject("POST", "/test/free", { headers: { "content-type": "text/plain" }, payload: "hi" }),
      415,
      "unsupported_media_type",
    );
    expectProblem(
      await inject("POST", "/test/free", { headers: { "content-type": "application/xml" }, payload: "<a/>" }),
      415,
      "unsupported_media_type",
    );
  });

  test("500 without internals, with a request id to quote", async () => {
    const answer = await inject("GET", "/test/broken");

    expectProblem(answer, 500, "internal_error");
    expect(answer.text).not.toContain("hunter2");
    expect(answer.text).not.toContain("at ");
  });

  test("431 for headers that are too large, and 400 for invalid HTTP", async () => {
    const large = await raw(`GET /livez HTTP/1.1\r\nhost: x\r\nx-large: ${"a".repeat(10_000)}\r\n\r\n`);
    const garbage = await raw("this is not http\r\n\r\n");

    expect(rawProblem(large)).toMatchObject({ status: 431, code: "headers_too_large" });
    expect(rawProblem(garbage)).toMatchObject({ status: 400, code: "invalid_request" });
  });

  test("a HEAD request gets the same without a body", async () => {
    const answer = await inject("HEAD", `${STOREFRONT}/products/nowhere`, { headers: keyed() });

    expect([answer.status, answer.text]).toEqual([404, ""]);
    expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  });
});

/** The problem of an answer as it came over the wire, its head held against its body. */
function rawProblem(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1];
  expect(header("content-type"), answer).toBe("application/problem+json; charset=utf-8");
  expect(header("content-length")).toBe(String(Buffer.byteLength(body)));
  const problem = JSON.parse(body) as Record<string, unknown>;
  expect(Object.keys(problem).sort()).toEqual(
    ["type", "title", "status", "detail", "instance", "code", "errors", "request_id"].sort(),
  );
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${problem.status} `));
  expect(header("x-request-id")).toBe(problem.request_id);
  return problem;
}

/** What the server says to these bytes until it closes the connection. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text));
    socket.on("error", (error) => (text ? resolve(text) : reject(error)));
  });
}

describe("bodies", () => {
  test.each([
    ['{"quantity":"2"}', "quantity"],
    ['{"quantity":null}', "quantity"],
    ['{"quantity":true}', "quantity"],
    ['{"quantity":[2]}', "quantity"],
    ['{"quantity":1,"note":5}', "note"],
    ["{}", "quantity"],
    ["[]", ""],
    ['"text"', ""],
    ["null", ""],
    ["", ""],
  ])("are not converted: %j is refused at %j", async (payload, path) => {
    const answer = await inject("POST", "/test/strict", { headers: json, payload });

    expectProblem(answer, 400, "invalid_request");
    expect(answer.body.errors[0].path).toBe(path);
  });

  test.each(['{"quantity":1.5}', '{"quantity":0}', '{"quantity":1e309}'])(
    "are not converted: %j has the right shape and an unacceptable value",
    async (payload) => {
      const answer = await inject("POST", "/test/strict", { headers: json, payload });

      expectProblem(answer, 422, "invalid_value");
      expect(answer.body.errors[0].path).toBe("quantity");
    },
  );

  test.each(["{bad", '{"a":1', "{'a':1}", '{"__proto__":{"x":1}}'])(
    "that are not JSON are refused: %s",
    async (payload) => {
      expectProblem(await inject("POST", "/test/free", { headers: json, payload }), 400, "malformed_json");
    },
  );

  test("may be absent where none is needed, with any content type", async () => {
    expect((await inject("POST", "/test/free", { headers: json })).body).toEqual({ body: "none" });
    expect((await inject("POST", "/test/free", { headers: json, payload: "  " })).body).toEqual({ body: "none" });
  });

  test("may hold unknown fields", async () => {
    expect(
      (await inject("POST", "/test/strict", { headers: json, payload: '{"quantity":2,"admin":true}' })).status,
    ).toBe(200);
  });
});

describe("every answer", () => {
  test("has a request id: the caller's if valid, else a new one", async () => {
    const id = async (given?: string) =>
      (await inject("GET", "/livez", { headers: given === undefined ? {} : { "x-request-id": given } })).headers[
        "x-request-id"
      ];

    expect(await id("order-42.a:b_c")).toBe("order-42.a:b_c");
    for (const insane of [undefined, "", "with space", "x".repeat(200), "<script>", "a%0d%0ab", "a\tb", "a,b", "é"]) {
      expect(await id(insane)).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(await id()).not.toBe(await id());
  });

  test("has the headers that protect a browser, and allows media to be embedded anywhere", async () => {
    for (const url of ["/livez", "/", "/media/demo/rug/a-1.svg", "/nowhere"]) {
      const { headers } = await inject("GET", url);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain("default-src 'self'");
      expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
      expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
      expect(headers).not.toHaveProperty("x-powered-by");
    }
  });

  test("to HEAD is that to GET without the body", async () => {
    const get = await inject("GET", `${STOREFRONT}/store`, { headers: keyed() });
    const head = await inject("HEAD", `${STOREFRONT}/store`, { headers: keyed() });

    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers.etag).toBe(get.headers.etag);
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  });
});
