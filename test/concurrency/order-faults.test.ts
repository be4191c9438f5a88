import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { STOREFRONT } from "../../src/app.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { type Answer, buildTestApp, driver, onPostgres, openShop, rowsForOwner, type Shop } from "../support/app.ts";
import { type Hooks, withHooks } from "../support/faulty-driver.ts";
import { call } from "../support/operations.ts";
import { withRoundTrips } from "../support/round-trips.ts";
import { BUYER, cartWith, expectInvariants, order, stockOf, variantsOf } from "../support/selling.ts";

/** The present hooks; each test sets its own. */
let hooks: Hooks = {};
let statements: string[] = [];
const { driver: counted, roundTripsOf } = withRoundTrips(
  withHooks(driver, {
    afterStatement: (text) => {
      statements.push(text);
      hooks.afterStatement?.(text);
    },
    afterCommit: () => hooks.afterCommit?.(),
  }),
);
const app = await buildTestApp({}, counted);

/** Sends a request with these hooks, which are removed afterwards. */
async function during(given: Hooks, work: () => Promise<Answer>): Promise<Answer> {
  statements = [];
  hooks = given;
  try {
    return await work();
  } finally {
    hooks = {};
  }
}

/** A digest of each table's rows of a store. */
async function digest(shop: Shop): Promise<unknown[]> {
  const tables = await rowsForOwner(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'api_keys'
     order by 1`,
    [],
  );
  const digests = [];
  for (const { name } of tables as { name: string }[]) {
    const [row] = await rowsForOwner(
      `select '${name}' as name, count(*)::int as rows, md5(string_agg(t::text, ' ' order by t::text)) as digest
       from ${name} t where site_id = $1`,
      [shop.id],
    );
    digests.push(row);
  }
  return digests;
}

let shop: Shop;
let token: Record<string, string>;
let product: { id: string; slug: string };

/** A cart and its order, which uses every feature of an order. */
async function orderWithEverything(key: string) {
  const variants = await variantsOf(shop, product.slug);
  const cart = await cartWith(
    shop,
    ...Object.values(variants).map((variant_id) => ({ product_id: product.id, variant_id, quantity: 1 })),
  );
  const given = { coupon_code: "TEN,SHIP", customer_wilaya: "16" };
  return { cart, send: () => order(shop, cart, given, { ...token, "idempotency-key": key }) };
}

beforeAll(async () => {
  shop = await openShop({ via: app });
  await shop.transact(async (db) => {
    await saveShippingRates(db, [{ region: "*", method: "home", price: 60_000, free_above: null }]);
    const limited = { is_combinable: true, usage_limit: 100, usage_limit_per_customer: 50 };
    await createPromotion(db, {
      ...limited,
      title: "Ten",
      code: "TEN",
      discount_type: "percentage",
      discount_value: 1000,
    });
    await createPromotion(db, { ...limited, title: "Ship", code: "SHIP", discount_type: "free_shipping" });
  });
  product = await shop.product({
    options: [{ name: "Size", values: ["M", "L"] }],
    variants: ["M", "L"].map((Size) => ({ option_values: { Size }, inventory_quantity: 100 })),
  });
  const signedUp = await shop.post("/auth/signup", { email: "a@example.dz", password: "long enough", full_name: "A" });
  token = { authorization: `Bearer ${signedUp.body.token}` };
});

describe("a failure", () => {
  test("after any statement of an order leaves no trace, and the next try works", async () => {
    const { cart, send } = await orderWithEverything("rich");
    const before = await digest(shop);
    let placed: Answer | undefined;
    let failures = 0;
    for (; placed === undefined; failures++) {
      let left = failures;
      const answer = await during(
        {
          afterStatement: () => {
            if (left-- === 0) throw new Error("the power went");
          },
        },
        send,
      );
      if (answer.status === 201) placed = answer;
      else {
        expect([failures, answer.status, answer.body.code]).toEqual([failures, 500, "internal_error"]);
        expect(answer.body.detail).not.toMatch(/power/);
        expect(await digest(shop)).toEqual(before);
      }
    }

    expect(failures - 1).toBe(statements.length);
    expect(failures).toBeGreaterThan(12);
    expect(placed.body).toMatchObject({ discount: 200, shipping_cost: 0, total: 1800, items_count: 2 });
    expect((await shop.get(`/cart/${cart}`)).body.status).toBe("converted");
    await expectInvariants(shop);
  });

  test("between commit and reply is repaired by a retry with the same key", async () => {
    const { send } = await orderWithEverything("lost");
    const before = await stockOf(shop, product.id);
    const lost = await during(
      {
        afterCommit: () => {
          throw new Error("the line went dead");
        },
      },
      send,
    );
    expect(lost.status).toBe(500);
    expect(await stockOf(shop, product.id)).toBe(before - 2);

    const retried = await send();
    expect(retried).toMatchObject({ status: 201, headers: { "idempotent-replayed": "true" } });
    const tracked = await shop.get(`/orders/track/${retried.body.order_number}`, token);
    expect(tracked.body).toEqual(retried.body);
    expect(await stockOf(shop, product.id)).toBe(before - 2);
    await expectInvariants(shop);
  });

  test.each(["40P01", "40001"])("with code %s is retried, unseen by the shopper", async (code) => {
    const { send } = await orderWithEverything(`conflict ${code}`);
    let left = 3;
    const placed = await during(
      {
        afterStatement: (text) => {
          if (/insert into order_items/.test(text) && left-- > 0) throw Object.assign(new Error("conflict"), { code });
        },
      },
      send,
    );

    expect(placed.status).toBe(201);
    expect(left).toBe(-1);
    await expectInvariants(shop);
  });

  test("that persists through all retries ends in a 503 that says to try again", async () => {
    const { cart, send } = await orderWithEverything("never");
    const refused = await during(
      {
        afterStatement: () => {
          throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
        },
      },
      send,
    );

    expect(refused).toMatchObject({ status: 503, body: { code: "overloaded" } });
    expect((await shop.get(`/cart/${cart}`)).body.status).toBe("open");
  });
});

describe("a cancelled statement", () => {
  test.each(["57014", "55P03"])(
    "(%s) ends in a 503 that says to try again, and is not retried by the server",
    async (code) => {
      const { cart, send } = await orderWithEverything(`late ${code}`);
      let given = 0;
      const refused = await during(
        {
          afterStatement: (text) => {
            if (!/insert into order_items/.test(text)) return;
            given++;
            throw Object.assign(new Error("canceling statement"), { code });
          },
        },
        send,
      );

      expect(refused).toMatchObject({ status: 503, body: { code: "overloaded" } });
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect(refused.body.detail).not.toMatch(/cancel/);
      expect(given).toBe(1);
      expect((await shop.get(`/cart/${cart}`)).body.status).toBe("open");
      expect((await send()).status).toBe(201);
      await expectInvariants(shop);
    },
  );

  test("outside a transaction ends in the same 503", async () => {
    const refused = await during(
      {
        afterStatement: () => {
          throw Object.assign(new Error("canceling statement"), { code: "57014" });
        },
      },
      () => shop.get("/products"),
    );

    expect(refused).toMatchObject({ status: 503, body: { code: "overloaded" } });
  });

  // Another connection must hold the lock, and PGlite has one.
  if (onPostgres)
    test("after a lock time-out lets the order succeed once the lock is released", async () => {
      const impatient = openPostgres(inject("postgresUrl"), { poolSize: 2, statementTimeout: 500 });
      onTestFinished(() => impatient.close());
      const own = await openShop();
      const late = await buildTestApp({}, impatient);
      const { id: product_id } = await own.product({ stock: 5 });
      const cart_id = await cartWith(own, { product_id, quantity: 1 });
      const refused = await driver.transaction(async (holder) => {
        await holder.query("select id from variants where site_id = $1 for update", [own.id]);
        return late.inject({
          method: "POST",
          url: `${STOREFRONT}/orders`,
          headers: { "x-api-key": own.publishable_key },
          payload: { cart_id, ...BUYER },
        });
      }, own.id);

      expect([refused.statusCode, refused.json().code]).toEqual([503, "overloaded"]);
      expect((await order(own, cart_id)).status).toBe(201);
      await expectInvariants(own);
    });
});

describe("statements", () => {
  const spent = async (work: () => Promise<Answer>, status: number): Promise<number> => {
    expect((await during({}, work)).status).toBe(status);
    return statements.length;
  };

  test("are few: create a cart 3, add to it 4, order 18, read a cart 2, track 2", async () => {
    const { id: product_id } = await shop.product();
    const cart = await cartWith(shop);
    const { send } = await orderWithEverything("counted");
    const number = (await send()).body.order_number;
    const again = await orderWithEverything("counted again");

    expect(await spent(() => shop.post("/cart", {}), 201)).toBeLessThanOrEqual(3);
    expect(
      await spent(() => shop.post(`/cart/${cart}/items`, { product_id, quantity: 1 }, token), 200),
    ).toBeLessThanOrEqual(4);
    expect(await spent(() => shop.get(`/cart/${cart}`), 200)).toBeLessThanOrEqual(2);
    expect(await spent(() => shop.get(`/orders/track/${number}`), 200)).toBeLessThanOrEqual(2);
    // With a customer, an idempotency key, two limited coupons and a delivery rate: nothing costs more.
    expect(await spent(again.send, 201)).toBeLessThanOrEqual(18);
  });

  test("share round trips: create a cart 1, add to it 2, order 3, order with everything 5", async () => {
    const { id: product_id } = await shop.product();
    const cart = await cartWith(shop);
    const { send } = await orderWithEverything("round trips");

    expect(await roundTripsOf(() => shop.post("/cart", {}))).toBe(1);
    expect(await roundTripsOf(() => shop.post(`/cart/${cart}/items`, { product_id, quantity: 1 }))).toBe(2);
    expect(await roundTripsOf(() => order(shop, cart))).toBe(3);
    expect(await roundTripsOf(send)).toBe(5);
  });

  test("of an order by phone are as many for ten lines as for one", async () => {
    const variants = Array.from({ length: 10 }, (_, i) => ({ option_values: { Size: `${i}` }, sku: `SIZE-${i}` }));
    const sizes = variants.map(({ option_values }) => option_values.Size);
    await shop.product({ options: [{ name: "Size", values: sizes }], variants });
    const spentOn = async (count: number): Promise<number> => {
      const items = variants.slice(0, count).map(({ sku }) => ({ item: sku, quantity: 1 }));
      statements = [];
      const { problem } = await call(shop, "orders_create", { ...BUYER, items }, shop.secret_key, app);
      expect(problem).toBeUndefined();
      return statements.length;
    };

    expect(await spentOn(10)).toBe(await spentOn(1));
  });
});
