import { describe, expect, test } from "vitest";
import { STOREFRONT } from "../src/app.ts";
import { app, buildTestApp, openShop } from "./support.ts";

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
  test("may ask first, without a key", async () => {
    const { statusCode, headers } = await app.inject(preflight("https://shop.example"));

    expect(statusCode).toBe(204);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-allow-headers"]).toBe("x-api-key,authorization,content-type,idempotency-key");
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, POST, PATCH, DELETE");
    expect(Number(headers["access-control-max-age"])).toBeGreaterThan(0);
  });

  test("may read answers, refusals and the headers that matter", async () => {
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

  test("are those of the setting, and no others", async () => {
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

  test("have no business outside the storefront's path", async () => {
    for (const url of ["/livez", "/docs/", "/openapi.json"]) {
      const { headers } = await app.inject({ url, headers: { origin: "https://shop.example" } });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
    }
  });
});
