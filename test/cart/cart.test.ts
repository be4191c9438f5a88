import { beforeAll, describe, expect, test } from "vitest";
import { openShop, rowsForOwner, type Shop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { cartWith, order, variantsOf } from "../support/selling.ts";

const NOWHERE = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";
const DAY_MS = 86_400_000;

let shop: Shop;
let pot: { id: string; slug: string };
let shirt: { id: string; slug: string };
let sizes: Record<string, string>;

beforeAll(async () => {
  shop = await openShop();
  pot = await shop.product({
    name: "Pot",
    price: 150_050,
    stock: 5,
    sku: "POT",
    images: [{ url: "/pot.svg", alt: null }],
  });
  shirt = await shop.product({
    name: "Shirt",
    options: [
      { name: "Taille", values: ["M", "L"] },
      { name: "Couleur", values: ["Rouge"] },
    ],
    variants: [
      {
        option_values: { Taille: "M", Couleur: "Rouge" },
        price: 200_000,
        inventory_quantity: 3,
        compare_at_price: 250_000,
      },
      { option_values: { Taille: "L", Couleur: "Rouge" }, price: 210_000, inventory_quantity: 0 },
    ],
  });
  sizes = await variantsOf(shop, shirt.slug);
});

describe("a cart", () => {
  test("is empty and open at first, and is kept for 30 days", async () => {
    const made = await shop.post("/cart", {});

    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      site_id: shop.id,
      status: "open",
      items: [],
      unavailable_items: [],
      items_count: 0,
      subtotal: 0,
      currency: "DZD",
      created_at: expect.any(String),
      updated_at: made.body.created_at,
      expires_at: new Date(Date.parse(made.body.created_at) + 30 * DAY_MS).toISOString(),
    });
    expect((await shop.get(`/cart/${made.body.id}`)).body).toEqual(made.body);
  });

  test("is created without a body, and with an empty one that has a content type", async () => {
    expect((await shop.post("/cart")).status).toBe(201);
    for (const body of [[], "null", '"x"', "5"]) expect((await shop.post("/cart", body)).status).toBe(400);
    expect(await shop.post("/cart", { note: "\0" })).toMatchObject({ status: 422, body: { code: "invalid_value" } });
  });

  test("shows its items with current prices", async () => {
    const id = await cartWith(
      shop,
      { product_id: pot.id, quantity: 2 },
      { product_id: shirt.id, variant_id: sizes.M ?? "", quantity: 1 },
    );

    const { body } = await shop.get(`/cart/${id}`);
    expect(body).toMatchObject({ items_count: 3, subtotal: 5001, currency: "DZD" });
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        product_id: pot.id,
        variant_id: null,
        product_name: "Pot",
        product_slug: pot.slug,
        product_price: 1500.5,
        compare_at_price: null,
        product_image: "http://localhost/pot.svg",
        variant_title: null,
        variant_options: {},
        sku: "POT",
        quantity: 2,
        subtotal: 3001,
        available: true,
        available_quantity: 5,
      },
      expect.objectContaining({
        variant_id: sizes.M,
        variant_title: "M / Rouge",
        variant_options: { Taille: "M", Couleur: "Rouge" },
        product_price: 2000,
        compare_at_price: 2500,
        subtotal: 2000,
        available_quantity: 3,
      }),
    ]);
    expect(Object.keys(body.items[1].variant_options)).toEqual(["Taille", "Couleur"]);
  });

  test("shows current prices and stock until it is ordered, and afterwards the prices of the order", async () => {
    const own = await openShop();
    const { id: product_id, slug } = await own.product({ price: 10_000, stock: 4 });
    const id = await cartWith(own, { product_id, quantity: 4 });

    await own.product({ slug, price: 12_000, stock: 3 });
    expect((await own.get(`/cart/${id}`)).body).toMatchObject({
      subtotal: 480,
      items: [{ product_price: 120, available: false, available_quantity: 3 }],
    });

    await own.product({ slug, price: 12_000, stock: 4 });
    expect((await order(own, id)).status).toBe(201);
    await own.product({ slug, price: 99_000, stock: 4 });
    expect((await own.get(`/cart/${id}`)).body).toMatchObject({ status: "converted", subtotal: 480 });
    await own.product({ slug, price: 99_000, stock: 4, status: "draft" });
    expect((await own.get(`/cart/${id}`)).body).toMatchObject({ status: "converted", items_count: 4, subtotal: 480 });
  });
});

describe("adding", () => {
  test("the same variant again adds to its line", async () => {
    const id = await cartWith(shop, { product_id: pot.id, quantity: 2 });
    const again = await shop.post(`/cart/${id}/items`, { product_id: pot.id, variant_id: null, quantity: 3 });

    expect(again.body).toMatchObject({ items: [{ quantity: 5 }], items_count: 5 });
  });

  test("more than the stock is refused with the available quantity, and nothing is added", async () => {
    const id = await cartWith(shop, { product_id: pot.id, quantity: 3 });
    const refused = await shop.post(`/cart/${id}/items`, { product_id: pot.id, quantity: 3 });

    expect(refused).toMatchObject({
      status: 422,
      body: { code: "insufficient_stock", available: 5, errors: [{ path: "quantity" }] },
    });
    expect((await shop.get(`/cart/${id}`)).body.items_count).toBe(3);
  });

  test("what is sold out is refused in words of its own", async () => {
    const refused = await shop.post(`/cart/${await cartWith(shop)}/items`, {
      product_id: shirt.id,
      variant_id: sizes.L,
      quantity: 1,
    });

    expect(refused).toMatchObject({
      status: 422,
      body: { code: "insufficient_stock", detail: '"Shirt" is sold out.', available: 0 },
    });
  });

  test("a variant without stock tracking, or that may be oversold, has no limit", async () => {
    const own = await openShop();
    const made = await own.product({ variants: [{ track_quantity: false, inventory_quantity: 0 }] });
    const later = await own.product({
      variants: [{ continue_selling_when_out_of_stock: true, inventory_quantity: 0 }],
    });
    const id = await cartWith(own, { product_id: made.id, quantity: 9999 }, { product_id: later.id, quantity: 7 });

    const { body } = await own.get(`/cart/${id}`);
    expect(body.items).toMatchObject([
      { available: true, available_quantity: null },
      { available: true, available_quantity: null },
    ]);
    const over = await own.post(`/cart/${id}/items`, { product_id: made.id, quantity: 1 });
    expect(over).toMatchObject({ status: 422, body: { code: "quantity_out_of_range" } });
  });

  test("requires a variant where the product has several, and one of this product", async () => {
    const id = await cartWith(shop);
    const add = (item: object) => shop.post(`/cart/${id}/items`, { quantity: 1, ...item });

    expect(await add({ product_id: shirt.id })).toMatchObject({ status: 400, body: { code: "variant_required" } });
    for (const variant_id of [NOWHERE, "L", "", pot.id]) {
      expect(await add({ product_id: shirt.id, variant_id })).toMatchObject({ status: 400 });
      expect(await add({ product_id: pot.id, variant_id })).toMatchObject({
        status: 400,
        body: { code: "variant_not_found" },
      });
    }
    expect((await add({ product_id: shirt.id, variant_id: sizes.M?.toUpperCase() })).status).toBe(200);
  });

  test("an unknown product, a draft and a product of another store are a 400, because 404 means the cart", async () => {
    const other = await openShop();
    const foreign = await other.product();
    const draft = await shop.product({ status: "draft" });
    const id = await cartWith(shop);

    for (const product_id of [NOWHERE, "pot", "", foreign.id, draft.id]) {
      const refused = await shop.post(`/cart/${id}/items`, { product_id, quantity: 1 });
      expect(refused).toMatchObject({ status: 400, body: { status: 400, code: "product_not_found" } });
    }
    const elsewhere = await other.post(`/cart/${id}/items`, { product_id: foreign.id, quantity: 1 });
    expect(elsewhere).toMatchObject({ status: 404, body: { code: "cart_not_found" } });
  });

  test.each([null, "2", true, 1.5, 0, -1, 10_000, [], {}])("quantity %j is a 422", async (quantity) => {
    const refused = await shop.post(`/cart/${await cartWith(shop)}/items`, { product_id: pot.id, quantity });

    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ path: "quantity" }]);
  });

  test.each([
    [{ quantity: 1 }, "product_id"],
    [{ product_id: 5, quantity: 1 }, "product_id"],
    [{ product_id: NOWHERE, variant_id: 7, quantity: 1 }, "variant_id"],
    [{ product_id: NOWHERE }, "quantity"],
    [[], ""],
  ])("%j is malformed", async (body, path) => {
    const refused = await shop.post(`/cart/${await cartWith(shop)}/items`, body);

    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ path }] } });
  });

  test("as another customer leaves the cart to the one who made it", async () => {
    const amina = await customerOf(shop, { email: "amina@example.dz" });
    const karim = await customerOf(shop, { email: "karim@example.dz" });
    const { id: product_id } = await shop.product();
    const { body: cart } = await shop.post("/cart", {}, amina.headers);
    await shop.post(`/cart/${cart.id}/items`, { product_id, quantity: 1 }, karim.headers);
    expect((await order(shop, cart.id)).status).toBe(201);

    const ordersOf = async ({ headers }: typeof amina) => (await shop.get("/orders", headers)).body.pagination.total;
    expect([await ordersOf(amina), await ordersOf(karim)]).toEqual([1, 0]);
  });

  test("stops at 200 lines", async () => {
    const own = await openShop();
    const values = Array.from({ length: 201 }, (_, i) => `N${i}`);
    const many = await own.product({
      options: [{ name: "Number", values }],
      variants: values.map((value) => ({ option_values: { Number: value } })),
    });
    const variants = Object.values(await variantsOf(own, many.slug));
    const [last, tooMany] = variants.slice(199);
    const id = await cartWith(own);
    await rowsForOwner(
      `insert into cart_items (site_id, cart_id, id, variant_id, quantity, product_id, product_name, has_options)
       select site_id, $2, id, id, 1, product_id, 'Many', true
       from variants where site_id = $1 and product_id = $3 and id <> all ($4)`,
      [own.id, id, many.id, [last, tooMany]],
    );
    const add = (variant_id: string | undefined) =>
      own.post(`/cart/${id}/items`, { product_id: many.id, variant_id, quantity: 1 });

    expect((await add(last)).status).toBe(200);
    expect(await add(tooMany)).toMatchObject({ status: 422, body: { code: "cart_full" } });
    expect((await add(variants[0])).body).toMatchObject({ items_count: 201 });
    expect((await own.get(`/cart/${id}`)).body.items).toHaveLength(200);
  });

  test("ten concurrent requests add ten", async () => {
    const own = await openShop();
    const { id: product_id } = await own.product({ stock: 10 });
    const id = await cartWith(own);
    const taps = await Promise.all(
      Array.from({ length: 12 }, () => own.post(`/cart/${id}/items`, { product_id, quantity: 1 })),
    );

    expect(taps.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await own.get(`/cart/${id}`)).body).toMatchObject({ items: [{ quantity: 10 }] });
  });
});

describe("changing and removing", () => {
  test("an item returns the whole cart", async () => {
    const id = await cartWith(
      shop,
      { product_id: pot.id, quantity: 2 },
      { product_id: shirt.id, variant_id: sizes.M ?? "", quantity: 1 },
    );
    const [first, second] = (await shop.get(`/cart/${id}`)).body.items;

    const changed = await shop.patch(`/cart/${id}/items/${first.id}`, { quantity: 1 });
    expect(changed).toMatchObject({
      status: 200,
      body: { items: [{ quantity: 1 }, { quantity: 1 }], subtotal: 3500.5 },
    });
    const removed = await shop.delete(`/cart/${id}/items/${first.id}`);
    expect(removed).toMatchObject({
      status: 200,
      body: { items: [{ id: second.id }], items_count: 1, subtotal: 2000 },
    });
    expect((await shop.get(`/cart/${id}`)).body).toEqual(removed.body);
  });

  test("refuses a quantity out of range or above the stock, and does not change the cart", async () => {
    const id = await cartWith(shop, { product_id: pot.id, quantity: 2 });
    const [item] = (await shop.get(`/cart/${id}`)).body.items;
    const change = (quantity: unknown) => shop.patch(`/cart/${id}/items/${item.id}`, { quantity });

    expect(await change(6)).toMatchObject({ status: 422, body: { code: "insufficient_stock", available: 5 } });
    for (const quantity of [null, "2", true, 1.5, 0, 10_000]) expect((await change(quantity)).status).toBe(422);
    expect(await shop.patch(`/cart/${id}/items/${item.id}`, {})).toMatchObject({ status: 400 });
    expect((await shop.get(`/cart/${id}`)).body.items).toEqual([item]);
  });

  test("an unknown item is a 404", async () => {
    const id = await cartWith(shop, { product_id: pot.id, quantity: 1 });
    const [item] = (await shop.get(`/cart/${id}`)).body.items;
    const another = await cartWith(shop);

    for (const path of [`${id}/items/${NOWHERE}`, `${id}/items/x`, `${another}/items/${item.id}`]) {
      expect(await shop.patch(`/cart/${path}`, { quantity: 1 })).toMatchObject({
        status: 404,
        body: { code: "cart_item_not_found" },
      });
      expect(await shop.delete(`/cart/${path}`)).toMatchObject({ status: 404, body: { code: "cart_item_not_found" } });
    }
    for (const cart of [NOWHERE, "x", `${id}0`]) {
      expect(await shop.get(`/cart/${cart}`)).toMatchObject({ status: 404, body: { code: "cart_not_found" } });
      expect(await shop.delete(`/cart/${cart}/items/${item.id}`)).toMatchObject({ body: { code: "cart_not_found" } });
    }
  });
});
