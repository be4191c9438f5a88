import { beforeEach, describe, expect, test } from "vitest";
import { rowsForOwner, type Shop } from "../support/app.ts";
import { refused, runTool } from "../support/mcp-tasks.ts";
import { cartWith, order, variantsOf } from "../support/selling.ts";
import { Merchant } from "../undo/merchant.ts";

/** Lines of carts whose product was hidden or deleted, and what becomes of them. */

let merchant: Merchant;
let shop: Shop;
let lamp: string;
let rug: string;
let cart: string;

beforeEach(async () => {
  merchant = await Merchant.open();
  shop = merchant.shop;
  lamp = (await shop.product({ name: "Lampe", slug: "lampe", price: 200_000, stock: 9 })).id;
  rug = (await shop.product({ name: "Tapis", slug: "tapis", price: 500_000, stock: 9 })).id;
  cart = await cartWith(shop, { product_id: lamp, quantity: 2 }, { product_id: rug, quantity: 1 });
});

const shown = async (id = cart) => (await shop.get(`/cart/${id}`)).body;
const setStatus = (slug: string, status: string) => merchant.do("products_set_status", { products: [slug], status });

/** A shirt in two sizes, and a cart with one of each. */
async function cartWithShirts(): Promise<{ id: string; shirt: string; sizes: Record<string, string> }> {
  const { id: shirt } = await shop.product({
    name: "Chemise",
    slug: "chemise",
    options: [{ name: "Taille", values: ["M", "L"] }],
    variants: ["M", "L"].map((Taille) => ({ option_values: { Taille }, price: 100_000, inventory_quantity: 9 })),
  });
  const sizes = await variantsOf(shop, "chemise");
  const lines = Object.values(sizes).map((variant_id) => ({ product_id: shirt, variant_id, quantity: 1 }));
  return { id: await cartWith(shop, ...lines), shirt, sizes };
}

describe("a line whose product is hidden", () => {
  test("is listed apart, counts in no sum, and comes back with its product", async () => {
    const before = await shown();
    expect(before.unavailable_items).toEqual([]);

    for (const status of ["draft", "archived"]) {
      await setStatus("lampe", status);
      expect(await shown()).toEqual({
        ...before,
        items: [before.items[1]],
        unavailable_items: [
          {
            item_id: before.items[0].id,
            product_id: lamp,
            variant_id: null,
            product_name: "Lampe",
            quantity: 2,
            reason: "hidden",
          },
        ],
        items_count: 1,
        subtotal: 5000,
      });
    }
    await setStatus("lampe", "active");
    expect(await shown()).toEqual(before);
  });

  test("cannot be changed, and can be removed", async () => {
    const [{ id: item }] = (await shown()).items;
    await setStatus("lampe", "draft");
    const hidden = await shown();

    expect(await shop.patch(`/cart/${cart}/items/${item}`, { quantity: 1 })).toMatchObject({
      status: 422,
      body: { code: "item_unavailable", detail: '"Lampe" can no longer be ordered.' },
    });
    expect(await shop.post(`/cart/${cart}/items`, { product_id: lamp, quantity: 1 })).toMatchObject({
      status: 400,
      body: { code: "product_not_found" },
    });
    expect(await shown()).toEqual(hidden);
    expect(await shop.delete(`/cart/${cart}/items/${item}`)).toMatchObject({
      status: 200,
      body: { items: [{ product_id: rug }], unavailable_items: [] },
    });
  });

  test("is added to when its product is back", async () => {
    await setStatus("lampe", "draft");
    const other = hiddenIn(await shop.post(`/cart/${cart}/items`, { product_id: rug, quantity: 1 }));
    await setStatus("lampe", "active");
    const again = await shop.post(`/cart/${cart}/items`, { product_id: lamp, quantity: 3 });

    expect(other).toEqual([lamp]);
    expect(again.body).toMatchObject({ items: [{ product_id: lamp, quantity: 5 }, {}], unavailable_items: [] });
  });

  test("shows the present name of its product", async () => {
    await merchant.updateProduct("lampe", { name: "Lampadaire", status: "draft" });

    expect((await shown()).unavailable_items).toMatchObject([{ product_name: "Lampadaire" }]);
  });
});

const hiddenIn = ({ body }: { body: { unavailable_items: { product_id: string }[] } }) =>
  body.unavailable_items.map(({ product_id }) => product_id);

describe("a line whose product is deleted", () => {
  test("keeps its name, and comes back when the delete is undone", async () => {
    const before = await shown();
    const change = await merchant.delete("product", "lampe");
    const item = before.items[0].id;

    expect(await shown()).toMatchObject({
      items: [{ product_id: rug }],
      items_count: 1,
      subtotal: 5000,
      unavailable_items: [
        {
          item_id: item,
          product_id: lamp,
          variant_id: null,
          product_name: "Lampe",
          quantity: 2,
          reason: "deleted",
        },
      ],
    });
    expect(await shop.patch(`/cart/${cart}/items/${item}`, { quantity: 1 })).toMatchObject({
      body: { code: "item_unavailable" },
    });
    await merchant.undo(change);
    expect(await shown()).toEqual(before);
  });

  test("can be removed, and does not come back then", async () => {
    const [{ id: item }] = (await shown()).items;
    const change = await merchant.delete("product", "lampe");

    expect(await shop.delete(`/cart/${cart}/items/${item}`)).toMatchObject({ body: { unavailable_items: [] } });
    await merchant.undo(change);
    expect(await shown()).toMatchObject({ items: [{ product_id: rug }], unavailable_items: [] });
  });

  test("names its variant, when it had options", async () => {
    const { id, shirt, sizes } = await cartWithShirts();
    const line = { product_id: shirt, product_name: "Chemise", quantity: 1, reason: "deleted" };

    const change = await merchant.updateProduct("chemise", { remove_variants: [sizes.L] });
    expect(await shown(id)).toMatchObject({
      items: [{ variant_id: sizes.M }],
      unavailable_items: [{ ...line, variant_id: sizes.L }],
    });
    await merchant.delete("product", "chemise");
    expect(await shown(id)).toMatchObject({
      items: [],
      unavailable_items: [
        { ...line, variant_id: sizes.M },
        { ...line, variant_id: sizes.L },
      ],
    });
    expect(change).toEqual(expect.any(String));
  });

  test("comes back with a variant whose removal is undone", async () => {
    const { id, sizes } = await cartWithShirts();
    const before = await shown(id);
    const change = await merchant.updateProduct("chemise", { remove_variants: [sizes.L] });

    await merchant.undo(change);
    expect(await shown(id)).toEqual(before);
  });

  test("stays away when a new product has its slug", async () => {
    await merchant.delete("product", "lampe");
    await shop.product({ name: "Autre lampe", slug: "lampe" });

    expect((await shown()).unavailable_items).toMatchObject([{ product_id: lamp, product_name: "Lampe" }]);
  });
});

describe("an order", () => {
  test("takes what can be ordered, and its cart has nothing unavailable", async () => {
    await setStatus("lampe", "draft");
    const placed = await order(shop, cart);

    expect(placed).toMatchObject({ status: 201, body: { items: [{ product_id: rug }], items_count: 1 } });
    expect(await shown()).toMatchObject({ status: "converted", items: [{ product_id: rug }], unavailable_items: [] });
    await setStatus("lampe", "active");
    expect(await shown()).toMatchObject({ items: [{ product_id: rug }], items_count: 1 });
  });

  test("is refused when nothing is left, and the lines stay", async () => {
    await setStatus("lampe", "draft");
    await merchant.delete("product", "tapis");
    const before = await shown();

    expect(await order(shop, cart)).toMatchObject({ status: 422, body: { code: "cart_empty" } });
    expect(await shown()).toEqual(before);
    expect(before).toMatchObject({
      items: [],
      unavailable_items: [{ reason: "hidden" }, { reason: "deleted" }],
      subtotal: 0,
    });
  });

  test("of the phone takes no hidden product", async () => {
    await setStatus("lampe", "draft");

    const call = { items: [{ item: "lampe", quantity: 1 }], customer_name: "K", customer_phone: "0550123456" };
    expect(await refused(shop, "orders_create", call)).toMatchObject({
      code: "invalid_value",
      errors: [{ path: "items.0.item" }],
    });
  });
});

test("a cart of 200 lines takes no more, also when one of them is hidden", async () => {
  const values = Array.from({ length: 200 }, (_, i) => `N${i}`);
  const { id: many, slug } = await shop.product({
    options: [{ name: "Number", values }],
    variants: values.map((value) => ({ option_values: { Number: value } })),
  });
  const variants = Object.values(await variantsOf(shop, slug));
  const full = await cartWith(shop, { product_id: lamp, quantity: 1 });
  await rowsForOwner(
    `insert into cart_items (site_id, cart_id, id, variant_id, quantity, product_id, product_name, has_options)
     select site_id, $2, id, id, 1, product_id, 'Many', true
     from variants where site_id = $1 and product_id = $3 and id <> $4`,
    [shop.id, full, many, variants[199]],
  );
  await setStatus("lampe", "draft");

  const last = { product_id: many, variant_id: variants[199], quantity: 1 };
  expect(await shop.post(`/cart/${full}/items`, last)).toMatchObject({ status: 422, body: { code: "cart_full" } });
  const [{ item_id }] = (await shown(full)).unavailable_items;
  await shop.delete(`/cart/${full}/items/${item_id}`);
  expect((await shop.post(`/cart/${full}/items`, last)).status).toBe(200);
});

test("abandoned carts count nothing that is hidden or deleted", async () => {
  await setStatus("lampe", "draft");
  const listed = async () => (await runTool(shop, "carts_abandoned", { min_hours: 0 })).data;

  expect(await listed()).toMatchObject([{ lines: 1, value: 5000, items: [{ product_name: "Tapis" }] }]);
  await merchant.delete("product", "tapis");
  expect(await listed()).toEqual([]);
});
