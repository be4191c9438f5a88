import { describe, expect, inject, onTestFinished, test } from "vitest";
import { buildApp, STOREFRONT } from "../../src/app.ts";
import { Database } from "../../src/db/database.ts";
import { isConnectionLost } from "../../src/db/failures.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { Keyring } from "../../src/keys/keys.ts";
import { buildTestApp, driver, onPostgres, openShop, settingsWith, tokens } from "../support/app.ts";
import { withHooks } from "../support/faulty-driver.ts";
import { cartWith, expectInvariants, order, stockOf } from "../support/selling.ts";
import { openSilentProxy } from "../support/silent-proxy.ts";

/** What a database says when it, or the way to it, is ill. */
const FAILURES = {
  "connection refused": Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
  "connection reset": Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
  "every address refused": new AggregateError([], "connect failed at every address"),
  "connection terminated": new Error("Connection terminated unexpectedly"),
  "no answer in time": new Error("Query read timeout"),
  "no connection in time": new Error("timeout exceeded when trying to connect"),
  "shutting down": Object.assign(new Error("terminating connection due to administrator command"), { code: "57P01" }),
  "idle for too long": Object.assign(new Error("terminating connection"), { code: "25P03" }),
  "starting up": Object.assign(new Error("the database system is starting up"), { code: "57P03" }),
  "too many connections": Object.assign(new Error("sorry, too many clients already"), { code: "53300" }),
  "disk full": Object.assign(new Error("could not extend file: No space left on device"), { code: "53100" }),
  "disk error": Object.assign(new Error("could not read block"), { code: "58030" }),
  "read-only standby": Object.assign(new Error("cannot execute INSERT in a read-only transaction"), { code: "25006" }),
};

describe("while the database fails", () => {
  let failure: Error | undefined;
  const failing = buildTestApp(
    {},
    withHooks(driver, {
      afterStatement: () => {
        if (failure) throw failure;
      },
    }),
  );

  test.each(Object.entries(FAILURES))("(%s) requests get a 503, and no partial write remains", async (_name, error) => {
    const shop = await openShop({ via: await failing });
    const { id: product_id } = await shop.product({ stock: 5 });
    const cart = await cartWith(shop, { product_id, quantity: 2 });
    failure = error;
    const answers = [await shop.get("/products"), await order(shop, cart), await shop.post("/cart", {})];
    failure = undefined;

    for (const { status, body, headers } of answers) {
      expect([status, body.code, headers["retry-after"]]).toEqual([503, "unavailable", "1"]);
      expect(headers["content-type"]).toContain("application/problem+json");
      expect(body.detail).not.toContain(error.message);
    }
    expect(await stockOf(shop, product_id)).toBe(5);
    expect((await order(shop, cart)).status).toBe(201);
    await expectInvariants(shop);
  });
});

test("a read-only database still serves reads, and records the use of a key later", async () => {
  const shop = await openShop();
  const standby = withHooks(driver, {
    afterStatement: (text) => {
      if (/insert into api_key_uses/.test(text)) throw FAILURES["read-only standby"];
    },
  });
  const readOnly = new Database(standby, { checks: true });
  const app = await buildApp({
    settings: settingsWith(),
    database: readOnly,
    keyring: new Keyring(readOnly),
    tokens,
    readiness: async () => ({ reads: true, writes: false }),
  });
  const headers = { "x-api-key": shop.publishable_key };
  expect((await app.inject({ url: `${STOREFRONT}/store`, headers })).statusCode).toBe(200);
  expect((await app.inject("/readyz")).json()).toEqual({ status: "ok", writes: false });
});

// PGlite has neither connections nor anything that could be silent.
if (onPostgres) {
  const throughProxy = async (options: Partial<Parameters<typeof openPostgres>[1]> = {}) => {
    const url = new URL(inject("postgresUrl"));
    const proxy = await openSilentProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const own = openPostgres(url.href, { poolSize: 2, statementTimeout: 100, ...options });
    onTestFinished(async () => {
      proxy.close();
      await own.close();
    });
    return { proxy, own };
  };

  describe("a network path to PostgreSQL that drops packets", () => {
    test("costs a request the statement time-out and a second, and holds no connection longer", async () => {
      const { proxy, own } = await throughProxy();
      const shop = await openShop({ via: await buildTestApp({}, own) });
      const { id: product_id } = await shop.product({ stock: 5 });
      const cart = await cartWith(shop, { product_id, quantity: 1 });

      proxy.silence();
      const answers = await Promise.all([shop.get("/products"), order(shop, cart)]);
      for (const { status, body } of answers) expect([status, body.code]).toEqual([503, "unavailable"]);

      proxy.heal();
      expect((await shop.get("/products")).status).toBe(200);
      expect([201, 409]).toContain((await order(shop, cart)).status); // its first try may have been committed
      await expectInvariants(shop);
    });

    test("is noticed by the health monitor: requests are refused at once, and served again when it recovers", async () => {
      const { proxy, own } = await throughProxy({ statementTimeout: 60_000, monitored: true });
      const shop = await openShop({ via: await buildTestApp({ CACHE_BYTES: 0 }, own) });
      expect((await shop.get("/store")).status).toBe(200);

      proxy.silence();
      // The time-out of its statement is a minute: only the watch can end it.
      expect(await shop.get("/store")).toMatchObject({ status: 503, body: { code: "unavailable" } });
      expect(own.health?.()).toEqual({ reads: false, writes: false });

      proxy.heal();
      await expect.poll(async () => (await shop.get("/store")).status, { timeout: 10_000 }).toBe(200);
      await expect.poll(() => own.health?.(), { timeout: 10_000 }).toEqual({ reads: true, writes: true });
    });
  });

  describe("a transaction whose client is lost to PostgreSQL", () => {
    test.each([true, false])("releases its locks, with sessions: %s", async (sessions) => {
      const own = openPostgres(inject("postgresUrl"), {
        poolSize: 2,
        statementTimeout: 60_000,
        idleInTransactionTimeout: 100,
        sessions,
      });
      onTestFinished(() => own.close());
      const shop = await openShop();
      const { id: product_id } = await shop.product({ stock: 5 });
      const cart = await cartWith(shop, { product_id, quantity: 1 });

      const silent = own.transaction(async (holder) => {
        await holder.query("select id from variants where site_id = $1 for update", [shop.id]);
        expect((await order(shop, cart)).status).toBe(201); // waits for the lock, and gets it
        await holder.query("select 1", []);
      }, shop.id);
      await expect(silent).rejects.toSatisfy(isConnectionLost);
      expect(await own.query("select 1 as one", [])).toEqual([{ one: 1 }]);
    });
  });

  describe("one store", () => {
    test("never uses more than half of the connections, so that another is served", async () => {
      const own = openPostgres(inject("postgresUrl"), { poolSize: 5, statementTimeout: 20_000, lockTimeout: 10_000 });
      onTestFinished(() => own.close());
      const via = await buildTestApp({}, own);
      const [stuck, other] = [await openShop({ via }), await openShop({ via })];
      const { id: product_id } = await stuck.product({ stock: 50 });
      const carts = await Promise.all(Array.from({ length: 10 }, () => cartWith(stuck, { product_id, quantity: 1 })));

      const waiting = await driver.transaction(async (holder) => {
        await holder.query("select id from variants where site_id = $1 for update", [stuck.id]);
        const orders = carts.map((cart) => order(stuck, cart));
        for (let i = 0; i < 5; i++) expect((await other.post("/cart", {})).status).toBe(201);
        return orders;
      }, stuck.id);
      for (const { status } of await Promise.all(waiting)) expect(status).toBe(201);
      await expectInvariants(stuck);
    });

    test("waits for a lock until the lock time-out, and is asked to retry", async () => {
      const own = openPostgres(inject("postgresUrl"), { poolSize: 4, statementTimeout: 60_000, lockTimeout: 50 });
      onTestFinished(() => own.close());
      const shop = await openShop({ via: await buildTestApp({}, own) });
      const { id: product_id } = await shop.product({ stock: 5 });
      const cart = await cartWith(shop, { product_id, quantity: 1 });

      const refused = await driver.transaction(async (holder) => {
        await holder.query("select id from variants where site_id = $1 for update", [shop.id]);
        return order(shop, cart);
      }, shop.id);
      expect(refused).toMatchObject({ status: 503, body: { code: "overloaded" } });
      expect((await order(shop, cart)).status).toBe(201);
    });
  });
}
