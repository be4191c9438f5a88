import { describe, expect, test } from "vitest";
import { buildTestApp, driver, getFrom, openShop, type Shop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { withHooks } from "../support/faulty-driver.ts";
import { call, post } from "../support/operations.ts";
import { BUYER, cartWith, promote } from "../support/selling.ts";

/** What is kept in memory, and what is not. */

const keyOf = ({ publishable_key }: Shop) => ({ "x-api-key": publishable_key });

describe("answers are kept", () => {
  test("for each host, where they contain the host, whoever else came before", async () => {
    const app = await buildTestApp();
    const shop = await openShop({ via: app });
    await shop.product({ images: [{ url: "/media/a.svg", alt: null }] });
    for (let i = 1; i <= 10; i++) {
      for (let times = 0; times < 2; times++) {
        const { body } = await shop.get("/products", { host: `host${i}.example` });
        expect(body.data[0].images[0].url).toBe(`http://host${i}.example/media/a.svg`);
      }
    }
    expect(app.cache.report()).toMatchObject({ hits: 10, misses: 10 });
  });

  test("for a host in use, while other hosts fill the memory of its store", async () => {
    const app = await buildTestApp({ CACHE_BYTES: 1_200_000 });
    const shop = await openShop({ via: app });
    await shop.product({ images: [{ url: "/media/a.svg", alt: null }] });
    const [lists, invented] = [20, 200];
    const real = (list: number) => shop.get(`/products?limit=${1 + (list % lists)}`, { host: "real.example" });
    for (let i = 0; i < lists; i++) await real(i);
    for (let i = 0; i < invented; i++) {
      await shop.get("/products", { host: `host${i}.example` });
      await real(i);
    }
    expect(app.cache.report().evictions).toBeGreaterThan(lists);
    expect(app.cache.report()).toMatchObject({ hits: invented, misses: lists + invented });
  });

  test("once for all hosts, where they do not contain it", async () => {
    const app = await buildTestApp({ PUBLIC_URL: "https://api.example.com" });
    const shop = await openShop({ via: app });
    for (let i = 0; i < 6; i++) await shop.get("/products", { host: `host${i}.example` });
    expect(app.cache.report()).toMatchObject({ misses: 1, hits: 5 });
  });

  test("once for all orders and spellings of their parameters, and without those that are unknown", async () => {
    const app = await buildTestApp();
    const shop = await openShop({ via: app });
    await shop.get("/products?limit=5&tag=wool%20rug");
    const { entries } = app.cache.report();
    for (const path of [
      "/products?tag=wool+rug&limit=5",
      "/products?tag=wool%20rug&utm_source=mail&limit=5",
      "/products/?limit=5&tag=wool%20rug",
      "/products?limit=5&tag=wool%20rug&_=123",
      "/products?%6Cimit=5&tag=%77ool%20rug",
    ]) {
      expect((await shop.get(path)).status, path).toBe(200);
    }
    expect(app.cache.report()).toMatchObject({ entries, misses: 1, hits: 5 });
  });

  test("not with CACHE_BYTES=0", async () => {
    const app = await buildTestApp({ CACHE_BYTES: 0 });
    const shop = await openShop({ via: app });
    for (let i = 0; i < 2; i++) expect((await shop.get("/products")).status).toBe(200);
    expect(app.cache.report()).toMatchObject({ entries: 0, bytes: 0, stores: 0, hits: 0 });
  });

  test("in a quarter of CACHE_BYTES for one store, and in all of it for more", async () => {
    const CACHE_BYTES = 400_000;
    const app = await buildTestApp({ CACHE_BYTES });
    const read = async (count: number) => {
      const shop = await openShop({ via: app });
      await shop.product();
      for (let i = 1; i <= count; i++) await shop.get(`/products?limit=${i}`);
    };
    await read(200);
    const { bytes, evictions } = app.cache.report();
    expect(evictions).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(CACHE_BYTES / 4 + 4000); // and what a store takes before it has an entry
    expect(bytes).toBeGreaterThan(CACHE_BYTES / 5);

    for (let i = 0; i < 4; i++) await read(100);
    expect(app.cache.report().bytes).toBeGreaterThan(CACHE_BYTES / 2);
    expect(app.cache.report().bytes).toBeLessThanOrEqual(CACHE_BYTES);
  });
});

test.each([
  "/products",
  "/products/pot",
  "/collections",
  "/search?q=pot&facets=true",
  "/products?facets=true",
  "/product-categories",
])("requests for %s at the same time send its statements once", async (path) => {
  let statements = 0;
  const afterStatement = () => void statements++;
  const sent = async (requests: number): Promise<number> => {
    const app = await buildTestApp({}, withHooks(driver, { afterStatement }));
    const shop = await openShop({ via: app });
    await shop.product({ slug: "pot", name: "Pot" });
    await getFrom(app, "/store", keyOf(shop)); // the key is known now
    statements = 0;
    const answers = await Promise.all(Array.from({ length: requests }, () => shop.get(path)));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    return statements;
  };
  const once = await sent(1);
  expect(once).toBeGreaterThan(0);
  expect(await sent(8)).toBe(once);
});

test("what is not public is never kept", async () => {
  const app = await buildTestApp();
  const shop = await openShop({ via: app });
  await promote(shop, { title: "Ten", code: "TEN", discount_type: "percentage", discount_value: 1000 });
  const { id: product_id } = await shop.product({ slug: "pot", stock: 50 });
  const { headers } = await customerOf(shop);
  const cart = await cartWith(shop, { product_id, quantity: 1 });
  const order = (await shop.post("/orders", { cart_id: cart, ...BUYER }, headers)).body;
  const items = [{ product_id, quantity: 1 }];
  const { entries } = app.cache.report();

  for (let times = 0; times < 2; times++) {
    for (const path of [
      `/cart/${await cartWith(shop, ...items)}`,
      `/orders/${order.order_number}`,
      `/orders/track/${order.order_number}`,
      "/orders",
      "/auth/me",
      "/customers/me",
    ]) {
      const { status, headers: answered } = await shop.get(path, headers);
      expect([path, status, answered["cache-control"]]).toEqual([path, 200, "no-store"]);
      expect((await shop.get(path)).body, path).not.toMatchObject({ email: expect.anything() });
    }
    expect((await shop.post("/coupons/validate", { code: "TEN", items })).status).toBe(200);
    expect((await call(shop, "products_search", {}, shop.secret_key, app)).problem).toBeUndefined();
    expect((await post(shop, "orders_search", {}, {}, app)).status).toBe(200);
    expect((await app.inject("/openapi.json")).statusCode).toBeLessThan(500);
  }
  expect(app.cache.report()).toMatchObject({ entries, hits: 0, misses: 0 });
});

test("refusals are not kept: what is missing is found as soon as it exists", async () => {
  const app = await buildTestApp();
  const shop = await openShop({ via: app });
  for (const path of ["/products/pot", "/collections/none", "/pages/none", "/products?limit=0", "/search"]) {
    for (let i = 0; i < 2; i++) expect((await shop.get(path)).status).toBeGreaterThanOrEqual(400);
  }
  expect(app.cache.report().hits).toBe(0);
  await shop.product({ slug: "pot" });
  expect((await shop.get("/products/pot")).status).toBe(200);
});
