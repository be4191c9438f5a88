import { describe, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { app, buildTestApp, database, keyring, settingsWith, tokens } from "../support/app.ts";

const get = async (url: string) => {
  const { statusCode, headers, body } = await app.inject({ url });
  return { status: statusCode, type: String(headers["content-type"]), headers, body };
};

test("/ names the service and links to its documentation", async () => {
  const { status, type, body } = await get("/");

  expect([status, type]).toEqual([200, "text/html; charset=utf-8"]);
  for (const address of ["/docs", "/openapi.json", "/livez", "/readyz"]) expect(body).toContain(`href="${address}"`);
});

test("every link of / works", async () => {
  const { body } = await get("/");
  const addresses = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");

  expect(addresses.length).toBeGreaterThanOrEqual(4);
  for (const address of addresses) expect([address, (await get(address)).status < 400]).toEqual([address, true]);
});

test("the icon of the pages is a picture", async () => {
  const { status, type, body } = await get("/favicon.ico");

  expect([status, type]).toEqual([200, "image/svg+xml"]);
  expect(body).toMatch(/^<svg/);
});

describe("the API reference", () => {
  test("loads everything from this server", async () => {
    const { status, type, body, headers } = await get("/docs/");

    expect([status, type]).toEqual([200, "text/html; charset=utf-8"]);
    const loaded = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
    expect(loaded).toEqual(["/favicon.ico", "js/scalar.js"]);
    expect(body).not.toMatch(/https?:\/\//);
    expect(body).toContain('"url": "/openapi.json"');
    expect(headers["content-security-policy"]).toContain("script-src 'self' 'unsafe-inline'");
    const script = await get("/docs/js/scalar.js");
    expect([script.status, script.type]).toEqual([200, expect.stringContaining("javascript")]);
  });

  test("is redirected to from the path without the slash", async () => {
    const { status, headers } = await get("/docs");

    expect([status, headers.location]).toEqual([301, "/docs/"]);
  });
});

describe("health", () => {
  test("reports a live and ready server", async () => {
    expect([(await get("/livez")).status, (await get("/readyz")).status]).toEqual([200, 200]);
  });

  test("reports a live but unready server without a database", async () => {
    const unready = [
      () => Promise.resolve({ reads: false, writes: true }),
      () => Promise.reject(new Error("no database")),
    ];
    for (const readiness of unready) {
      const broken = await buildApp({ settings: settingsWith(), database, keyring, tokens, readiness });
      const answers = [await broken.inject("/livez"), await broken.inject("/readyz")];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 503]);
    }
  });
});

describe("drawn pictures", () => {
  test("are SVG, cacheable for a year", async () => {
    const { status, type, headers, body } = await get("/media/demo/rug/tapis-1.svg");

    expect([status, type]).toEqual([200, "image/svg+xml"]);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(body).toMatch(/^<svg/);
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect((await get("/media/demo/rug/tapis-1.svg")).body).toBe(body); // drawn from the address alone
  });

  test.each(["/media/demo/spaceship/a-1.svg", "/media/demo/rug/A.svg", "/media/demo/rug/a-1.png", "/media/other.svg"])(
    "with an unknown address answer 404: %s",
    async (url) => {
      expect((await get(url)).status).toBe(404);
    },
  );
});

test("the OpenAPI document names the address of the request, unless one is set", async () => {
  const known = await buildTestApp({ PUBLIC_URL: "https://api.example.com" });

  expect((await app.inject({ url: "/openapi.json", headers: { host: "here.test:9" } })).json().servers[0].url).toBe(
    "http://here.test:9",
  );
  expect((await known.inject("/openapi.json")).json().servers[0].url).toBe("https://api.example.com");
});
