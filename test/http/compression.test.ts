import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { LightMyRequestResponse } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN, MCP, STOREFRONT } from "../../src/app.ts";
import { app, buildTestApp, closeAtOnce, openShop, type Shop } from "../support/app.ts";
import { LEGACY, request } from "../support/mcp-wire.ts";

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync };
const ENCODINGS = ["br", "gzip"] as const;

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
  for (const slug of ["pot", "jug", "bowl"]) {
    await shop.product({ slug, name: `Clay ${slug}`, description: "حرفة ".repeat(200) });
  }
});

interface Asked {
  method?: "GET" | "HEAD";
  headers?: Record<string, string>;
  via?: typeof app;
}

const ask = (path: string, accepted?: string, { method = "GET", headers = {}, via = app }: Asked = {}) =>
  via.inject({
    method,
    url: `${STOREFRONT}${path}`,
    headers: {
      "x-api-key": shop.publishable_key,
      ...(accepted === undefined ? {} : { "accept-encoding": accepted }),
      ...headers,
    },
  });

const decoded = ({ headers, rawPayload }: LightMyRequestResponse): string => {
  const encoding = headers["content-encoding"] as keyof typeof DECODE | undefined;
  return (encoding ? DECODE[encoding](rawPayload) : rawPayload).toString();
};

describe("answers above 1 KB", () => {
  test.each(ENCODINGS)("are sent in %s, which decodes to the same bytes", async (encoding) => {
    for (const path of ["/products", "/products/pot", "/search?q=clay"]) {
      const plain = await ask(path);
      const encoded = await ask(path, encoding);

      expect(plain.headers).not.toHaveProperty("content-encoding");
      expect(encoded.headers["content-encoding"]).toBe(encoding);
      expect(encoded.headers["content-type"]).toBe(plain.headers["content-type"]);
      expect(encoded.headers["content-length"]).toBe(String(encoded.rawPayload.length));
      expect(encoded.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      expect(decoded(encoded)).toBe(plain.body);
    }
  });

  test.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["*", "br"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["gzip;q=0.2", "gzip"],
    ["br;q=0, *", "gzip"],
    ["gzip;q=0, br;q=0, *", undefined],
    ["gzip;q=0.5, identity", undefined],
    ["gzip;q=0", undefined],
    ["*;q=0", undefined],
    ["identity", undefined],
    ["identity;q=0, gzip", "gzip"],
    ["identity;q=0", undefined],
    ["deflate, zstd, x-unknown", undefined],
    ["", undefined],
    [",,;;=", undefined],
    ["gzip;q=lots", undefined],
    [`${",".repeat(5000)}gzip`, "gzip"],
  ])("for accept-encoding %j are sent as %s", async (accepted, encoding) => {
    const answer = await ask("/products", accepted);

    expect([answer.statusCode, answer.headers["content-encoding"]]).toEqual([200, encoding]);
    expect(JSON.parse(decoded(answer)).data).toHaveLength(3);
  });

  test("vary by accept-encoding, in whatever encoding they are sent", async () => {
    for (const accepted of [undefined, "identity", "gzip", "br"]) {
      expect((await ask("/products", accepted)).headers.vary).toBe("x-api-key, accept-encoding");
    }
    const choosy = await buildTestApp({ CORS_ORIGINS: "https://shop.example" });
    const { headers } = await ask("/products", "gzip", { via: choosy });
    expect(String(headers.vary).toLowerCase().split(", ").sort()).toEqual(["accept-encoding", "origin", "x-api-key"]);
  });

  test("have an ETag for each encoding, and a 304 for the one that would be sent", async () => {
    const answers = new Map<string, LightMyRequestResponse>();
    for (const accepted of ["identity", ...ENCODINGS]) answers.set(accepted, await ask("/products", accepted));
    const etags = [...answers.values()].map(({ headers }) => String(headers.etag));
    expect(new Set(etags).size).toBe(3);

    for (const [accepted, known] of answers) {
      for (const etag of etags) {
        for (const method of ["GET", "HEAD"] as const) {
          const answer = await ask("/products", accepted, { method, headers: { "if-none-match": etag } });
          expect([accepted, etag, answer.statusCode]).toEqual([
            accepted,
            etag,
            etag === known.headers.etag ? 304 : 200,
          ]);
          if (answer.statusCode === 200) continue;
          const { etag: same, vary, "cache-control": control } = known.headers;
          expect(answer.headers).toMatchObject({ etag: same, vary, "cache-control": control });
          expect(answer.headers).not.toHaveProperty("content-encoding");
          expect(answer.body).toBe("");
        }
      }
      const all = await ask("/products", accepted, { headers: { "if-none-match": etags.join(", ") } });
      expect([all.statusCode, all.headers.etag]).toEqual([304, known.headers.etag]);
    }
  });

  test("have the same headers for HEAD as for GET", async () => {
    for (const accepted of ["identity", ...ENCODINGS]) {
      const [get, head] = [await ask("/products", accepted), await ask("/products", accepted, { method: "HEAD" })];

      expect(head.body).toBe("");
      for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary", "cache-control"]) {
        expect([accepted, name, head.headers[name]]).toEqual([accepted, name, get.headers[name]]);
      }
    }
  });

  test("are compressed wherever they are JSON or SVG, errors too", async () => {
    const { secret_key: secret, publishable_key: key } = shop;
    const tools = { authorization: `Bearer ${secret}`, "content-type": "application/json", accept: "*/*" };
    const list = JSON.stringify(request("tools/list"));
    const requests = [
      { method: "POST" as const, url: MCP, headers: { ...tools, "mcp-protocol-version": LEGACY[0] }, payload: list },
      {
        method: "POST" as const,
        url: `${ADMIN}/products_get`,
        headers: tools,
        payload: JSON.stringify({ product: "pot", response_format: "detailed" }),
      },
      { method: "GET" as const, url: ADMIN, headers: tools },
      { method: "GET" as const, url: `${STOREFRONT}/products/${"x".repeat(2000)}`, headers: { "x-api-key": key } },
      { method: "GET" as const, url: "/openapi.json", headers: {} },
      { method: "GET" as const, url: "/media/demo/rug/anything.svg", headers: {} },
    ];

    for (const asked of requests) {
      const plain = await app.inject(asked);
      const encoded = await app.inject({ ...asked, headers: { ...asked.headers, "accept-encoding": "gzip" } });

      expect([asked.url, plain.rawPayload.length > 1024]).toEqual([asked.url, true]);
      expect([asked.url, encoded.statusCode]).toEqual([asked.url, plain.statusCode]);
      expect(encoded.headers["content-encoding"]).toBe("gzip");
      for (const { headers } of [plain, encoded]) expect(headers.vary).toContain("accept-encoding");
      const withoutId = (body: string) => body.replace(/"request_id":"[^"]*"/, "");
      expect(withoutId(decoded(encoded))).toBe(withoutId(plain.body));
    }
  });

  test("are never compressed when the setting is off", async () => {
    const plain = await buildTestApp({ COMPRESSION: false });

    const { headers, body } = await ask("/products", "br, gzip", { via: plain });

    expect(JSON.parse(body).data).toHaveLength(3);
    expect(headers).not.toHaveProperty("content-encoding");
    expect(headers.vary).toBe("x-api-key");
    expect((await plain.inject({ url: "/", headers: { "accept-encoding": "gzip" } })).headers).not.toHaveProperty(
      "vary",
    );
  });
});

test("answers below 1 KB are sent as they are", async () => {
  const { headers, body } = await ask("/products/nowhere", "br, gzip");

  expect(JSON.parse(body).code).toBe("product_not_found");
  expect(headers).not.toHaveProperty("content-encoding");
  expect(headers.vary).toBe("accept-language, x-api-key");
});

test("a client that decodes by itself reads what it would read without compression", async () => {
  const listening = await buildTestApp();
  const url = await listening.listen({ host: "127.0.0.1", port: 0 });
  const reads = await fetch(`${url}${STOREFRONT}/products`, { headers: { "x-api-key": shop.publishable_key } });

  expect(reads.headers.get("content-encoding")).toMatch(/^(br|gzip)$/);
  expect(await reads.json()).toEqual(JSON.parse((await ask("/products", undefined, { via: listening })).body));
  await closeAtOnce(listening);
});
