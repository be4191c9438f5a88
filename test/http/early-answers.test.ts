import { beforeAll, describe, expect, type MockInstance, onTestFinished, test, vi } from "vitest";
import { buildApp, STOREFRONT } from "../../src/app.ts";
import type { Cache } from "../../src/cache/cache.ts";
import type { Settings } from "../../src/config.ts";
import { buildTestApp, database, keyring, openShop, type Shop, settingsWith, tokens } from "../support/app.ts";
import { at } from "../support/mcp-tasks.ts";
import { bytesOf, connectTo, listeningPort, requestText } from "../support/raw-http.ts";

/**
 * An answer from memory is sent before the framework sees the request, or behind its hooks. Both must have the same bytes as
 * an answer that is made, but for the request's id, the date and what is left of the limits.
 */

const PATH = `${STOREFRONT}/products`;
/** The framework gets it: the answers that are sent early know only addresses in their usual form. */
const BEHIND_HOOKS = `${PATH}?utm_source=mail`;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  for (let i = 0; i < 3; i++) await shop.product({ images: [{ url: "/media/a.svg", alt: null }] });
});

interface Server {
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Buffer>;
  /** Sends three requests on one connection, which the last closes. Returns the bytes of all answers. */
  askThrice(path: string, headers?: Record<string, string>): Promise<Buffer>;
  /** Whether the last request was answered early: the framework would have asked for the memory a second time. */
  wasEarly(): boolean;
  port: number;
  close(): Promise<void>;
}

async function listening(settings: Partial<Settings>): Promise<Server> {
  const app = await buildTestApp(settings);
  const port = await listeningPort(app);
  const asked: MockInstance<Cache["storeOf"]> = vi.spyOn(app.cache, "storeOf");
  return {
    ask: async (path, headers = {}, method = "GET") => {
      asked.mockClear();
      const socket = await connectTo(port);
      socket.write(requestText(path, { "x-api-key": shop.publishable_key, ...headers }, method));
      return bytesOf(socket);
    },
    askThrice: async (path, headers = {}) => {
      const socket = await connectTo(port);
      const all = { "x-api-key": shop.publishable_key, ...headers };
      const first = requestText(path, { ...all, connection: "keep-alive" });
      socket.write(first + first + requestText(path, all));
      return bytesOf(socket);
    },
    wasEarly: () => asked.mock.calls.length === 1,
    port,
    close: () => app.close(),
  };
}

/** The same settings with a cache and without. */
const bothWays = async (settings: Partial<Settings> = {}) => ({
  cached: await listening(settings),
  plain: await listening({ ...settings, CACHE_BYTES: 0 }),
});

/** The bytes without what differs from request to request, one character for each byte. */
const comparable = (bytes: Buffer): string =>
  bytes
    .toString("latin1")
    .replaceAll(/^(x-request-id|date): .*$/gim, "$1")
    .replaceAll(/("request_id":")[^"]+/g, "$1")
    .replaceAll(/;r=\d+;t=\d+/g, "")
    .replaceAll(/("instance":"[^"?]+)\?[^"]*/g, "$1");

const statusOf = (bytes: Buffer): number => Number(bytes.subarray(9, 12).toString());
const etagOf = (bytes: Buffer): string => /^etag: (.*)\r$/m.exec(bytes.toString("latin1"))?.[1] ?? "";

/** Keeps the shop's key in memory until the test ends: a request whose key must be looked up is not answered early. */
async function rememberKey(): Promise<void> {
  const owner = await keyring.findOwner(shop.publishable_key);
  const remembered = vi.spyOn(keyring, "findOwner").mockReturnValue(owner);
  onTestFinished(() => remembered.mockRestore());
}

/** Expects that all three ways send the same, and returns what they send. */
async function expectSame(settings: Partial<Settings>, headers: Record<string, string> = {}): Promise<Buffer> {
  await rememberKey();
  const { cached, plain } = await bothWays(settings);
  const made = await plain.ask(PATH, headers);
  expect(comparable(await cached.ask(PATH, headers)), "when it is made to be kept").toBe(comparable(made));
  const early = await cached.ask(PATH, headers);
  expect([cached.wasEarly(), comparable(early)]).toEqual([true, comparable(made)]);
  const behindHooks = await cached.ask(BEHIND_HOOKS, headers);
  expect([cached.wasEarly(), comparable(behindHooks)]).toEqual([false, comparable(made)]);
  expect(comparable(await cached.askThrice(PATH, headers))).toBe(comparable(await plain.askThrice(PATH, headers)));
  return early;
}

describe("an answer that is sent early has the bytes of one that is made", () => {
  test.each(["br", "gzip", "identity", "gzip, deflate, br", "br;q=0.5, gzip;q=0.8", "*"])(
    "for Accept-Encoding: %s",
    async (encoding) => {
      expect(statusOf(await expectSame({}, { "accept-encoding": encoding }))).toBe(200);
    },
  );

  test("for a client that has it", async () => {
    const etag = etagOf(await expectSame({}));
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const early = await expectSame({}, { "if-none-match": known });
      expect([known, statusOf(early)]).toEqual([known, 304]);
      expect(early.toString("latin1")).toMatch(/\r\n\r\n$/);
    }
    expect(statusOf(await expectSame({}, { "if-none-match": '"other"' }))).toBe(200);
    expect(statusOf(await expectSame({}, { "if-none-match": etag, "cache-control": "no-cache" }))).toBe(200);
  });

  const ORIGINS = "https://one.example,https://two.example";
  test.each([
    ["any origin", {}, { origin: "https://one.example" }],
    ["an allowed origin", { CORS_ORIGINS: ORIGINS }, { origin: "https://one.example" }],
    ["another allowed origin", { CORS_ORIGINS: ORIGINS }, { origin: "https://two.example" }],
    ["an origin that is not allowed", { CORS_ORIGINS: ORIGINS }, { origin: "https://three.example" }],
    ["no origin, where some are allowed", { CORS_ORIGINS: ORIGINS }, {}],
    ["a public address", { PUBLIC_URL: "https://api.example.com" }, {}],
    ["a CDN", { MEDIA_ORIGIN: "/media", MEDIA_CDN_URL: "https://cdn.example.com" }, {}],
    ["no compression", { COMPRESSION: false }, { "accept-encoding": "br" }],
    [
      "a proxy",
      { TRUST_PROXY: "127.0.0.1", PUBLIC_URL: "https://api.example.com" },
      { "x-forwarded-for": "203.0.113.9, 198.51.100.1", "x-forwarded-host": "other.example" },
    ],
    ["a request id of the client", {}, { "x-request-id": "abc" }],
    ["another host", {}, { host: "other.example:8080" }],
  ])("with %s", async (_, settings, headers) => {
    expect(statusOf(await expectSame(settings, headers))).toBe(200);
  });

  test("with the host that each client names", async () => {
    const { cached, plain } = await bothWays();
    for (const host of ["one.example", "two.example", "one.example"]) {
      for (const path of [PATH, PATH, BEHIND_HOOKS]) {
        expect(comparable(await cached.ask(path, { host }))).toBe(comparable(await plain.ask(path, { host })));
      }
    }
  });

  test("for a HEAD, which is never sent early", async () => {
    const { cached, plain } = await bothWays();
    const etag = etagOf(await cached.ask(PATH));
    for (const headers of [{}, { "if-none-match": etag }]) {
      const head = await cached.ask(PATH, headers, "HEAD");
      expect(comparable(head)).toBe(comparable(await plain.ask(PATH, headers, "HEAD")));
    }
  });

  test("on a connection that stays open, and that the server closes when it stops", async () => {
    const texts: string[] = [];
    for (const CACHE_BYTES of [2 ** 24, 0]) {
      const server = await listening({ CACHE_BYTES });
      await server.ask(PATH);
      const socket = await connectTo(server.port);
      const heard = bytesOf(socket);
      const request = requestText(PATH, { "x-api-key": shop.publishable_key, connection: "keep-alive" });
      socket.write(request + request.slice(0, -2)); // one request, and all but the end of another
      await vi.waitFor(() => expect(socket.bytesRead).toBeGreaterThan(0));
      const closed = server.close();
      socket.write("\r\n");
      texts.push(comparable(await heard));
      await closed;
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]?.match(/^connection: [\w-]+/gim)).toEqual(["Connection: keep-alive", "connection: close"]);
  });
});

describe("a request is refused as if nothing were kept", () => {
  test("without a key, with one that is wrong, and after a revocation", async () => {
    const { cached, plain } = await bothWays();
    const { key } = await shop.createKey({ kind: "publishable", name: "revoked", scopes: [] });
    await vi.waitFor(async () => {
      await cached.ask(PATH, { "x-api-key": key });
      expect(cached.wasEarly()).toBe(true);
    });
    await shop.revokeKey("revoked");
    for (const given of ["", "pk_no", key]) {
      const refused = await cached.ask(PATH, { "x-api-key": given });
      expect(comparable(refused)).toBe(comparable(await plain.ask(PATH, { "x-api-key": given })));
      expect(statusOf(refused)).toBe(401);
    }
  });

  test("with a key that has expired", async () => {
    const { cached, plain } = await bothWays();
    const end = Date.now() + 3_600_000;
    const expires_at = new Date(end).toISOString();
    const { key } = await shop.createKey({ kind: "publishable", name: "expired", scopes: [], expires_at });
    const headers = { "x-api-key": key };
    const statuses = async () => [statusOf(await cached.ask(PATH, headers)), statusOf(await cached.ask(PATH, headers))];
    await at(end - 60_000, () =>
      // waitFor moves the clock on
      vi.waitFor(async () => expect([await statuses(), cached.wasEarly()]).toEqual([[200, 200], true])),
    );
    await at(end - 1, async () => expect(await statuses()).toEqual([200, 200]));
    await at(end, async () => {
      expect(await statuses()).toEqual([401, 401]);
      expect(comparable(await cached.ask(PATH, headers))).toBe(comparable(await plain.ask(PATH, headers)));
    });
  });

  test.each([
    ["a key", { RATE_LIMIT_PER_KEY: 4 }],
    ["an address", { RATE_LIMIT_PER_ADDRESS: 4 }],
  ])("by the limit of %s, at the same request", async (_, limits) => {
    // The clock stands still, so that what is left of the window is the same.
    const told = (bytes: Buffer) =>
      [statusOf(bytes), ...bytes.toString("latin1").matchAll(/^(ratelimit|retry-after): .*$/gim)].map(String);
    await at(Date.now(), async () => {
      const { cached, plain } = await bothWays(limits);
      for (let i = 1; i <= 6; i++) {
        const [answer, expected] = [await cached.ask(PATH), await plain.ask(PATH)];
        expect([i, ...told(answer)]).toEqual([i, ...told(expected)]);
        expect(comparable(answer)).toBe(comparable(expected));
        expect([i, statusOf(answer)]).toEqual([i, i <= 4 ? 200 : 429]);
      }
    });
  });

  test("by the limit of each client behind a proxy", async () => {
    const settings = { TRUST_PROXY: "127.0.0.1", PUBLIC_URL: "https://api.example.com", RATE_LIMIT_PER_ADDRESS: 2 };
    const { cached } = await bothWays(settings);
    const statuses: number[] = [];
    for (const client of ["203.0.113.1", "203.0.113.2"]) {
      for (let i = 0; i < 3; i++) statuses.push(statusOf(await cached.ask(PATH, { "x-forwarded-for": client })));
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
  });
});

test("an answer that is sent early is logged like another", async () => {
  const lines: Record<string, unknown>[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const settings = settingsWith({ LOG_LEVEL: "info" });
  const readiness = async () => ({ reads: true, writes: true });
  await rememberKey();
  const app = await buildApp({ settings, database, keyring, tokens, readiness, log });
  const port = await listeningPort(app);
  const requests = () => lines.filter(({ msg }) => msg === "request");
  const asked = vi.spyOn(app.cache, "storeOf");
  for (const [i, path] of [PATH, PATH, BEHIND_HOOKS].entries()) {
    const socket = await connectTo(port);
    socket.write(requestText(path, { "x-api-key": shop.publishable_key, "x-request-id": `r${i}` }));
    await bytesOf(socket);
    await vi.waitFor(() => expect(requests()).toHaveLength(i + 1));
  }
  expect(asked).toHaveBeenCalledTimes(2 + 1 + 2);
  const [made, early, behindHooks] = requests();
  expect(Object.keys(early ?? {})).toEqual(Object.keys(made ?? {}));
  const fixed = { ...made, time: expect.any(Number), ms: expect.any(Number) };
  expect([early, behindHooks]).toEqual([
    { ...fixed, reqId: "r1" },
    { ...fixed, reqId: "r2" },
  ]);
});
