import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { type Answer, openShop, type Shop } from "../support/app.ts";
import { call, callConfirmed } from "../support/operations.ts";
import { cartWith, expectInvariants, order, stockOf, variantsOf } from "../support/selling.ts";

/** Concurrent calls: PGlite runs them one by one, PostgreSQL in parallel. */

const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

async function inTurn<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let i = 0; i < count; i++) done.push(await work(i));
  return done;
}

/** The number of answers with each status and code. */
function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const what = status < 400 ? String(status) : `${status} ${body.code}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

const orders = async (shop: Shop): Promise<number> => {
  const [row] = await shop.rows(
    Type.Object({ count: Type.Integer() }),
    sql`select count(*) as count from orders where site_id = ${shop.id}`,
  );
  return row?.count ?? 0;
};

describe("stock", () => {
  test("of 10 units is sold 10 times to 200 concurrent orders", async () => {
    const shop = await openShop();
    const { id: product_id } = await shop.product({ stock: 10 });
    const carts = await inTurn(200, () => cartWith(shop, { product_id, quantity: 1 }));
    const answers = await times(200, (i) => order(shop, carts[i] ?? ""));

    expect(tally(answers)).toEqual({ "201": 10, "422 insufficient_stock": 190 });
    expect([await stockOf(shop, product_id), await orders(shop)]).toEqual([0, 10]);
    await expectInvariants(shop);
  });

  test("of two variants of one product is sold once, in carts that list them in opposite order", async () => {
    const shop = await openShop();
    const { id: product_id, slug } = await shop.product({
      options: [{ name: "Size", values: ["M", "L"] }],
      variants: ["M", "L"].map((Size) => ({ option_values: { Size }, inventory_quantity: 10 })),
    });
    const { M, L } = await variantsOf(shop, slug);
    const lines = [M, L].map((variant_id) => ({ product_id, variant_id: variant_id ?? null, quantity: 1 }));
    const carts = await inTurn(60, (i) => cartWith(shop, ...(i % 2 ? lines : [...lines].reverse())));
    const answers = await times(60, (i) => order(shop, carts[i] ?? ""));

    expect(tally(answers)).toEqual({ "201": 10, "422 insufficient_stock": 50 });
    expect(await stockOf(shop, product_id)).toBe(0);
    await expectInvariants(shop);
  });

  test("of several products is sold without a deadlock, in any order of the carts' lines", async () => {
    const shop = await openShop();
    const products = await inTurn(5, () => shop.product({ stock: 40 }));
    const carts = await inTurn(60, (i) => {
      const turned = [...products.slice(i % 5), ...products.slice(0, i % 5)];
      const lines = (i % 2 ? turned : turned.reverse()).map(({ id }) => ({ product_id: id, quantity: 1 }));
      return cartWith(shop, ...lines);
    });
    const answers = await times(60, (i) => order(shop, carts[i] ?? ""));

    expect(tally(answers)).toEqual({ "201": 40, "422 insufficient_stock": 20 });
    for (const { id } of products) expect(await stockOf(shop, id)).toBe(0);
    await expectInvariants(shop);
  });

  test("set by a merchant during sales agrees with its movements", async () => {
    const shop = await openShop();
    const { id: product_id, slug } = await shop.product({ stock: 30 });
    const carts = await inTurn(20, () => cartWith(shop, { product_id, quantity: 1 }));
    const [answers] = await Promise.all([
      times(20, (i) => order(shop, carts[i] ?? "")),
      times(10, (i) => shop.product({ slug, stock: 30 + i })),
    ]);

    expect(tally(answers)).toEqual({ "201": 20 });
    await expectInvariants(shop);
  });
});

describe("a product", () => {
  const SIZES = [{ name: "Size", values: ["M", "L"] }];
  const sized = (stock: number, ...sizes: string[]) =>
    sizes.map((Size) => ({ option_values: { Size }, inventory_quantity: stock, price: 100_000 + stock }));

  test("saved by 8 concurrent calls with a new variant is as one of the calls asked", async () => {
    const shop = await openShop();
    const { id, slug } = await shop.product({ options: SIZES, variants: sized(5, "M") });
    const { M } = await variantsOf(shop, slug);
    const saved = await times(8, (i) => shop.product({ slug, options: SIZES, variants: sized(10 + i, "M", "L") }));

    expect(saved.map((product) => product.id)).toEqual(Array(8).fill(id));
    const { body } = await shop.get(`/products/${slug}`);
    expect(body.variants.map((variant: { title: string }) => variant.title)).toEqual(["M", "L"]);
    expect(body.variants[0]?.id).toBe(M);
    const [stock] = body.variants.map((variant: { inventory_quantity: number }) => variant.inventory_quantity);
    expect(body.variants[1]?.inventory_quantity).toBe(stock);
    expect(body.price).toBe(1000 + stock / 100);
    expect(await stockOf(shop, id)).toBe(2 * stock);
    await expectInvariants(shop);
  });

  test("created by 8 concurrent calls is one product", async () => {
    const shop = await openShop();
    const saved = await times(8, (i) =>
      shop.product({ slug: "new", options: SIZES, variants: sized(10 + i, "M", "L") }),
    );

    expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
    expect(Object.keys(await variantsOf(shop, "new"))).toEqual(["M", "L"]);
    expect((await shop.get("/products")).body.data).toHaveLength(1);
    await expectInvariants(shop);
  });

  test("that loses and regains a variant during sales keeps consistent stock", async () => {
    const shop = await openShop();
    const { id: product_id, slug } = await shop.product({ options: SIZES, variants: sized(50, "M", "L") });
    const { M = "", L = "" } = await variantsOf(shop, slug);
    const carts = await inTurn(12, (i) => cartWith(shop, { product_id, variant_id: i % 2 ? M : L, quantity: 1 }));
    const [answers] = await Promise.all([
      times(12, (i) => order(shop, carts[i] ?? "")),
      times(6, (i) => shop.product({ slug, options: SIZES, variants: sized(50, ...(i % 2 ? ["M"] : ["M", "L"])) })),
    ]);

    expect(Object.keys(tally(answers)).filter((what) => !["201", "422 cart_empty"].includes(what))).toEqual([]);
    expect((await variantsOf(shop, slug)).M).toBe(M);
    await expectInvariants(shop);
  });
});

test("50 concurrent orders of one cart make one order", async () => {
  const shop = await openShop();
  const { id: product_id } = await shop.product({ stock: 1000 });
  const cart = await cartWith(shop, { product_id, quantity: 2 });
  const answers = await times(50, () => order(shop, cart));

  expect(tally(answers)).toEqual({ "201": 1, "409 cart_converted": 49 });
  expect([await stockOf(shop, product_id), await orders(shop)]).toEqual([998, 1]);
  await expectInvariants(shop);
});

test("a cart changed while it is ordered is ordered in its old or its new state, never a mixture", async () => {
  const shop = await openShop();
  const { id: product_id } = await shop.product({ stock: 1000, price: 10_000 });
  await inTurn(15, async () => {
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    const [placed, added] = await Promise.all([
      order(shop, cart),
      shop.post(`/cart/${cart}/items`, { product_id, quantity: 1 }),
    ]);
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject(
      added.status === 200 ? { items_count: 2, total: 200 } : { items_count: 1, total: 100 },
    );
    expect((await shop.get(`/cart/${cart}`)).body.items_count).toBe(placed.body.items_count);
  });
  await expectInvariants(shop);
});

describe("an idempotency key", () => {
  test("sent by 30 concurrent requests makes one order", async () => {
    const shop = await openShop();
    const { id: product_id } = await shop.product({ stock: 100 });
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    const headers = { "idempotency-key": "one" };
    const answers = await times(30, () => order(shop, cart, {}, headers));
    const again = await order(shop, cart, {}, headers);

    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(tally(answers.filter(({ status }) => status !== 201))).toEqual(
      made.length === 30 ? {} : { "409 idempotency_in_progress": 30 - made.length },
    );
    expect(made.filter((answer) => answer.headers["idempotent-replayed"] === undefined)).toHaveLength(1);
    for (const answer of [...made, again]) expect(answer.body).toEqual(made[0]?.body);
    expect([await orders(shop), await stockOf(shop, product_id)]).toEqual([1, 99]);
    await expectInvariants(shop);
  });

  test("sent to two stores at once makes an order in each", async () => {
    const shops = [await openShop(), await openShop()] as const;
    const answers = await Promise.all(
      shops.map(async (shop) => {
        const { id: product_id } = await shop.product();
        return order(shop, await cartWith(shop, { product_id, quantity: 1 }), {}, { "idempotency-key": "one" });
      }),
    );

    expect(tally(answers)).toEqual({ "201": 2 });
  });
});

describe("a coupon", () => {
  test("with a limit of 5 uses is used 5 times by 100 concurrent orders", async () => {
    const shop = await openShop();
    await shop.transact((db) =>
      createPromotion(db, {
        title: "Five",
        code: "FIVE",
        discount_type: "percentage",
        discount_value: 1000,
        usage_limit: 5,
      }),
    );
    const { id: product_id } = await shop.product({ stock: 1000 });
    const carts = await inTurn(100, () => cartWith(shop, { product_id, quantity: 1 }));
    const answers = await times(100, (i) =>
      order(shop, carts[i] ?? "", { coupon_code: "five", customer_phone: `05501234${String(i).padStart(2, "0")}` }),
    );

    expect(tally(answers)).toEqual({ "201": 5, "422 coupon_not_applicable": 95 });
    expect(await stockOf(shop, product_id)).toBe(995);
    await expectInvariants(shop);
  });

  test("with one use per customer is used once by 20 concurrent orders of one customer", async () => {
    const shop = await openShop();
    await shop.transact((db) =>
      createPromotion(db, {
        title: "Once",
        code: "ONCE",
        discount_type: "fixed_amount",
        discount_value: 10_000,
        usage_limit_per_customer: 1,
      }),
    );
    const { id: product_id } = await shop.product({ stock: 1000 });
    const carts = await inTurn(20, () => cartWith(shop, { product_id, quantity: 1 }));
    const answers = await times(20, (i) => order(shop, carts[i] ?? "", { coupon_code: "ONCE" }));

    expect(tally(answers)).toEqual({ "201": 1, "422 coupon_not_applicable": 19 });
    await expectInvariants(shop);
  });

  test("that applies automatically with a limit lets further orders pass at the full price", async () => {
    const shop = await openShop();
    await shop.transact((db) =>
      createPromotion(db, {
        title: "First three",
        discount_type: "percentage",
        discount_value: 5000,
        usage_limit: 3,
      }),
    );
    const { id: product_id } = await shop.product({ stock: 1000, price: 100_000 });
    const carts = await inTurn(30, () => cartWith(shop, { product_id, quantity: 1 }));
    const answers = await times(30, (i) => order(shop, carts[i] ?? ""));

    expect(tally(answers)).toEqual({ "201": 30 });
    expect(answers.filter(({ body }) => body.total === 500)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.total === 1000)).toHaveLength(27);
    await expectInvariants(shop);
  });
});

describe("a product that leaves the store", () => {
  const LEAVE = {
    hidden: (shop: Shop) => call(shop, "products_set_status", { products: ["lamp"], status: "draft" }),
    deleted: (shop: Shop) => callConfirmed(shop, "catalog_delete", { kind: "product", item: "lamp" }),
  };
  type Reason = keyof typeof LEAVE;

  test.each<Reason>(["hidden", "deleted"])(
    "%s while carts are ordered, is in an order or left behind",
    async (reason) => {
      const shop = await openShop();
      const { id: lamp } = await shop.product({ slug: "lamp", price: 10_000, stock: 100 });
      const { id: rug } = await shop.product({ price: 50_000, stock: 100 });
      const carts = await inTurn(30, () =>
        cartWith(shop, { product_id: lamp, quantity: 1 }, { product_id: rug, quantity: 1 }),
      );
      const [answers, left] = await Promise.all([times(30, (i) => order(shop, carts[i] ?? "")), LEAVE[reason](shop)]);

      expect(left.problem).toBeUndefined();
      expect(tally(answers)).toEqual({ "201": 30 });
      for (const { body } of answers) {
        expect([500, 600]).toContain(body.subtotal);
        expect(body.items).toHaveLength(body.subtotal === 600 ? 2 : 1);
      }
      expect(await stockOf(shop, rug)).toBe(70);
      await expectInvariants(shop);
    },
  );

  test.each<Reason>(["hidden", "deleted"])(
    "%s while it is added to carts, is refused or unavailable",
    async (reason) => {
      const shop = await openShop();
      const { id: product_id } = await shop.product({ slug: "lamp", stock: 100 });
      const carts = await inTurn(30, () => cartWith(shop));
      const add = (i: number) => shop.post(`/cart/${carts[i]}/items`, { product_id, quantity: 1 });
      const [answers, left] = await Promise.all([times(30, add), LEAVE[reason](shop)]);

      expect(left.problem).toBeUndefined();
      for (const [i, { status, body }] of answers.entries()) {
        expect([200, 400]).toContain(status);
        if (status === 400) expect(body.code).toBe("product_not_found");
        expect((await shop.get(`/cart/${carts[i]}`)).body).toMatchObject({
          items: [],
          unavailable_items: status === 200 ? [{ product_id, quantity: 1, reason }] : [],
        });
      }
    },
  );

  test.each<Reason>(["hidden", "deleted"])(
    "%s while a line of it is changed, refuses the change or comes after it",
    async (reason) => {
      const shop = await openShop();
      const { id: product_id } = await shop.product({ slug: "lamp", stock: 100 });
      const carts = await inTurn(20, () => cartWith(shop, { product_id, quantity: 1 }));
      const items = await inTurn(20, async (i) => (await shop.get(`/cart/${carts[i]}`)).body.items[0].id);
      const change = (i: number) => shop.patch(`/cart/${carts[i]}/items/${items[i]}`, { quantity: 5 });
      const [answers] = await Promise.all([times(20, change), LEAVE[reason](shop)]);

      for (const [i, { status, body }] of answers.entries()) {
        expect([status, body.code]).toEqual(status === 200 ? [200, undefined] : [422, "item_unavailable"]);
        expect((await shop.get(`/cart/${carts[i]}`)).body.unavailable_items).toMatchObject([
          { item_id: items[i], quantity: status === 200 ? 5 : 1, reason },
        ]);
      }
    },
  );
});
