import { join } from "node:path";
import { Type } from "typebox";
import { expect, inject, test } from "vitest";
import { Database, type Driver } from "../../src/db/database.ts";
import { openPglite } from "../../src/db/pglite/pglite.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { sql } from "../../src/db/sql.ts";
import { openShop, type Shop } from "../support/app.ts";
import { expectInvariants } from "../support/selling.ts";
import { migratedFolder, temporaryFolder } from "./hanout.ts";
import { serve } from "./serve-process.ts";

/** The server is killed during sales, and every order it acknowledged must exist after a restart. */

const KILLS = 3;
const CLIENTS = 16;
/** A server is killed when it has acknowledged this many orders, with others in flight. */
const ORDERS_BEFORE_A_KILL = 25;

interface Sent {
  key: string;
  body: string;
  /** Undefined without an answer. */
  orderNumber: string | undefined;
}

/** Sends orders until the server is killed. */
async function client(api: string, headers: Record<string, string>, product_id: string, sent: Sent[]): Promise<void> {
  const post = async (path: string, body: string, more: Record<string, string> = {}) => {
    const answer = await fetch(api + path, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers, ...more },
    });
    return { status: answer.status, body: (await answer.json()) as { id: string; order_number: string } };
  };
  try {
    for (let i = 0; ; i++) {
      const cart = (await post("/cart", "{}")).body.id;
      await post(`/cart/${cart}/items`, JSON.stringify({ product_id, quantity: 1 + (i % 3) }));
      const body = JSON.stringify({ cart_id: cart, customer_name: "Client", customer_phone: "0550123456" });
      const attempt: Sent = { key: `key-${cart}`, body, orderNumber: undefined };
      sent.push(attempt);
      const { status, body: placed } = await post("/orders", body, { "idempotency-key": attempt.key });
      if (status === 201) attempt.orderNumber = placed.order_number;
    }
  } catch {
    // the server was killed
  }
}

const numbersIn = async (shop: Shop): Promise<string[]> =>
  (
    await shop.rows(
      Type.Object({ order_number: Type.String() }),
      sql`select order_number from orders where site_id = ${shop.id}`,
    )
  ).map(({ order_number }) => order_number);

interface Kind {
  environment: Record<string, string>;
  open: () => Promise<Driver>;
}

const kinds: Record<string, () => Kind> = {
  "the embedded database": () => {
    const DATA_DIR = migratedFolder();
    return { environment: { DATA_DIR, DEMO: "never" }, open: () => openPglite(join(DATA_DIR, "pglite")) };
  },
  PostgreSQL: () => {
    const DATABASE_URL = inject("postgresUrl");
    return {
      environment: { DATABASE_URL, DATA_DIR: temporaryFolder() },
      open: async () => openPostgres(DATABASE_URL, { poolSize: 4, statementTimeout: 60_000, role: "login" }),
    };
  },
};

test.each(Object.keys(kinds))(
  "kill -9 while 16 clients order loses nothing on %s",
  { timeout: 240_000 },
  async (name) => {
    const { environment, open } = (kinds[name] as () => Kind)();
    const driver = await open();
    const shop = await openShop({ over: new Database(driver, { checks: true }) });
    const { id: product_id } = await shop.product({ stock: 1_000_000 });
    await driver.close();
    const headers = { "x-api-key": shop.publishable_key };
    const sent: Sent[] = [];

    for (let kill = 0; kill < KILLS; kill++) {
      const server = await serve(environment);
      const api = `${server.url}/api/v1/storefront`;
      const already = sent.filter(({ orderNumber }) => orderNumber).length;
      const clients = Array.from({ length: CLIENTS }, () => client(api, headers, product_id, sent));
      await expect
        .poll(() => sent.filter(({ orderNumber }) => orderNumber).length - already, { interval: 5, timeout: 30_000 })
        .toBeGreaterThan(ORDERS_BEFORE_A_KILL);
      await server.stop("SIGKILL");
      await Promise.all(clients);
    }

    const server = await serve(environment);
    const unanswered = sent.filter(({ orderNumber }) => !orderNumber);
    expect(unanswered.length).toBeGreaterThan(0);
    for (const attempt of unanswered) {
      const retried = await fetch(`${server.url}/api/v1/storefront/orders`, {
        method: "POST",
        body: attempt.body,
        headers: { "content-type": "application/json", "idempotency-key": attempt.key, ...headers },
      });
      const { order_number, code } = (await retried.json()) as { order_number?: string; code?: string };
      // The cart's item may not have arrived before the kill: then there is nothing to order, and never was.
      expect(retried.status === 201 || code === "cart_empty", `${retried.status} ${code}`).toBe(true);
      attempt.orderNumber = order_number;
    }
    await server.stop("SIGTERM");

    const after = await open();
    const reopened = { ...shop, rows: rowsOf(after, shop) };
    const expected = sent.flatMap(({ orderNumber }) => orderNumber ?? []);
    expect((await numbersIn(reopened)).sort()).toEqual(expected.sort());
    expect(new Set(expected).size).toBeGreaterThan(KILLS * ORDERS_BEFORE_A_KILL);
    await expectInvariants(reopened);
    await after.close();
  },
);

const rowsOf =
  (driver: Driver, { id, currency }: Shop): Shop["rows"] =>
  (row, statement) =>
    new Database(driver, { checks: true }).transact(
      {
        siteId: id,
        currency,
        country: "DZ",
        locale: "fr",
        timeZone: null,
        now: new Date().toISOString(),
        mediaUrl: (url) => url,
      },
      (db) => db.many(row, statement),
    );
