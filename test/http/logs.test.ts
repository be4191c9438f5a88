import { describe, expect, test } from "vitest";
import { buildApp, STOREFRONT } from "../../src/app.ts";
import { buildTestApp, database, driver, keyring, openShop, settingsWith, tokens } from "../support/app.ts";
import { withHooks } from "../support/faulty-driver.ts";

interface Line {
  level: number;
  msg: string;
  reqId: string;
  [field: string]: unknown;
}

/** A log that is read by the test. `output`: where the application writes it. */
function createLog() {
  let text = "";
  const output = {
    write: (line: string) => {
      text += line;
    },
  };
  const lines = (): Line[] =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const requests = () => lines().filter(({ msg }) => msg === "request");
  /** The lines of this many requests; each is written when its answer is sent, so the last may come a little later. */
  const requestsWhen = async (count: number) => {
    await expect.poll(() => requests().length).toBe(count);
    return requests();
  };
  return { output, text: () => text, lines, requestsWhen };
}

const TYPED = "0550123456";
const EMAIL = "me@example.dz";
const TOKEN = "very.secret.token";

async function logged(settings: Parameters<typeof buildTestApp>[0] = {}) {
  const log = createLog();
  const app = await buildTestApp({ LOG_LEVEL: "trace", ...settings }, database, log.output);
  const shop = await openShop({ via: app });
  app.get("/test/broken", () => {
    throw new Error("the inside");
  });
  // Each a way in which a statement fails, with what a person typed among its values.
  app.get("/test/broken-value", () => driver.query("select $1::int", [`${TYPED} ${EMAIL}`]));
  app.get("/test/broken-statement", () => driver.query("select length($1) from nowhere", [`${TYPED} ${EMAIL}`]));
  app.get("/test/broken-constraint", () =>
    driver.transaction(async (inside) => {
      await inside.exec("create temporary table people (email text primary key) on commit drop");
      await inside.query("insert into people (email) values ($1)", [`${TYPED} ${EMAIL}`]);
      await inside.query("insert into people (email) values ($1)", [`${TYPED} ${EMAIL}`]);
    }),
  );
  const ask = async (url: string, method: "GET" | "POST" = "GET", key = shop.secret_key) => {
    const headers = { "x-api-key": key, authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "10.1.2.3" };
    return (await app.inject({ method, url, headers })).statusCode;
  };
  return { app, log, shop, ask };
}

describe("the log", () => {
  test("has one line for each request, with its id, store, route, status and time", async () => {
    const { log, shop, ask } = await logged();

    await ask(`${STOREFRONT}/products/no-such-product`);
    await ask(`${STOREFRONT}/products?limit=x`);
    await ask(`${STOREFRONT}/store`, "POST");
    await ask(`${STOREFRONT}/nowhere`);
    await ask(`${STOREFRONT}/store`, "GET", "sk_wrong");
    await ask("/nowhere");
    await ask("/test/broken");

    const lines = await log.requestsWhen(7);
    expect(lines.map(({ store, method, route, status }) => [store, method, route, status])).toEqual([
      [shop.slug, "GET", `${STOREFRONT}/products/:slug`, 404],
      [shop.slug, "GET", `${STOREFRONT}/products`, 400],
      [shop.slug, "POST", `${STOREFRONT}/store`, 405],
      [shop.slug, "GET", "unknown", 404],
      [undefined, "GET", `${STOREFRONT}/store`, 401],
      [undefined, "GET", "unknown", 404],
      [undefined, "GET", "/test/broken", 500],
    ]);
    for (const { ms, level } of lines) expect([ms, level]).toEqual([expect.any(Number), 30]);
    expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(lines.length);
  });

  test("has a line for a malformed address too", async () => {
    const { log, ask } = await logged();

    await ask(`${STOREFRONT}/products/%ff?q=${TYPED}`);

    await log.requestsWhen(1);
    expect(log.text()).not.toContain(TYPED);
  });

  test("omits health checks, and says why the server is not ready", async () => {
    const readiness = () => Promise.reject(new Error("no database"));
    const log = createLog();
    const settings = settingsWith({ LOG_LEVEL: "info" });
    const app = await buildApp({ settings, database, keyring, tokens, readiness, log: log.output });

    await app.inject("/livez");
    await app.inject("/readyz");

    expect(log.lines().map(({ msg }) => msg)).toEqual(["not ready"]);
    expect(log.lines()[0]).toMatchObject({ level: 40, err: { message: "no database" } });
  });

  test("tells the cause of an error, under the request id of the answer", async () => {
    const { app, log } = await logged();

    const answer = await app.inject("/test/broken");

    expect(log.lines().filter(({ level }) => level >= 50)).toEqual([
      expect.objectContaining({
        reqId: answer.json().request_id,
        err: expect.objectContaining({ message: "the inside", stack: expect.stringContaining("logs.test.ts") }),
      }),
    ]);
  });

  test("tells once a second that the database fails, for any number of failed requests", async () => {
    const ill = withHooks(driver, {
      afterStatement: () => {
        throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      },
    });
    const log = createLog();
    const app = await buildTestApp({ LOG_LEVEL: "error" }, ill, log.output);
    const shop = await openShop({ via: app });
    const started = performance.now();
    for (let i = 0; i < 50; i++) expect((await shop.get("/store")).status).toBe(503);

    const seconds = Math.ceil((performance.now() - started) / 1000);
    expect(log.lines().length).toBeLessThanOrEqual(seconds);
  });

  test("holds nothing of a request's content: no key, token or typed text", async () => {
    const { log, shop, ask } = await logged({ RATE_LIMIT_PER_KEY: 6, RATE_LIMIT_WINDOW_SECONDS: 60 });
    const typed = encodeURIComponent(`${TYPED} ${EMAIL}`);

    const statuses = [
      await ask(`${STOREFRONT}/search?q=${typed}`),
      await ask(`${STOREFRONT}/search?q=${typed}&limit=0`),
      await ask(`${STOREFRONT}/products/${typed}`),
      await ask(`${STOREFRONT}/products?api_key=${shop.secret_key}`),
      await ask(`${STOREFRONT}/search?q=${typed}`, "POST"),
      await ask(`${STOREFRONT}/nowhere/${typed}?q=${typed}`),
      await ask(`${STOREFRONT}/search?q=${typed}`),
      await ask(`${STOREFRONT}/search?q=${typed}`, "GET", `${shop.secret_key}x`),
      await ask(`/test/broken?q=${typed}`),
    ];

    expect(statuses).toEqual([200, 400, 404, 200, 405, 404, 429, 401, 500]);
    await log.requestsWhen(statuses.length);
    for (const secret of [shop.secret_key, TOKEN, TYPED, EMAIL, typed]) expect(log.text()).not.toContain(secret);
  });

  test.each(["value", "statement", "constraint"])(
    "holds none of it when the database refuses a statement for its %s",
    async (what) => {
      const { log, ask } = await logged();

      const status = await ask(`/test/broken-${what}`);

      expect(status).toBe(500);
      await log.requestsWhen(1);
      expect(log.lines().filter(({ level }) => level >= 50)).toHaveLength(1);
      for (const secret of [TYPED, EMAIL]) expect(log.text()).not.toContain(secret);
    },
  );
});
