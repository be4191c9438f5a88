import { describe, expect, test } from "vitest";
import { STOREFRONT } from "../../src/app.ts";
import { app, buildTestApp, openShop } from "../support/app.ts";

const preflight = (origin: string) => ({
  method: "OPTIONS" as const,
  url: `${STOREFRONT}/products`,
  headers: {
    origin,
    "access-control-request-method": "GET",
    "access-control-request-headers": "x-api-key,authorization,content-type,idempotency-key",
  },
});

describe("browsers of other origins", () => {
  test("may send a preflight request without a key", async () => {
    const { statusCode, headers } = await app.inject(preflight("https://shop.example"));

    expect(statusCode).toBe(204);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-allow-headers"]).toBe("x-api-key,authorization,content-type,idempotency-key");
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, POST, PATCH, DELETE");
    expect(Number(headers["access-control-max-age"])).toBeGreaterThan(0);
  });

  test("may read answers, refusals and the exposed headers", async () => {
    const shop = await openShop();

    for (const { headers } of [
      await shop.get("/store"),
      await shop.get("/nowhere"),
      await shop.get("/store", { "x-api-key": "wrong" }),
    ]) {
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(headers["access-control-expose-headers"]).toContain("x-request-id");
      expect(headers["access-control-expose-headers"]).toContain("retry-after");
    }
  });

  test("are only those of the setting", async () => {
    const choosy = await buildTestApp({ CORS_ORIGINS: "https://shop.example, https://other.example" });

    const [allowed, other, foreign] = await Promise.all(
      ["https://shop.example", "https://other.example", "https://evil.example"].map((origin) =>
        choosy.inject(preflight(origin)),
      ),
    );

    expect(allowed?.headers["access-control-allow-origin"]).toBe("https://shop.example");
    expect(other?.headers["access-control-allow-origin"]).toBe("https://other.example");
    expect(foreign?.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("outside the setting get an answer that they cannot read", async () => {
    const choosy = await buildTestApp({ CORS_ORIGINS: "https://shop.example" });
    const shop = await openShop({ via: choosy });
    const origins = ["https://shop.example", "https://evil.example", "https://shop.example.evil.example", "null"];

    const answers = await Promise.all(origins.map((origin) => shop.get("/store", { origin })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ headers }) => headers["access-control-allow-origin"])).toEqual([
      "https://shop.example",
      undefined,
      undefined,
      undefined,
    ]);
    for (const { headers } of answers) expect(headers).not.toHaveProperty("access-control-allow-credentials");
  });

  test("may read a 304 and a 405", async () => {
    const shop = await openShop();
    const unchanged = await shop.get("/store", { "if-none-match": "*" });
    const refused = await app.inject({
      method: "PUT",
      url: `${STOREFRONT}/store`,
      headers: { "x-api-key": shop.secret_key, origin: "https://shop.example" },
    });

    expect([unchanged.status, refused.statusCode]).toEqual([304, 405]);
    for (const { headers } of [unchanged, refused]) expect(headers["access-control-allow-origin"]).toBe("*");
  });

  test("get no CORS headers outside the storefront's path", async () => {
    for (const url of ["/", "/livez", "/readyz", "/docs/", "/openapi.json", "/nowhere"]) {
      for (const method of ["GET", "OPTIONS"] as const) {
        const headers = { origin: "https://shop.example", "access-control-request-method": "GET" };
        const answer = await app.inject({ method, url, headers });
        expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
      }
    }
  });
});
