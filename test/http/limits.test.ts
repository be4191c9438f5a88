import { describe, expect, test } from "vitest";
import { STOREFRONT } from "../../src/app.ts";
import { readSettings, type Settings } from "../../src/config.ts";
import { buildTestApp, openShop } from "../support/app.ts";

async function limited(settings: Partial<Settings>) {
  const app = await buildTestApp(settings);
  const shop = await openShop({ via: app });
  const ask = async (
    key = shop.publishable_key,
    url = `${STOREFRONT}/store`,
    remoteAddress = "127.0.0.1",
    more: Record<string, string> = {},
  ) => {
    const reply = await app.inject({ url, headers: { "x-api-key": key, ...more }, remoteAddress });
    return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
  };
  return { app, shop, ask };
}

describe("rate limits", () => {
  test("of a key answer 429 with Retry-After, and other keys go on", async () => {
    const { shop, ask } = await limited({ RATE_LIMIT_PER_KEY: 3, RATE_LIMIT_WINDOW_SECONDS: 60 });

    const answers = [await ask(), await ask(), await ask(), await ask()];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const refused = answers[3];
    expect(refused?.body).toMatchObject({
      status: 429,
      code: "rate_limited",
      detail: expect.stringMatching(/^This key has made too many requests/),
    });
    expect(refused?.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused?.headers["ratelimit-policy"]).toContain('"key";q=3;w=60');
    expect(refused?.headers.ratelimit).toMatch(/"key";r=0;t=\d+/);
    expect(answers[0]?.headers.ratelimit).toMatch(/"key";r=2;t=\d+/);
    expect((await ask(shop.secret_key)).status).toBe(200);
  });

  test("of an address count every key, valid or not", async () => {
    const { shop, ask } = await limited({ RATE_LIMIT_PER_ADDRESS: 3, RATE_LIMIT_WINDOW_SECONDS: 60 });

    const answers = [
      await ask(),
      await ask("pk_wrong"),
      await ask(shop.secret_key),
      await ask("pk_wrong"),
      await ask(),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 429, 429]);
    expect(answers[4]?.body.detail).toMatch(/^This address/);
    expect((await ask(shop.publishable_key, undefined, "127.0.0.2")).status).toBe(200);
  });

  test("of an address ignore headers that any client can send", async () => {
    const { ask } = await limited({ RATE_LIMIT_PER_ADDRESS: 1, RATE_LIMIT_WINDOW_SECONDS: 60 });

    const answers = [];
    for (const address of ["10.0.0.1", "10.0.0.2"]) {
      answers.push(await ask(undefined, undefined, undefined, { "x-forwarded-for": address }));
    }

    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
  });

  test("of an address use the client's address that a trusted proxy names", async () => {
    const { ask } = await limited({
      RATE_LIMIT_PER_ADDRESS: 1,
      RATE_LIMIT_WINDOW_SECONDS: 60,
      TRUST_PROXY: "127.0.0.1, 10.9.0.0/16",
    });
    const via = async (proxy: string, from: string) =>
      (await ask(undefined, undefined, proxy, { "x-forwarded-for": from })).status;

    expect([await via("127.0.0.1", "203.0.113.1"), await via("10.9.1.1", "203.0.113.1")]).toEqual([200, 429]);
    expect(await via("127.0.0.1", "203.0.113.2")).toBe(200);
    expect([await via("10.8.0.1", "203.0.113.3"), await via("10.8.0.1", "203.0.113.4")]).toEqual([200, 429]);
  });

  test("can be read by browsers of other origins", async () => {
    const origin = { origin: "https://shop.example" };
    for (const settings of [{ RATE_LIMIT_PER_KEY: 1 }, { RATE_LIMIT_PER_ADDRESS: 1 }]) {
      const { ask } = await limited({ ...settings, RATE_LIMIT_WINDOW_SECONDS: 60 });
      await ask();

      const { status, headers } = await ask(undefined, undefined, undefined, origin);

      expect([settings, status, headers["access-control-allow-origin"]]).toEqual([settings, 429, "*"]);
      expect(headers["access-control-expose-headers"]).toContain("retry-after");
    }
  });

  test("answer a complete problem", async () => {
    const { ask } = await limited({ RATE_LIMIT_PER_KEY: 1, RATE_LIMIT_WINDOW_SECONDS: 60 });
    await ask();

    const { body, headers } = await ask();

    expect(body).toEqual({
      type: "about:blank",
      title: "Too many requests",
      status: 429,
      code: "rate_limited",
      detail: expect.stringMatching(/\.$/),
      instance: `${STOREFRONT}/store`,
      request_id: headers["x-request-id"],
      errors: [],
    });
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    for (const name of ["etag", "cache-control"]) expect(headers).not.toHaveProperty(name);
  });

  test("start again with each window", async () => {
    const { ask } = await limited({ RATE_LIMIT_PER_KEY: 1, RATE_LIMIT_WINDOW_SECONDS: 1 });
    await ask();
    expect((await ask()).status).toBe(429);

    await expect.poll(async () => (await ask()).status, { interval: 100, timeout: 5000 }).toBe(200);
  });

  test("do not apply to health checks", async () => {
    const { ask } = await limited({ RATE_LIMIT_PER_ADDRESS: 1, RATE_LIMIT_WINDOW_SECONDS: 60 });

    for (let i = 0; i < 5; i++) {
      for (const url of ["/livez", "/readyz", "/livez?x=1"]) {
        const { status, headers } = await ask("", url);
        expect(status).toBe(200);
        expect(headers).not.toHaveProperty("ratelimit");
      }
    }
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]); // and are not counted either
  });

  test("by default allow a burst of 2,000 requests", async () => {
    const { RATE_LIMIT_PER_ADDRESS, RATE_LIMIT_PER_KEY, RATE_LIMIT_WINDOW_SECONDS } = readSettings({});
    const { ask } = await limited({ RATE_LIMIT_PER_ADDRESS, RATE_LIMIT_PER_KEY, RATE_LIMIT_WINDOW_SECONDS });

    const statuses = new Set<number>();
    for (let i = 0; i < 40; i++)
      for (const { status } of await Promise.all(Array.from({ length: 50 }, () => ask()))) statuses.add(status);

    expect([...statuses]).toEqual([200]);
  });
});
